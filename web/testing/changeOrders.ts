import type { ChangeLine, ChangeOrder, Contract } from '@plumbline/contract/changeOrders.ts'
import { job } from './rows.ts'

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A line of a change order for tests with these fields changed. */
export const changeLine = (description: string, change: Partial<ChangeLine> = {}): ChangeLine => ({
  ...{ description, details: null, quantity: '1', unit: null, unitPrice: '100', unitCost: null },
  ...{ category: 'other', taxable: false },
  ...change,
})

/** A draft of `job(1)` for tests with these fields changed. */
export const changeOrder = (n: number, change: Partial<ChangeOrder> = {}): ChangeOrder => ({
  id: idOf(n),
  ...{ jobId: job(1).id, jobName: 'Kitchen remodel', number: n, status: 'draft' },
  ...{
    title: `Work ${n}`,
    reason: null,
    lines: [],
    photoIds: [],
    taxRate: '0',
    daysAdded: 0,
    movesEnd: true,
  },
  ...{ total: '0.00', effect: null },
  ...{
    differsFromSent: false,
    acceptedByName: null,
    acceptNote: null,
    clientName: 'Maya Okafor',
    customerEmail: 'maya@example.com',
    customerPhone: '(847) 555-0182',
  },
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** A change order in the contract of a job for tests with these fields changed. */
export const contractChange = (
  n: number,
  change: Partial<Contract['changes'][number]> = {},
): Contract['changes'][number] => ({
  ...{ id: idOf(n), number: n, title: `Work ${n}`, status: 'draft', total: 0, daysAdded: 0 },
  ...{ lastDay: null, viewedAt: null, approvedBy: null, decidedAt: null, proposalId: null },
  ...change,
})

/** The contract of a job for tests with these fields changed, empty at first. */
export const contract = (change: Partial<Contract> = {}): Contract => ({
  ...{ original: 0, approvedChanges: 0, current: 0, waiting: 0, daysAdded: 0 },
  ...{ isSigned: false, newTaxRate: '0', proposal: null, changes: [] },
  ...change,
})
