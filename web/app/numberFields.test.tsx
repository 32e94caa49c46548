import { backupRoutes } from '@plumbline/contract/backup.ts'
import { bidRoutes } from '@plumbline/contract/bids.ts'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { rentalIncomeRoutes } from '@plumbline/contract/rentalIncome.ts'
import { rentalRoutes } from '@plumbline/contract/rentals.ts'
import { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { storageRoutes } from '@plumbline/contract/storage.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../testing/open.tsx'
import { rentalStats } from '../testing/rentals.ts'
import { emptyStorage, job } from '../testing/rows.ts'
import { entry } from '../testing/schedule.ts'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const none = { body: [], headers: { 'X-Total-Count': '0' } }
beforeEach(() => {
  server.reset()
  for (const row of [
    ...[peopleRoutes.list, rentalRoutes.list, bidRoutes.list, tenantRoutes.list],
    ...[rentalIncomeRoutes.list, rentalExpenseRoutes.list, rentalExpenseRoutes.recurring],
    ...[savedViewRoutes.list, priceListRoutes.list],
  ])
    server.on(`${row.method} ${row.path}`, none)
  for (const row of [rentalIncomeRoutes.total, rentalExpenseRoutes.total])
    server.on(row, { body: { count: 0, amount: '0.00' } })
  server.on(rentalRoutes.stats, { body: rentalStats })
  server.on(bidRoutes.totals, { body: { totalJobsValue: 0, activeJobs: 0, pendingBids: 0 } })
  server.on(jobRoutes.list, { body: [job(1)], headers: { 'X-Total-Count': '1' } })
  server.on(jobRoutes.one, { body: job(1) })
  server.on(scheduleRoutes.ofJob, { body: [entry(1, { title: 'Rough plumbing' })] })
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  server.on(storageRoutes.read, { body: emptyStorage })
  server.on(backupRoutes.read, { body: { running: false, failure: null, kept: [] } })
})

const AMOUNT = 'Enter an amount such as 48,250.75'
const NUMBER = 'Enter a number such as 1,250 or 1.5'

/** Forms by their address: the control that opens more of it, its fields, and its button. */
const forms = [
  ['/jobs?new=job', 'dialog', null, [['Approved Amount', '1234,56', AMOUNT]], 'Create Job'],
  [
    '/rental-properties?new=property',
    'dialog',
    'More details',
    [
      ['Monthly Rent', '1 234,56', AMOUNT],
      ['Bedrooms', '1,5', NUMBER],
      ['Bathrooms', '1,5', NUMBER],
      ['Square Feet', '2.000', NUMBER],
      ['Security Deposit', '1.005', 'Amounts have at most two decimals'],
      ['Purchase Price', '-5', 'Amounts cannot be negative'],
    ],
    'Add Property',
  ],
  [
    `/schedule?new=entry&jobId=${job(1).id}`,
    'dialog',
    'Rough plumbing',
    [
      ['Estimated Hours', '7,5', NUMBER],
      ['Working days after Rough plumbing', '1-2', NUMBER],
    ],
    'Create Entry',
  ],
  [
    '/pending-bids?new=bid',
    'dialog',
    null,
    [['Estimated Amount', '1.234,50', AMOUNT]],
    'Create Bid',
  ],
  [
    '/rental-properties?tab=income&new=rent',
    'dialog',
    null,
    [['Amount', '12-50', AMOUNT]],
    'Record Rent',
  ],
  [
    '/rental-properties?tab=expenses&new=expense',
    'dialog',
    null,
    [['Amount', '1 23', AMOUNT]],
    'Add Expense',
  ],
  [
    '/rental-properties?tab=expenses&new=recurring',
    'dialog',
    null,
    [['Amount', '1e3', AMOUNT]],
    'Add',
  ],
  [
    '/rental-properties?tab=tenants&new=tenant',
    'dialog',
    null,
    [
      ['Monthly Rent', '1,23', AMOUNT],
      ['Security Deposit', '(5)', 'Amounts cannot be negative'],
    ],
    'Add Tenant',
  ],
  [
    '/price-list?new=line',
    'dialog',
    null,
    [
      ['Price', '1.23456', 'At most four decimals'],
      ['Our Cost', '1,5', NUMBER],
    ],
    'Add Line',
  ],
  ['/settings', 'Backups', null, [['Nightly Backups Kept', '1e2', NUMBER]], 'Save'],
  ['/settings', 'Storage', null, [['Limit for Each Person (MB)', '1.000', NUMBER]], 'Save'],
] as const

test.each(forms)('in %s (%s) a refused number stays, with its reason', async (...form) => {
  const [path, part, more, fields, submit] = form
  open(server, path, 'admin')
  const box = within(
    part === 'dialog'
      ? await screen.findByRole('dialog')
      : await screen.findByRole('region', { name: part }),
  )
  if (more) await userEvent.click(await box.findByText(more))
  const field = (name: string) => box.findByRole('textbox', { name })
  for (const [name, typed] of fields) {
    await userEvent.clear(await field(name))
    await userEvent.type(await field(name), typed)
  }
  await userEvent.click(box.getByRole('button', { name: submit }))
  for (const [name, typed, problem] of fields) {
    expect((await box.findAllByText(problem)).length).toBeGreaterThan(0)
    await waitFor(async () => expect(await field(name)).toHaveProperty('value', typed))
  }
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([])
})
