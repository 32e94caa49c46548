import { addDays } from '@plumbline/contract/dates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { crewSchedule } from '../../schema/crew.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { answerPath, answerToken } from './answerToken.ts'

const DAY = '2096-03-05'

let w: TestApp
let dayId: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: '<b>12 Elm St' })
  const { body: entry } = await w.call('ada', 'POST', '/api/schedule', {
    ...{ jobId: job.body.id, title: 'Footings', startDate: DAY, endDate: DAY },
    assignedSubcontractorId: w.idOf('sam'),
  })
  const { body: days } = await w.call('ada', 'GET', `/api/schedule/${entry.id}/crew`)
  dayId = days[0].id
  await w.db.delete(events)
})

const link = (assignedDate = DAY) => {
  const day = { id: dayId, subcontractorId: w.idOf('sam'), assignedDate }
  return answerPath(answerToken(day, w.settings.sessionSecret))
}
const open = (path = link()) => w.call('nobody', 'GET', path)
const post = (fields: Record<string, string>, path = link()) =>
  w.call('nobody', 'POST', path, String(new URLSearchParams(fields)), {
    'content-type': 'application/x-www-form-urlencoded',
  })
const answer = async () => {
  const [row] = await w.db.select().from(crewSchedule)
  return [row?.confirmed, row?.declined, row?.declineReason]
}
const change = (body: object) => w.call('ada', 'PUT', `/api/crew/${dayId}`, body)

test('the link is a page that shows the day, changes nothing and signs nobody in', async () => {
  const { status, text, headers } = await open()
  expect(status).toBe(200)
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['cache-control']).toBe('no-store')
  for (const part of ['Can you come?', 'Mon, Mar 5, 2096, 8 AM – 5 PM', 'Footings', 'Deck'])
    expect(text).toContain(part)
  expect(text).toContain('&lt;b&gt;12 Elm St')
  expect(await answer()).toEqual([false, false, null])
})

test('the sub confirms, or declines with a reason, and may change their mind', async () => {
  const confirmed = await post({ answer: 'yes' })
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, link()])
  expect(confirmed.headers['set-cookie']).toBeUndefined()
  expect(await answer()).toEqual([true, false, null])
  expect((await open()).text).toContain('You confirmed this day')
  const published = await w.db.select().from(events)
  expect(published.map(({ name, actorId }) => [name, actorId])).toEqual([
    ['crew.answered', w.idOf('sam')],
  ])
  const silent = await post({ answer: 'no', declineReason: ' ' })
  expect([silent.status, silent.text]).toEqual([400, expect.stringContaining('Say why')])
  expect(await answer()).toEqual([true, false, null])
  expect((await post({ answer: 'no', declineReason: 'Truck broke' })).status).toBe(303)
  expect(await answer()).toEqual([false, true, 'Truck broke'])
  expect((await post({ answer: 'maybe' })).status).toBe(400)
})

test.each<[string, () => Promise<unknown>]>([
  ['moved', () => change({ assignedDate: addDays(DAY, 1) })],
  ['given to another sub', () => change({ subcontractorId: w.idOf('sue') })],
  ['deleted', () => w.call('ada', 'DELETE', `/api/crew/${dayId}`)],
  ['over', () => w.db.update(crewSchedule).set({ assignedDate: '2020-03-05' })],
])('the link of a day that was %s no longer works', async (_, work) => {
  await work()
  for (const path of [link(), link('2020-03-05')]) {
    const page = await open(path)
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('no longer works')])
    expect((await post({ answer: 'yes' }, path)).status).toBe(404)
  }
  const [row] = await w.db.select().from(crewSchedule)
  expect(row?.confirmed ?? false).toBe(false)
})

test('a link for another day or sub, or a made-up one, does not work', async () => {
  const [id, proof] = [dayId.replaceAll('-', ''), link().slice(-43)]
  const otherId = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
  const forged = [link(addDays(DAY, 1)), `${otherId}${proof}`, `${id}${'A'.repeat(43)}`, 'x']
  for (const path of forged.map((one) => (one.startsWith('/') ? one : answerPath(one)))) {
    expect((await open(path)).status).toBe(404)
    expect((await post({ answer: 'yes' }, path)).status).toBe(404)
  }
  expect(await answer()).toEqual([false, false, null])
})

test('a sub who is asked gets a text with a short link for each day', async () => {
  const { body } = await w.call('ada', 'POST', '/api/crew/ask', { from: DAY, to: DAY })
  const [asked] = body.asked
  expect(asked).toMatchObject({ id: w.idOf('sam'), emailed: false })
  expect(asked.text).toMatch(/: can you come\?\nMon, Mar 5, 2096, 8 AM – 5 PM: Footings, Deck, /)
  expect(asked.text.endsWith(link())).toBe(true)
  expect(link().split('/').at(-1)?.length).toBeLessThanOrEqual(100)
})
