import type { Present } from '@plumbline/contract/presence.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { settings } from '../../schema/settings.ts'
import { openStream, type TestStream } from '../../testing/stream.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'

let w: TestApp
let url: string
let deck: string
const open: TestStream[] = []
beforeAll(async () => {
  w = await testApp()
  url = await w.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => w.close())
beforeEach(async () => {
  ;({ deck } = await twoJobs(w))
})
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})

async function follow(name: Name) {
  const stream = await openStream(url, w.cookieOf(name))
  open.push(stream)
  return stream
}
const show = (name: Name | 'nobody', body: object) =>
  w.call(name, 'PUT', '/api/presence', { tab: `tab-of-${name}`, state: 'viewing', ...body })
const statesIn = (stream: TestStream) =>
  stream.presence.map(({ firstName, state }) => `${firstName} ${state}`)

test('people on the job see who is viewing it, until they leave', async () => {
  const [ada, sam, carl] = [await follow('ada'), await follow('sam'), await follow('carl')]
  expect((await show('sam', { jobId: deck })).body).toEqual([])
  await expect.poll(() => statesIn(ada)).toEqual(['Sam viewing'])
  const { body } = await show('cleo', { jobId: deck })
  expect(body).toEqual([
    {
      jobId: deck,
      personId: w.idOf('sam'),
      ...{ firstName: 'Sam', lastName: 'Stone', role: 'subcontractor', state: 'viewing' },
    } satisfies Present,
  ])
  await expect.poll(() => statesIn(sam)).toEqual(['Cleo viewing'])
  await show('sam', { jobId: null })
  await expect.poll(() => statesIn(ada)).toEqual(['Sam viewing', 'Cleo viewing', 'Sam left'])
  expect((await show('ada', { jobId: deck })).body).toMatchObject([{ firstName: 'Cleo' }])
  expect(carl.presence).toEqual([])
  await show('cleo', { jobId: null })
  await show('ada', { jobId: null })
})

test('clients do not see subs where the settings hide them, and subs see clients', async () => {
  const [ada, sam, cleo] = [await follow('ada'), await follow('sam'), await follow('cleo')]
  await w.db.insert(settings).values({ companyName: 'C', timeZone: 'UTC', clientsSeeSubs: false })
  await show('sam', { jobId: deck })
  expect((await show('cleo', { jobId: deck })).body).toEqual([])
  expect((await show('ada', { jobId: deck })).body).toHaveLength(2)
  await expect.poll(() => statesIn(ada)).toEqual(['Sam viewing', 'Cleo viewing'])
  await expect.poll(() => statesIn(sam)).toEqual(['Cleo viewing', 'Ada viewing'])
  await expect.poll(() => statesIn(cleo)).toEqual(['Ada viewing'])
  await w.db.delete(settings)
  for (const name of ['sam', 'cleo', 'ada'] as const) await show(name, { jobId: null })
})

test('only the chosen readers of a message see that it is being typed', async () => {
  const [sam, cleo] = [await follow('sam'), await follow('cleo')]
  await show('ada', { jobId: deck, state: 'typing', audience: 'crew' })
  await expect.poll(() => statesIn(sam)).toEqual(['Ada typing'])
  await show('ada', { jobId: deck, state: 'typing', audience: 'client' })
  await expect.poll(() => statesIn(cleo)).toEqual(['Ada typing'])
  expect(statesIn(sam)).toHaveLength(1)
  expect((await show('sam', { jobId: deck, state: 'typing', audience: 'client' })).status).toBe(403)
  await show('ada', { jobId: null })
})

test('viewing a job without access is answered like an unknown one, and not announced', async () => {
  const ada = await follow('ada')
  await show('ada', { jobId: deck })
  for (const jobId of [deck, newId()]) {
    const { status, body } = await show('carl', { jobId })
    expect([status, body]).toEqual([200, []])
  }
  await show('sam', { jobId: deck })
  await expect.poll(() => statesIn(ada)).toEqual(['Sam viewing'])
  await show('ada', { jobId: null })
})

test('viewing ends after a minute and a half without a call', async () => {
  const ada = await follow('ada')
  await show('sam', { jobId: deck })
  await expect.poll(() => statesIn(ada)).toEqual(['Sam viewing'])
  const now = w.clock.now
  w.clock.now = new Date(now.getTime() + 89_000)
  expect((await show('cleo', { jobId: deck })).body).toMatchObject([{ firstName: 'Sam' }])
  await expect.poll(() => statesIn(ada)).toContain('Cleo viewing')
  w.clock.now = new Date(now.getTime() + 91_000)
  expect((await show('ada', { jobId: deck })).body.map((one: Present) => one.firstName)).toEqual([
    'Cleo',
  ])
  w.clock.now = now
})

test.each([
  [{ jobId: 'x', tab: 'a' }, 'jobId'],
  [{ tab: 'a b' }, 'tab'],
  [{ tab: 'a', state: 'left' }, 'state'],
])('refuses %j', async (body, field) => {
  const { status, body: answer } = await show('ada', { jobId: deck, ...body })
  expect([status, Object.keys(answer.fields)]).toEqual([400, [field]])
})

test('is for people who are signed in', async () => {
  expect((await show('nobody', { jobId: deck })).status).toBe(401)
})
