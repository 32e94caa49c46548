import { mayEver, roles } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { routes } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../jobs/table.ts'
import { phonePicture } from '../testing/pictures/make.ts'
import { statementsOf } from '../testing/statements.ts'
import { cast, type Name, type World, world } from '../testing/world.ts'

/** Statements that a call may send, the session's own included. */
const MOST = { read: 2, written: 4 }

let w: World
let picture: Buffer
let made: Record<'job' | 'other' | 'task' | 'entry' | 'photo', string>
beforeAll(async () => {
  w = await world()
  picture = await phonePicture()
})
afterAll(() => w.close())

const days = { startDate: '2026-03-02', endDate: '2026-03-04' }
const idOf = async (path: string, body: object) => {
  const answer = await w.call('ada', 'POST', path, body)
  expect(answer, path).toMatchObject({ status: 201 })
  return answer.body.id as string
}
const send = (name: Name, jobId: string) =>
  w.upload(
    name,
    '/api/photos',
    { field: 'photo', content: picture },
    { jobId, caption: 'Footings' },
  )

// A job with something of everything on it: Sam's work, Cleo's house.
beforeEach(async () => {
  await w.db.delete(jobs)
  const job = await idOf('/api/jobs', { name: 'Deck', address: 'Elm St', clientId: w.idOf('cleo') })
  const other = await idOf('/api/jobs', {
    name: 'Bath',
    address: 'Oak St',
    clientId: w.idOf('carl'),
  })
  const task = await idOf('/api/tasks', { jobId: job, name: 'Dig', assigneeId: w.idOf('sam') })
  await idOf(`/api/tasks/${task}/correspondence`, { message: 'Where?' })
  const before = await idOf('/api/schedule', { jobId: job, title: 'Survey', ...days })
  const entry = await idOf('/api/schedule', {
    ...{ jobId: job, title: 'Footings', ...days },
    ...{ assignedSubcontractorId: w.idOf('sam'), dependsOnIds: [before] },
  })
  await idOf('/api/schedule', {
    jobId: job,
    title: 'Posts',
    ...days,
    assignedSubcontractorId: w.idOf('sam'),
  })
  for (const content of ['One', 'Two']) await idOf('/api/messages', { jobId: job, content })
  const { id: photo } = (await send('sam', job)).body
  made = { job, other, task, entry, photo }
})

/** One way to make the call of a row: what follows its path, what is sent, and who asks if not everyone who ever may. */
interface Ask {
  readonly query?: string
  readonly body?: () => object
  readonly as?: Name
}
type Asks<T> = { readonly [R in keyof T]: readonly [Ask, ...Ask[]] }

const plain: [Ask] = [{}]
const paged = (...queries: string[]): [Ask, ...Ask[]] => [
  {},
  ...['limit=1', ...queries].map((query) => ({ query })),
]
/** Everything that an entry can have written at once. */
const wholeEntry = () => ({
  ...{
    title: 'Joists',
    ...days,
    assignedSubcontractorId: w.idOf('sue'),
    dependsOnIds: [made.entry],
  },
})
const wholeTask = () => ({
  name: 'B',
  status: 'completed',
  assigneeId: w.idOf('sue'),
  deadline: '2026-03-05',
})
const wholeJob = () => ({
  name: 'B',
  address: 'C',
  clientId: w.idOf('carl'),
  projectManagerId: w.idOf('ada'),
  ...days,
})

const sub = (name: Name): Ask => ({ body: () => ({ subcontractorId: w.idOf(name) }) })

/** How every row is called; the type asks for one that is new. */
const asks: {
  readonly [S in 'jobs' | 'tasks' | 'schedule' | 'photos' | 'messages']: Asks<(typeof routes)[S]>
} = {
  jobs: {
    list: paged('limit=1&search=e&status=not_started', 'search=nothing&limit=1'),
    totals: [{}, { query: 'search=e&status=on_hold' }],
    one: plain,
    create: [{ body: wholeJob }],
    update: [{ body: () => ({ progress: 10 }) }, { body: wholeJob }],
    remove: plain,
    contents: plain,
    subcontractors: plain,
    addSubcontractor: [sub('sue'), sub('sam')],
    removeSubcontractor: plain,
  },
  tasks: {
    ofJob: plain,
    list: paged('mine=true', 'limit=1&search=d&status=not_started&openFirst=true'),
    totals: [{}, { query: 'mine=true&search=d' }],
    one: plain,
    create: [{ body: () => ({ jobId: made.other, ...wholeTask() }) }],
    update: [{ body: () => ({ status: 'in_progress' }) }, { body: wholeTask, as: 'ada' }],
    remove: plain,
    conversation: plain,
    comment: [{ body: () => ({ message: 'Here' }) }],
  },
  schedule: {
    ofJob: plain,
    list: paged('from=2026-03-01&to=2026-03-07', 'limit=1&search=f&status=scheduled'),
    create: [
      { body: () => ({ jobId: made.job, ...wholeEntry() }) },
      {
        body: () => ({
          jobId: made.job,
          ...wholeEntry(),
          dependsOnIds: [],
          blocksIds: [made.entry],
        }),
      },
    ],
    update: [
      { body: () => ({ status: 'completed', reason: 'Done' }) },
      { body: () => ({ ...wholeEntry(), dependsOnIds: [] }) },
    ],
    remove: plain,
    changes: plain,
    templates: plain,
  },
  photos: {
    list: paged('limit=1&search=foot'),
    one: plain,
    create: plain,
    update: [{ body: () => ({ caption: 'Posts', taskId: made.task }) }],
    remove: plain,
    image: [{}, { query: 'size=thumb' }],
  },
  messages: {
    list: paged(),
    create: [{ body: () => ({ jobId: made.job, content: 'Hello' }) }],
    conversations: plain,
    markRead: plain,
  },
}

const pathOf = (slice: string, { path }: Row, query?: string) => {
  const subject = { tasks: made.task, schedule: made.entry, photos: made.photo }[slice]
  const id = path.startsWith('/api/jobs/') ? made.job : (subject ?? made.job)
  const filled = path.replace(':userId', w.idOf('sam')).replace(':id', id)
  return query ? `${filled}?${query}` : filled
}
/** The one of the cast whom the things above are visible to. */
const members: Record<string, Name> = { admin: 'ada', subcontractor: 'sam', client: 'cleo' }

const cases = Object.entries(asks).flatMap(([slice, table]) =>
  Object.entries(table as Record<string, readonly Ask[]>).flatMap(([name, ways]) => {
    const row = (routes[slice as keyof typeof asks] as Record<string, Row>)[name] as Row
    const people = roles.filter((role) => row.may === 'anyone' || mayEver(role, row.may))
    return ways.flatMap((ask, way) =>
      (ask.as ? [ask.as] : people.map((role) => members[role] as Name)).map((who) => {
        const title = `${row.method} ${row.path} as ${cast[who].role}, way ${way + 1}`
        return [title, { slice, row, ask, who }] as const
      }),
    )
  }),
)

describe('statements of a call, with the session: 2 for what is read, 4 for what is written', () => {
  test.each(cases)('%s', async (_title, { slice, row, ask, who }) => {
    const statements = await statementsOf(async () => {
      const answer = row.upload
        ? await send(who, made.job)
        : await w.call(who, row.method, pathOf(slice, row, ask.query), ask.body?.())
      expect(answer.status, answer.text).toBe(row.status ?? 200)
    })
    // The session is one of them, so nothing was counted past.
    expect(statements[0]).toMatch(/from "sessions"/)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(
      row.method === 'GET' ? MOST.read : MOST.written,
    )
  })
})

test('an Idempotency-Key costs two more, a repeat no write', async () => {
  const post = () =>
    statementsOf(async () => {
      const body = { jobId: made.job, content: 'Hello' }
      const answer = await w.call('sam', 'POST', '/api/messages', body, {
        'idempotency-key': made.job,
      })
      expect(answer.status).toBe(201)
    })
  expect((await post()).length).toBeLessThanOrEqual(MOST.written + 2)
  expect((await post()).length).toBe(2)
})
