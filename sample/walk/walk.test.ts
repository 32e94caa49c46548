import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { edits, requiredFields, textFieldOf } from '../../server/testing/edits.ts'
import { writeCases } from '../../server/testing/slices.ts'
import { answerTo } from '../../server/testing/walk/reads.ts'
import { send } from '../../server/testing/walk/send.ts'
import { type Step, walk } from '../../server/testing/walk/walk.ts'
import {
  changesNothing,
  changesReads,
  needsExcuse,
  outdatedAfter,
  unannounced,
  withoutEvents,
} from './freshness.ts'
import { callLines, completionLines, leakedIn, notStored, unaudited } from './rules.ts'
import { headersOf, mayAsk, ownReads, reads, readTwice, unanswered, viewed } from './viewing.ts'
import { openWorld } from './world.ts'

/** One walk over the contract in the sample company; the tests check every row of it. */
let world: Awaited<ReturnType<typeof openWorld>>
let walked: Awaited<ReturnType<typeof walk>>
beforeAll(async () => {
  world = await openWorld()
  walked = await walk(world.stage, world.lines)
}, 900_000)
afterAll(() => world.stage.w.close())

function stepOf(row: Row): Step {
  const step = walked.steps.get(row)
  if (!step) throw new Error(`${row.method} ${row.path} was not made`)
  return step
}

test('the walk includes every write of the contract', () => {
  expect(writeCases.map(({ row }) => row)).toEqual(allRows.filter(({ method }) => method !== 'GET'))
})

test.each(writeCases)('$title is answered', ({ row }) => {
  const { answer, expected } = stepOf(row)
  expect(answer.status, answer.text).toBe(expected)
})

/** The tables that a refused or repeated call may write, because they record the attempt. */
const counts = ['audit_entries', 'audit_repeats', 'throttles']
const withoutCounts = (tables: readonly string[]) =>
  tables.filter((table) => !counts.includes(table))

describe('a write is refused without permission, and changes nothing when it fails', () => {
  test.each(writeCases)('$title', ({ row }) => {
    const { refused, failed, changedByFailures } = stepOf(row)
    expect(refused.map(({ as, answer }) => [as, answer.status, answer.body?.code])).toEqual(
      refused.map(({ as, expected }) => [as, ...expected]),
    )
    if (failed.answer.status >= 400) expect(leakedIn([failed.answer.text], stepOf(row))).toEqual([])
    expect(withoutCounts(changedByFailures)).toEqual([])
  })

  test('most writes failed in the database', () => {
    const statuses = [...walked.steps.values()].map(({ failed }) => failed.answer.status)
    expect(statuses.filter((status) => status >= 400).length).toBeGreaterThan(120)
    expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(80)
  })
})

test.each(writeCases)('$title answers what its schema says', ({ row }) => {
  const { answer } = stepOf(row)
  if (answer.status < 300)
    expect(z.safeParse(row.reply as z.ZodType, answer.body).error).toBe(undefined)
})

test.each(writeCases)(
  '$title logs one line, and nothing that was sent or stored, however the database fails',
  ({ row }) => {
    const step = stepOf(row)
    expect(completionLines(step.logged)).toHaveLength(1)
    expect(leakedIn([...step.logged, ...step.failed.logged], step)).toEqual([])
  },
)

// A backup continues after its reply.
test.each(writeCases.filter(({ title }) => title !== 'POST /api/backups'))(
  '$title logs each entry it adds to the audit log, besides its start and completion',
  ({ row }) => {
    const { logged, audited } = stepOf(row)
    expect(callLines(logged)).toHaveLength(2 + audited.length)
  },
)

test.each(writeCases.filter(({ row: { method } }) => method === 'DELETE'))(
  '$title is in the audit log, or is listed with a reason',
  ({ row, title }) => {
    expect(stepOf(row).audited.length > 0).toBe(!(title in unaudited))
  },
)

describe('a POST that is repeated with the same key takes effect once', () => {
  const posts = writeCases.filter(
    ({ row: { method, may } }) => method === 'POST' && may !== 'anyone',
  )

  test.each(posts.filter(({ title }) => !(title in notStored)))('$title', ({ row }) => {
    const { answer, repeated, reused } = stepOf(row)
    expect([repeated?.answer.status, repeated?.answer.text]).toEqual([answer.status, answer.text])
    expect(repeated?.answer.headers.etag).toBe(answer.headers.etag)
    expect(withoutCounts(repeated?.tables ?? [])).toEqual([])
    expect([reused?.status, reused?.body?.code]).toEqual([422, 'keyReused'])
  })
})

describe('every open screen shows a change without being reloaded', () => {
  test.each(writeCases)('after $title', ({ row }) => {
    expect(outdatedAfter(stepOf(row))).toEqual([])
  })

  test.each(writeCases)('$title changes a read, or is listed with a reason', (one) => {
    expect(changesReads(stepOf(one.row))).toBe(!(one.title in changesNothing))
  })

  test('no read changes without a write', () => {
    expect(walked.unnoticed.map(({ read }) => read.url)).toEqual([])
  })

  test('every listed exception is needed', () => {
    const steps = [...walked.steps.values()]
    const paths = Object.keys(withoutEvents)
    expect(paths.filter((path) => !steps.some((step) => needsExcuse(step, path)))).toEqual([])
    for (const [title, { paths: excused }] of Object.entries(unannounced)) {
      const step = steps.find(({ row }) => `${row.method} ${row.path}` === title)
      for (const path of excused)
        expect([title, path, step && needsExcuse(step, path)]).toContain(true)
    }
  })
})

describe.each(viewed)('an admin who views as a %s', (role) => {
  beforeAll(async () => {
    const { w, people, picture } = world.stage
    const logo = { field: 'logo', content: picture }
    const { cookie } = people.admin
    await w.upload('nobody', '/api/settings/logo', logo, {}, { cookie }, 'PUT')
  })

  test.each(reads.filter(({ own }) => !own))('reads the same at $path', async (row) => {
    const pairs = await readTwice(world.stage, row, role)
    for (const { theirs, viewed: asAdmin } of pairs) expect(asAdmin).toEqual(theirs)
    const isAnswered = pairs.some(({ theirs }) => theirs.status === 200)
    expect(isAnswered).toBe(mayAsk(row, role) && !unanswered.includes(row.path))
  })

  test('reads something different from the admin at more than 15 addresses', async () => {
    const { stage } = world
    let different = 0
    for (const row of reads) {
      const read = { role, row, url: row.path, params: {} }
      if (row.own || row.path.includes(':')) continue
      const theirs = await answerTo(stage, read)
      if (theirs !== (await answerTo(stage, { ...read, role: 'admin' }))) different++
    }
    expect(different).toBeGreaterThan(15)
  })

  test.each(ownReads)('does not read $path', async ({ path }) => {
    const headers = headersOf(world.stage, role)
    const { status, body } = await world.stage.w.call('nobody', 'GET', path, undefined, headers)
    expect([status, body.code]).toEqual([403, 'viewOnly'])
  })
})

describe.each(edits)('If-Match on $method $path', (row) => {
  const field = textFieldOf(row)
  const required = requiredFields(row)
  /** Writes another text, based on a version if there is one. */
  const write = (text: string, version = '') => {
    const { request } = stepOf(row)
    const body = { ...(request.body as object | undefined), [field]: text }
    return send(world.stage, row, { ...request, body }, version ? { 'if-match': version } : {})
  }
  const versionOf = async (text: string) => String((await write(text)).headers.etag)

  test('the current version is accepted, and an edit without a change keeps it', async () => {
    const second = await write('second', await versionOf('first'))
    expect(second).toMatchObject({ status: 200, body: { [field]: 'second' } })
    if (required.length > 0) return
    const { request } = stepOf(row)
    const unchanged = await send(world.stage, row, { ...request, body: {} })
    expect(unchanged.body).toMatchObject({ [field]: 'second' })
    expect(unchanged.headers.etag).toBe(second.headers.etag)
  })

  test('of ten concurrent edits of one version, exactly one is accepted', async () => {
    const version = await versionOf('first')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => write(`Title ${n}`, version)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
  })
})

test('every edit that takes If-Match declares the error "stale"', () => {
  expect(edits.length).toBeGreaterThanOrEqual(10)
  for (const { path, fails } of edits) expect(fails ?? [], path).toContain('stale')
})

test('only reads about the account, notifications and push are personal', () => {
  expect(ownReads.map(({ path }) => path)).toEqual([
    '/api/account/confirm',
    '/api/account/sessions',
    '/api/account/second-factor',
    '/api/account/passkeys',
    '/api/account/calendar-feed',
    '/api/notifications',
    '/api/notifications/unread',
    '/api/notifications/muted-jobs',
    '/api/notification-settings',
    '/api/push-key',
    '/api/push-subscriptions',
  ])
})

test('an admin who views as a client cannot see a photo hidden from them', async () => {
  const { stage } = world
  const { cookie } = stage.people.admin
  const hidden = await stage.upload('/api/photos', 'photo', {
    jobId: stage.id('/api/jobs'),
    clientVisible: 'false',
  })
  const url = `/api/photos/${hidden.id}/image`
  const statusOf = async (headers: Record<string, string>) =>
    (await stage.w.call('nobody', 'GET', url, undefined, headers)).status
  expect(await statusOf({ cookie: stage.people.client.cookie })).toBe(404)
  expect(await statusOf(headersOf(stage, 'client'))).toBe(404)
  expect(await statusOf({ cookie })).toBe(200)
})
