import type { Bid } from '@plumbline/contract/bids.ts'

/** A bid for tests, plain but for what is changed. */
export const bid = (n: number, change: Partial<Bid> = {}): Bid => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Bid ${n}`,
  address: `${n} Elm St, Batavia`,
  status: 'pending',
  estimatedAmount: null,
  notes: null,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  customerAddress: null,
  appointmentDate: null,
  appointmentNotes: null,
  leadSource: null,
  priority: 'medium',
  followUpDate: null,
  followUpNotes: null,
  jobId: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})
