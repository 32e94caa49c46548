import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { story } from './harness/story.ts'
import { expectInTimeZones, textLines } from './harness/timeZones.ts'

/** Completed unless `status` is given; the day decides, in any time zone. */
const jobs = [
  { name: 'First day', startDate: '2024-12-22', endDate: '2025-01-01', approvedAmount: 100_001 },
  { name: 'Also January', startDate: null, endDate: '2025-01-31', approvedAmount: 149_999 },
  { name: 'Last day', startDate: '2025-12-01', endDate: '2025-12-31', approvedAmount: 250_000 },
  { name: 'No amount', startDate: '2025-06-01', endDate: '2025-06-01', approvedAmount: null },
  { name: 'Day before', startDate: '2024-12-01', endDate: '2024-12-31', approvedAmount: 999 },
  { name: 'Day after', startDate: '2025-12-30', endDate: '2026-01-01', approvedAmount: 77 },
  { name: 'No days', startDate: null, endDate: null, approvedAmount: 5_000 },
  {
    name: 'Late',
    startDate: '2025-01-01',
    endDate: '2025-03-01',
    approvedAmount: 7_000_000,
    status: 'in_progress',
  },
  { name: 'On hold', startDate: null, endDate: null, approvedAmount: 1, status: 'on_hold' },
]

async function write(admin: ApiClient) {
  for (const job of jobs)
    await admin.request('POST', '/api/jobs', { address: '12 Elm St', status: 'completed', ...job })
}

const row = (name: string, end: string, amount: string, label: string) => [
  name,
  '12 Elm St',
  'No client',
  end,
  amount,
  label,
  'View Details',
]

// Days between start and end: 10, 30, 0, 30 and 2 over the five jobs that have both; 72 / 5 = 14.4. Seven of nine are done.
const receivables = [
  'Account Receivables',
  'Print',
  'CSV',
  'Total Completed Value',
  '$5,060.76',
  'Completed Projects',
  '7',
  'Avg Completion Time',
  '14 days',
  'Completion Rate',
  '78%',
  ...row('No days', 'Not set', '$50.00', 'Awaiting Payment'),
  ...row('Day after', 'Jan 1, 2026', '$0.77', 'Awaiting Payment'),
  ...row('Day before', 'Dec 31, 2024', '$9.99', 'Awaiting Payment'),
  ...row('No amount', 'Jun 1, 2025', '$0.00', 'Awaiting Payment'),
  ...row('Last day', 'Dec 31, 2025', '$2,500.00', 'Awaiting Payment'),
  ...row('Also January', 'Jan 31, 2025', '$1,499.99', 'Awaiting Payment'),
  ...row('First day', 'Jan 1, 2025', '$1,000.01', 'Awaiting Payment'),
]

// January and December are equal at $2,500.00; the earlier one is the best.
const completions = [
  '2025 Completions',
  ...['2026', '2025', '2024'],
  'Print',
  'CSV',
  'Total Revenue',
  '$5,000.00',
  'Completed Jobs',
  '4',
  'Average Job Value',
  '$1,250.00',
  'Best Month',
  'January',
  '$2,500.00',
  'Monthly Breakdown',
  ...['January', '2 jobs', '$2,500.00'],
  ...['December', '1 job', '$2,500.00'],
  ...['June', '1 job', '$0.00'],
  'Completed Jobs',
  ...row('Last day', 'Dec 31, 2025', '$2,500.00', 'Paid 2025'),
  ...row('No amount', 'Jun 1, 2025', '$0.00', 'Paid 2025'),
  ...row('Also January', 'Jan 31, 2025', '$1,499.99', 'Paid 2025'),
  ...row('First day', 'Jan 1, 2025', '$1,000.01', 'Paid 2025'),
]

story(
  'without completed jobs every figure is zero',
  async ({ admin, visit }) => {
    const page = await visit(admin, '/completions')
    expect(await textLines(page)).toEqual([
      'Account Receivables',
      ...['Total Completed Value', '$0.00', 'Completed Projects', '0'],
      ...['Avg Completion Time', '0 days', 'Completion Rate', '0%'],
      'No receivables yet',
      'A job stands here once it is completed',
    ])
  },
  { alone: true },
)

story(
  'receivables and the year, figure by figure, on both sides of the date line',
  async ({ admin, visit }) => {
    await write(admin)
    await expectInTimeZones(visit, admin, '/completions', () => receivables)
    await expectInTimeZones(visit, admin, '/paid-2025', () => completions)
  },
  { alone: true },
)

story(
  'another year, its CSV file and the print view',
  async ({ admin, visit }) => {
    await write(admin)
    const page = await visit(admin, '/paid-2025')
    await page.getByLabel('Year').selectOption('2024')
    await page.getByRole('heading', { name: '2024 Completions' }).waitFor()
    await page.getByText('Day before').waitFor()
    expect(await page.getByRole('main').getByText('Paid 2024').count()).toBe(1)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('completions-2024.csv')
    expect(String(await buffer(await file.createReadStream()))).toBe(
      '\ufeffJob,Address,Client,Start,End,Amount,Payment\r\nDay before,12 Elm St,,2024-12-01,2024-12-31,9.99,Paid 2024\r\n',
    )

    await page.emulateMedia({ media: 'print' })
    for (const part of ['navigation', 'banner'] as const)
      expect(await page.getByRole(part).count(), part).toBe(0)
    expect(await page.getByRole('button').count()).toBe(0)
    await page.getByRole('heading', { name: '2024 Completions' }).waitFor()
  },
  { alone: true },
)

story(
  'the money pages look right',
  async ({ admin, checkAppearance }) => {
    await write(admin)
    for (const [path, name] of [
      ['/completions', 'receivables'],
      ['/paid-2025', 'completions'],
    ] as const)
      await checkAppearance(admin, path, name, (page) => page.getByText('Last day').waitFor())
  },
  { alone: true },
)
