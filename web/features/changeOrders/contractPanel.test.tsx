import { type Contract, changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contract, contractChange } from '../../testing/changeOrders.ts'
import { open, people } from '../../testing/open.tsx'
import { bid, job as jobOf } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const job = jobOf(1, { name: 'Kitchen remodel', bidId: bid(9).id })
const signedCopy = (n: number) => `0198c0de-0000-7000-8000-00000000020${n}`

const approved = [
  contractChange(1, {
    ...{ title: 'Outlets in the pantry', status: 'approved', total: 198_000 },
    ...{ approvedBy: 'Maya Okafor', decidedAt: '2026-11-05T18:00:00.000Z' },
    proposalId: signedCopy(1),
  }),
  contractChange(2, {
    ...{ title: 'No tile in the hall', status: 'approved', total: -50_000, daysAdded: 2 },
    ...{ approvedBy: 'Dana Reyes', decidedAt: '2025-12-09T18:00:00.000Z' },
  }),
]
const waiting = contractChange(3, {
  ...{ title: 'Under-cabinet lighting', status: 'sent', total: 124_000, daysAdded: 1 },
  ...{ lastDay: '2026-11-23', viewedAt: '2026-11-18T18:00:00.000Z', proposalId: signedCopy(3) },
})
const whole: Contract = contract({
  ...{ original: 8_322_000, approvedChanges: 148_000, current: 8_470_000, waiting: 124_000 },
  ...{ daysAdded: 2, isSigned: true },
  proposal: {
    ...{ id: signedCopy(0), number: 'P-2026-0019', signedBy: 'Maya Okafor' },
    signedAt: '2026-10-22T18:00:00.000Z',
  },
  changes: [...approved, waiting],
})

let read: Contract
beforeEach(() => {
  server.reset()
  read = whole
  server.on(jobRoutes.one, { body: { ...job, clientId: people.client.id } })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(changeOrderRoutes.contract, () => ({ body: read }))
})

const show = (role: keyof typeof people) => open(server, `/jobs/${job.id}`, role)
const findPanel = async () => within(await screen.findByRole('region', { name: 'Contract' }))
type Panel = Awaited<ReturnType<typeof findPanel>>
const rows = async (panel: Panel) =>
  within(await panel.findByRole('list', { name: 'Contract' }))
    .getAllByRole('listitem')
    .map((row) => [...row.children].map(({ textContent }) => textContent?.trim()))
const figures = (panel: Panel) =>
  panel.getAllByRole('term').map((term) => term.parentElement?.textContent)
const href = (panel: Panel, name: string) => panel.getByRole('link', { name }).getAttribute('href')

test('the office reads what adds up to the contract, and what is not part of it', async () => {
  read = {
    ...whole,
    changes: [
      ...whole.changes,
      contractChange(4, { title: 'Glass doors', total: 216_000, daysAdded: 1 }),
      contractChange(5, { status: 'expired', total: 100, lastDay: '2026-11-16' }),
      contractChange(6, { status: 'declined', decidedAt: '2026-11-17T18:00:00.000Z' }),
      contractChange(7, { status: 'withdrawn' }),
      contractChange(8, { status: 'sent', lastDay: '2026-11-30' }),
    ],
  }
  show('admin')
  const panel = await findPanel()
  expect(await rows(panel)).toEqual([
    ['Signed', 'Signed proposal P-2026-0019, Maya Okafor, Oct 22 Signed copy', '', '83,220.00'],
    [
      ...['Approved', 'Change 1, Outlets in the pantry Maya Okafor, Nov 5 Signed copy'],
      ...['', '+1,980.00'],
    ],
    [
      ...['Approved', 'Change 2, No tile in the hall Dana Reyes, Dec 9, 2025'],
      ...['2 days', '−500.00'],
    ],
    ['', 'Current contract', '2 days', '84,700.00'],
    [
      ...['Waiting', 'Change 3, Under-cabinet lighting viewed yesterday, answer by Nov 23'],
      ...['1 day', '+1,240.00'],
    ],
    ['Draft', 'Change 4, Glass doors not sent yet', '1 day', '+2,160.00'],
    ['Expired', 'Change 5, Work 5 answer was due Nov 16', '', '+1.00'],
    ['Declined', 'Change 6, Work 6 Nov 17', '', '0.00'],
    ['Withdrawn', 'Change 7, Work 7', '', '0.00'],
    ['Waiting', 'Change 8, Work 8 not viewed yet, answer by Nov 30', '', '0.00'],
  ])
  expect(figures(panel)).toEqual([
    'Current contract$84,700.00',
    'Original$83,220.00',
    'Approved changes+$1,480.00',
    'Waiting+$1,240.00',
  ])
  expect(href(panel, 'Signed proposal')).toBe(`/pending-bids/${bid(9).id}`)
  expect(href(panel, 'Change 4, Glass doors')).toBe(`/change-orders/${contractChange(4).id}`)
  const copies = panel.getAllByRole('link', { name: /^Signed copy of/ })
  expect(
    copies.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['Signed copy of P-2026-0019', `/api/proposals/${signedCopy(0)}/document.pdf`],
    ['Signed copy of change 1', `/api/proposals/${signedCopy(1)}/document.pdf`],
  ])
  expect(screen.getByRole('link', { name: 'Contract' }).getAttribute('href')).toBe('#contract')
})

test('a client reads the contract without what is for the office', async () => {
  show('client')
  const panel = await findPanel()
  const [signed, , , , open] = await rows(panel)
  expect(signed?.[1]).toBe('Signed proposal P-2026-0019, Maya Okafor, Oct 22 Signed copy')
  expect(panel.queryByRole('link', { name: 'Signed proposal' })).toBeNull()
  expect(open?.[1]).toBe('Change 3, Under-cabinet lighting answer by Nov 23')
  expect(href(panel, 'Change 3, Under-cabinet lighting')).toBe(`/change-orders/${waiting.id}`)
  expect(panel.queryByRole('button')).toBeNull()
  expect(panel.queryByText(/without drafts/)).toBeNull()
})

test('a job without a signed proposal begins with its original amount', async () => {
  read = contract({ original: 10_000, current: 10_000, changes: [contractChange(1)] })
  show('admin')
  const panel = await findPanel()
  expect((await rows(panel)).slice(0, 2)).toEqual([
    ['', 'Original amount', '', '100.00'],
    ['', 'Current contract', '', '100.00'],
  ])
  expect(figures(panel)).toHaveLength(3)
})

test('while there is nothing in it, only the office has the section', async () => {
  read = contract({ original: 10_000, current: 10_000 })
  show('admin')
  const panel = await findPanel()
  expect(await panel.findByText(/^No change orders yet/)).toBeTruthy()
  expect(panel.getByRole('button', { name: 'New change order' })).toBeTruthy()
})

test.each(['client', 'subcontractor'] as const)(
  'a %s has no section while there is nothing for them',
  async (role) => {
    if (role === 'client') read = contract({ original: 10_000, current: 10_000 })
    show(role)
    await screen.findByRole('region', { name: 'Schedule' })
    if (role === 'client') await screen.findByRole('region', { name: 'Weekly updates' })
    expect(screen.queryByRole('region', { name: 'Contract' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Contract' })).toBeNull()
    const reads = server.seen.filter(({ url }) => url.endsWith('/contract'))
    expect(reads).toHaveLength(role === 'client' ? 1 : 0)
  },
)

test('a contract that cannot be read can be tried again', async () => {
  server.on(changeOrderRoutes.contract, { failure: 'unavailable' })
  show('admin')
  const panel = await findPanel()
  const retry = await panel.findByRole('button', { name: 'Try again' })
  server.on(changeOrderRoutes.contract, () => ({ body: read }))
  await userEvent.click(retry)
  expect(await rows(panel)).toHaveLength(5)
})
