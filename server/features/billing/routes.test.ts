import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '../../schema/jobs.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const read = async (url: string) => (await w.call('ada', 'GET', url)).body

test('every figure is 0 without jobs', async () => {
  expect(await read('/api/receivables')).toEqual({
    totalCompletedValue: 0,
    completedProjects: 0,
    avgCompletionDays: 0,
    completionRate: 0,
  })
  expect(await read('/api/completions')).toEqual({
    year: 2025,
    years: [2025],
    totalRevenue: 0,
    received: 0,
    count: 0,
    averageJobValue: 0,
    bestMonth: null,
    months: [],
  })
})

test('the figures equal those calculated by hand', async () => {
  const job = (
    name: string,
    startDate: string | null,
    endDate: string | null,
    approvedAmount: number | null,
    status = 'completed' as const,
  ) => ({ name, address: 'Elm St', startDate, endDate, approvedAmount, status })
  await w.db
    .insert(jobs)
    .values([
      job('first day', '2024-12-22', '2025-01-01', 100_001),
      job('last day', '2025-12-01', '2025-12-31', 250_000),
      job('also January', null, '2025-01-31', 149_999),
      job('no amount', '2025-06-01', '2025-06-01', null),
      job('day before', '2024-12-01', '2024-12-31', 999),
      job('day after', '2025-12-30', '2026-01-01', 77),
      job('no end', '2025-01-01', null, 5_000),
      { ...job('still going', '2025-01-01', '2025-03-01', 7_000_000), status: 'in_progress' },
      { ...job('on hold', null, null, 1), status: 'on_hold' },
    ])
  // Days: 10, 30, 0, 30 and 2 over five jobs with both dates: 72 / 5 = 14.4.
  expect(await read('/api/receivables')).toEqual({
    totalCompletedValue: 100_001 + 250_000 + 149_999 + 999 + 77 + 5_000,
    completedProjects: 7,
    avgCompletionDays: 14,
    completionRate: 78,
  })
  const year = await read('/api/completions')
  expect(year).toMatchObject({
    year: 2025,
    years: [2026, 2025, 2024],
    totalRevenue: 500_000,
    count: 4,
    averageJobValue: 125_000,
    // January and December are equal, so the earlier one is the best.
    bestMonth: { month: 1, revenue: 250_000, jobs: 2 },
    months: [
      { month: 1, revenue: 250_000, jobs: 2 },
      { month: 12, revenue: 250_000, jobs: 1 },
      { month: 6, revenue: 0, jobs: 1 },
    ],
  })
  const inOrder = ['last day', 'no amount', 'also January', 'first day']
  const names = (list: { name: string }[]) => list.map((one) => one.name)
  expect(names(await read('/api/completions/jobs'))).toEqual(inOrder)
  const paged: string[] = []
  for (let url: string | undefined = '/api/completions/jobs?year=2025&limit=1'; url; ) {
    const page = await w.call('ada', 'GET', url)
    expect(page.headers['x-total-count']).toBe('4')
    paged.push(...names(page.body))
    url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
  }
  expect(paged).toEqual(inOrder)
  expect(names(await read('/api/completions/jobs?year=2024'))).toEqual(['day before'])
  expect(await read('/api/completions?year=2024')).toMatchObject({ totalRevenue: 999, count: 1 })
  await w.db.insert(jobs).values(job('long ago', null, '2019-03-01', 1))
  expect((await read('/api/completions?year=2022')).years).toEqual([2026, 2025, 2024, 2022, 2019])
})

test.each(['year=20', 'year=1899x', 'year=3000', 'year=2025&year=2024'])(
  'refuses ?%s',
  async (query) => {
    expect((await w.call('ada', 'GET', `/api/completions?${query}`)).status).toBe(400)
    expect((await w.call('ada', 'GET', `/api/completions/jobs?${query}`)).status).toBe(400)
  },
)

test.each(['limit=0', 'limit=201', 'after=x'])('refuses jobs with ?%s', async (query) => {
  expect((await w.call('ada', 'GET', `/api/completions/jobs?${query}`)).status).toBe(400)
})

test('is for admins only', async () => {
  for (const name of ['sam', 'cleo'] as const) {
    expect((await w.call(name, 'GET', '/api/receivables')).status).toBe(403)
    expect((await w.call(name, 'GET', '/api/completions')).status).toBe(403)
    expect((await w.call(name, 'GET', '/api/completions/jobs')).status).toBe(403)
  }
})
