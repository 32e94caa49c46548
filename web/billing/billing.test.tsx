import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { csv } from '../shell/csv.ts'
import { open } from '../testing/open.tsx'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => server.reset())

const bath = {
  id: '0198c0de-0000-7000-8000-0000000000aa',
  name: 'Primary bath',
  address: '230 Third St, Geneva',
  clientName: 'S. Whitcombe',
  endDate: '2025-10-09',
  approvedAmount: 2_748_000,
}

test('receivables: the four figures, and each job awaits payment', async () => {
  server.on('GET /api/receivables', {
    body: {
      totalCompletedValue: 2_748_000,
      completedProjects: 1,
      avgCompletionDays: 53,
      completionRate: 38,
    },
  })
  server.on('GET /api/jobs', { body: [bath], headers: { 'X-Total-Count': '1' } })
  open(server, '/completions', 'admin')
  expect(await screen.findByRole('heading', { name: 'Account Receivables', level: 1 })).toBeTruthy()
  for (const [label, value] of [
    ['Total Completed Value', '$27,480.00'],
    ['Completed Projects', '1'],
    ['Avg Completion Time', '53 days'],
    ['Completion Rate', '38%'],
  ] as const) {
    expect((await screen.findByText(label)).nextElementSibling?.textContent).toBe(value)
  }
  const [row] = screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('Primary bath'))
  expect(within(row as HTMLElement).getByText('Awaiting Payment')).toBeTruthy()
  expect(within(row as HTMLElement).getByText('Oct 9, 2025')).toBeTruthy()
})

test('no receivables yet', async () => {
  server.on('GET /api/receivables', {
    body: { totalCompletedValue: 0, completedProjects: 0, avgCompletionDays: 0, completionRate: 0 },
  })
  server.on('GET /api/jobs', { body: [] })
  open(server, '/completions', 'admin')
  expect(await screen.findByText('No receivables yet')).toBeTruthy()
})

test('the year is 2025 until another is picked', async () => {
  const year = (value: number, count: number) => ({
    year: value,
    years: [2026, 2025],
    totalRevenue: 2_748_000 * count,
    count,
    averageJobValue: 2_748_000,
    bestMonth: { month: 10, revenue: 2_748_000 * count, jobs: count },
    months: [{ month: 10, revenue: 2_748_000 * count, jobs: count }],
    jobs:
      count === 1
        ? [bath]
        : [bath, { ...bath, id: '0198c0de-0000-7000-8000-0000000000ab', name: 'Attic' }],
  })
  server.on('GET /api/completions', ({ url }) => ({
    body: url.includes('2026') ? year(2026, 2) : year(2025, 1),
  }))
  open(server, '/paid-2025', 'admin')
  expect(await screen.findByRole('heading', { name: '2025 Completions', level: 1 })).toBeTruthy()
  expect(await screen.findByText('Paid 2025')).toBeTruthy()
  expect(screen.getByText('Best Month').nextElementSibling?.textContent).toBe('October')
  await userEvent.selectOptions(screen.getByLabelText('Year'), '2026')
  expect(await screen.findByRole('heading', { name: '2026 Completions', level: 1 })).toBeTruthy()
  expect(await screen.findAllByText('Paid 2026')).toHaveLength(2)
})

test('a CSV keeps commas, quotes and line breaks, and starts no formula', () => {
  expect(csv([['a,b', 'say "hi"', 'two\nlines', '=1+1', '-5', 'plain']])).toBe(
    `"a,b","say ""hi""","two\nlines",'=1+1,'-5,plain\r\n`,
  )
})
