import { baselineText, finishText } from '@plumbline/contract/baselines.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let deck: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  const job = { name: 'Deck', address: 'Elm St', clientId: w.idOf('cleo') }
  deck = (await w.call('ada', 'POST', '/api/jobs', job)).body.id
})

const url = () => `/api/jobs/${deck}/baseline`
const read = async () => (await w.call('ada', 'GET', url())).body
const keep = (name: Name = 'ada') => w.call(name, 'PUT', url())
async function newEntry(title: string, startDate: string, endDate: string, more: object = {}) {
  const body = { jobId: deck, title, startDate, endDate, ...more }
  return (await w.call('ada', 'POST', '/api/schedule', body)).body.id as string
}
const move = async (id: string, endDate: string, reason?: string) =>
  (await w.call('ada', 'PUT', `/api/schedule/${id}`, { endDate, reason })).body.moveId

describe('a baseline', () => {
  test('stores the days of every entry, and has the reasons why the job is behind', async () => {
    const framing = await newEntry('Framing', '2026-03-02', '2026-03-04')
    const canceled = await newEntry('Pergola', '2026-03-02', '2026-04-30', { status: 'cancelled' })
    await move(framing, '2026-03-05', 'Client')
    expect(await read()).toEqual({
      promised: null,
      finish: '2026-03-05',
      daysBehind: 0,
      reasons: [],
    })
    expect(await keep()).toMatchObject({
      status: 200,
      body: {
        promised: { finish: '2026-03-05', keptByName: 'Ada Adler', createdAt: expect.any(String) },
        daysBehind: 0,
      },
    })
    await move(framing, '2026-03-10', 'Weather')
    await move(framing, '2026-03-13', 'Material')
    const undone = await move(framing, '2026-03-20', 'Weather')
    await w.call('ada', 'POST', `/api/schedule-moves/${undone}/undo`)
    const behind = await read()
    expect(behind).toMatchObject({
      finish: '2026-03-13',
      daysBehind: 8,
      reasons: [
        { reason: 'Weather', days: 5 },
        { reason: 'Material', days: 3 },
      ],
    })
    expect(baselineText(behind)).toBe('8 days later than promised, 5 of them weather')
    const added = await newEntry('Stain', '2026-03-02', '2026-03-03')
    const { body } = await w.call('ada', 'GET', `/api/jobs/${deck}/schedule`)
    const promised = Object.fromEntries(
      body.map((entry: { id: string; baselineStartDate: string; baselineEndDate: string }) => [
        entry.id,
        [entry.baselineStartDate, entry.baselineEndDate],
      ]),
    )
    expect(promised).toEqual({
      [framing]: ['2026-03-02', '2026-03-05'],
      [canceled]: [null, null],
      [added]: [null, null],
    })
  })

  test('attributes no more days to a reason than the job is behind', async () => {
    const framing = await newEntry('Framing', '2026-03-02', '2026-03-04')
    await keep()
    await move(framing, '2026-03-14', 'Weather')
    await move(framing, '2026-03-08')
    const behind = await read()
    expect(behind).toMatchObject({ daysBehind: 4, reasons: [{ reason: 'Weather', days: 10 }] })
    expect(baselineText(behind)).toBe('4 days later than promised, 4 of them weather')
    await move(framing, '2026-03-02')
    expect(baselineText(await read())).toBe('2 days earlier than promised')
  })

  test('is replaced by the next one and can be removed', async () => {
    const framing = await newEntry('Framing', '2026-03-02', '2026-03-04')
    await keep()
    await move(framing, '2026-03-06', 'Weather')
    expect((await keep()).body).toMatchObject({ daysBehind: 0, reasons: [] })
    expect((await w.call('ada', 'DELETE', url())).status).toBe(204)
    expect(await read()).toMatchObject({ promised: null })
    expect((await w.call('ada', 'DELETE', url())).status).toBe(404)
    const { body } = await w.call('ada', 'GET', `/api/schedule/${framing}`)
    expect(body.baselineEndDate).toBeNull()
  })

  test('needs entries, is for admins, and its days are hidden from clients', async () => {
    expect(await keep()).toMatchObject({ status: 409, body: { code: 'nothingPlanned' } })
    const id = await newEntry('Framing', '2026-03-02', '2026-03-04')
    await keep()
    for (const name of ['sam', 'cleo'] as const) {
      expect((await keep(name)).status).toBe(403)
      expect((await w.call(name, 'GET', url())).status).toBe(403)
    }
    const { body } = await w.call('cleo', 'GET', `/api/schedule/${id}`)
    expect(body.baselineEndDate).toBeNull()
    expect((await w.call('ada', 'GET', `/api/jobs/${newId()}/baseline`)).status).toBe(404)
    expect((await w.call('ada', 'PUT', `/api/jobs/${newId()}/baseline`)).status).toBe(404)
  })
})

describe('the finish of a job', () => {
  const finish = async (name: Name = 'cleo') =>
    (await w.call(name, 'GET', `/api/jobs/${deck}/finish`)).body
  const onTime = { days: 0, reason: null }

  test('has the days moved since the baseline, with the last standard reason', async () => {
    const framing = await newEntry('Framing', '2026-03-02', '2026-03-04')
    const stain = await newEntry('Stain', '2026-03-09', '2026-03-10')
    await move(stain, '2026-03-12', 'Client')
    expect(await finish()).toEqual(onTime)
    await keep()
    expect(await finish()).toEqual(onTime)
    await move(stain, '2026-03-13', 'Weather')
    await move(stain, '2026-03-16', 'Inspection')
    // Moves that do not change the finish and undone moves do not count.
    await move(framing, '2026-03-05', 'Sub')
    const undone = await move(stain, '2026-03-20', 'Material')
    await w.call('ada', 'POST', `/api/schedule-moves/${undone}/undo`)
    for (const name of ['ada', 'cleo'] as const)
      expect(await finish(name)).toEqual({ days: 4, reason: 'Inspection' })
    // Free text is for office and crew only, and a move that recovers days is no reason for a
    // delay.
    await move(stain, '2026-03-18', 'They fired the painter')
    await move(stain, '2026-03-17', 'Client')
    expect(await finish()).toEqual({ days: 5, reason: null })
    await move(stain, '2026-03-11', 'Weather')
    expect(await finish()).toEqual({ days: -1, reason: null })
    await w.call('ada', 'PUT', `/api/schedule/${stain}`, { status: 'cancelled' })
    expect(await finish()).toMatchObject({ days: -7 })
  })

  test('is that of the entries a client may see', async () => {
    const framing = await newEntry('Framing', '2026-03-02', '2026-03-04')
    const invoice = await newEntry('Invoice', '2026-03-09', '2026-03-10', { internal: true })
    await keep()
    await move(framing, '2026-03-05', 'Weather')
    await move(invoice, '2026-03-13', 'Client')
    expect(await finish()).toEqual({ days: 1, reason: null })
    expect(await finish('ada')).toEqual({ days: 3, reason: null })
    // The office compares with the promise even after the promised entry was deleted.
    await w.call('ada', 'DELETE', `/api/schedule/${invoice}`)
    expect(await finish('ada')).toEqual({ days: -5, reason: null })
  })

  test('is a 404 for people who are not on the job', async () => {
    for (const name of ['carl', 'sam'] as const)
      expect((await w.call(name, 'GET', `/api/jobs/${deck}/finish`)).status).toBe(404)
  })
})

test.each([
  [{ days: 0, reason: null }, ''],
  [{ days: 1, reason: null }, '1 day later than planned'],
  [{ days: 2, reason: 'Inspection' }, '2 days later than planned · Inspection'],
  [{ days: -3, reason: null }, '3 days earlier than planned'],
] as const)('%o reads as "%s"', (moved, text) => {
  expect(finishText(moved)).toBe(text)
})

test.each([
  [{ daysBehind: 1, reasons: [] }, '1 day later than promised'],
  [
    {
      daysBehind: 9,
      reasons: [
        { reason: null, days: 7 },
        { reason: 'Late truss', days: 2 },
      ],
    },
    '9 days later than promised, 2 of them “Late truss”',
  ],
  [{ daysBehind: -2, reasons: [] }, '2 days earlier than promised'],
  [{ daysBehind: 0, reasons: [] }, 'On the promised day'],
])('%o reads as %s', (facts, text) => {
  const promised = { finish: '2026-03-04', keptByName: 'Ada', createdAt: '' }
  expect(baselineText({ promised, finish: '2026-03-04', ...facts })).toBe(text)
})
