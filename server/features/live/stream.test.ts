import type { LiveEvent } from '@plumbline/contract/events.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MAX_REPLAYED_EVENTS, MAX_STREAMS_PER_SESSION } from '../../events/hub.ts'
import { publish } from '../../events/publish.ts'
import { writeCanaries } from '../../testing/canaries.ts'
import { canariesIn } from '../../testing/canary.ts'
import { openStream, type TestStream } from '../../testing/stream.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'

let w: TestApp
let url: string
beforeAll(async () => {
  w = await testApp()
  url = await w.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => w.close())
const open: TestStream[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})

/** A stream of the person that resumes after the cursor, or starts now without one. */
async function follow(name: Name, after?: string) {
  const stream = await openStream(url, w.cookieOf(name), after)
  open.push(stream)
  return stream
}
const write = async (name: Name, jobId: string, audience = 'all') =>
  (await w.call(name, 'POST', '/api/messages', { jobId, content: 'Hi', audience })).body.id
const subjects = (events: readonly LiveEvent[]) => events.map(({ subjectId }) => subjectId)

test('announces a change only to people who may see it, without its content', async () => {
  const { deck } = await twoJobs(w)
  const streams = { ada: await follow('ada'), sam: await follow('sam'), carl: await follow('carl') }
  const id = await write('ada', deck, 'crew')
  const event = { id: expect.any(Number), name: 'message.created', subjectId: id, jobId: deck }
  expect(await streams.ada.next()).toEqual(event)
  expect(await streams.sam.next()).toEqual(event)
  expect(streams.carl.events).toEqual([])
})

test('is for people who are signed in', async () => {
  expect((await w.call('nobody', 'GET', '/api/events')).status).toBe(401)
  const { status } = await w.call('ada', 'GET', '/api/events', undefined, {
    'x-view-as': w.idOf('sam'),
  })
  expect(status).toBe(403)
})

test('resumes after the last event, or resets when that event is unknown', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('sam')
  expect(stream.resets).toBe(1)
  const first = await write('ada', deck)
  await stream.next()
  await stream.close()
  const missed = [await write('ada', deck), await write('ada', deck)]
  const resumed = await follow('sam', stream.lastId)
  expect([(await resumed.next()).subjectId, (await resumed.next()).subjectId]).toEqual(missed)
  expect(resumed.resets).toBe(0)
  expect(subjects(resumed.events)).not.toContain(first)
  for (const unknown of ['', 'x', '5', '-1-2', '999999999999999-1'])
    expect((await follow('sam', unknown)).resets).toBe(1)
})

test('a resumed stream receives an event that was committed late', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('sam')
  const event = (subjectId: string) => ({ name: 'task.changed', subjectId, jobId: deck }) as const
  await w.db.transaction(async (tx) => {
    // Its id is smaller than the id of the last event on the stream.
    await publish(tx, null, event('late'))
    await publish(w.db, null, event('early'))
    expect((await stream.next()).subjectId).toBe('early')
    await stream.close()
  })
  const resumed = await follow('sam', stream.lastId)
  expect((await resumed.next()).subjectId).toBe('late')
})

test('resets when more events were missed than are replayed', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('sam')
  await write('ada', deck)
  await stream.next()
  await stream.close()
  const many = Array.from({ length: MAX_REPLAYED_EVENTS + 1 }, (_, n) => ({
    name: 'task.changed' as const,
    subjectId: String(n),
    jobId: deck,
  }))
  await publish(w.db, null, ...many)
  const resumed = await follow('sam', stream.lastId)
  expect([resumed.resets, resumed.events]).toEqual([1, []])
  await publish(w.db, null, ...many)
  await expect.poll(() => resumed.resets + resumed.events.length).toBeGreaterThan(1)
})

test('a sub who is taken off a job is notified, and then receives nothing about it', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('sam')
  await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`)
  expect(await stream.next()).toMatchObject({ name: 'job.people', jobId: deck })
  const before = stream.events.length
  await write('ada', deck)
  const mine = (await w.call('sam', 'PUT', `/api/users/${w.idOf('sam')}`, { phone: '5' })).status
  expect(mine).toBe(200)
  expect((await stream.until('person.changed')).subjectId).toBe(w.idOf('sam'))
  expect(stream.events.slice(before).map(({ name }) => name)).toEqual(['person.changed'])
})

test('a stream ends at once when its session ends', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('sue')
  expect((await w.call('sue', 'POST', '/api/logout')).status).toBe(204)
  await stream.ended
  expect(stream.types.at(-1)).toBe('end')
  await write('ada', deck)
  expect(stream.events).toEqual([])
})

/** The text of everything a person can read about the subjects of events. */
async function everythingFor(name: Name): Promise<string> {
  const { body: jobs } = await w.call(name, 'GET', '/api/jobs')
  const paths = [
    ...['/api/tasks', '/api/schedule', '/api/photos', '/api/users', '/api/settings', '/api/crew'],
    '/api/my-invoices',
    ...jobs.map(({ id }: { id: string }) => `/api/jobs/${id}/messages`),
    ...jobs.map(({ id }: { id: string }) => `/api/jobs/${id}/tasks`),
    ...jobs.map(({ id }: { id: string }) => `/api/jobs/${id}/weekly-updates`),
    ...jobs.map(({ id }: { id: string }) => `/api/jobs/${id}/contract`),
  ]
  const answers = await Promise.all(paths.map((path) => w.call(name, 'GET', path)))
  return JSON.stringify(jobs) + answers.map(({ text }) => text).join('')
}

test('streams contain no text, and only ids that their person may read', async () => {
  const company = await testApp()
  const companyUrl = await company.app.listen({ host: '127.0.0.1', port: 0 })
  const names = ['ada', 'sam', 'sue', 'cleo', 'carl'] as const
  const streams = await Promise.all(
    names.map((name) => openStream(companyUrl, company.cookieOf(name))),
  )
  await writeCanaries(company)
  const outer = w
  w = company
  try {
    // Once this event has arrived, so have all events published before it.
    for (const name of names)
      await w.call('ada', 'PUT', `/api/users/${w.idOf(name)}`, { phone: '555 0199' })
    for (const [n, name] of names.entries()) {
      const stream = streams[n] as TestStream
      await expect
        .poll(() => stream.events.filter(({ subjectId }) => subjectId === w.idOf(name)).length)
        .toBeGreaterThan(0)
      expect([name, [...canariesIn(stream.text)]]).toEqual([name, []])
      if (name === 'ada') continue
      const readable = await everythingFor(name)
      const beyondReach = stream.events.filter(
        ({ name: event, subjectId }) =>
          !readable.includes(subjectId) &&
          !/^(settings|weather|absence|schedule\.moved)/.test(event),
      )
      expect([name, beyondReach]).toEqual([name, []])
    }
    const counts = streams.map((stream) => stream.events.length)
    expect(counts[0]).toBe(Math.max(...counts))
    expect(counts[4]).toBeLessThan(counts[3] ?? 0)
  } finally {
    w = outer
    for (const stream of streams) await stream.close()
    await company.close()
  }
}, 60_000)

test('a session has at most twenty streams; another one ends the oldest', async () => {
  const streams = []
  for (let n = 0; n < MAX_STREAMS_PER_SESSION; n += 1) streams.push(await follow('carl'))
  expect(streams.map(({ isOpen }) => isOpen)).not.toContain(false)
  await follow('carl')
  await streams[0]?.ended
  expect(streams.map(({ isOpen }) => isOpen)).toEqual(streams.map((_, n) => n > 0))
})

test('streams resume at the last event after a database failure', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('ada')
  const select = vi.spyOn(w.db, 'select').mockImplementationOnce(() => {
    throw new Error('away')
  })
  await publish(w.db, null, { name: 'task.changed', subjectId: 'first', jobId: deck })
  await stream.ended
  select.mockRestore()
  const resumed = await follow('ada', stream.lastId)
  expect((await resumed.until('task.changed')).subjectId).toBe('first')
  await publish(w.db, null, { name: 'task.changed', subjectId: 'second', jobId: deck })
  expect((await resumed.next()).subjectId).toBe('second')
})

test('a write returns the ids of its own events', async () => {
  const { deck } = await twoJobs(w)
  const stream = await follow('ada')
  const { headers } = await w.call('sam', 'POST', '/api/messages', { jobId: deck, content: 'Hi' })
  expect(String((await stream.next()).id)).toBe(headers['x-event-ids'])
  const refused = await w.call('sam', 'POST', '/api/messages', { jobId: deck, content: '' })
  expect(refused.headers['x-event-ids']).toBeUndefined()
})
