import type { ApiClient } from './harness/apiClient.ts'
import { story } from './harness/story.ts'

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
