import type { Bid, BidSums } from '@plumbline/contract/bids.ts'
import type { ListedCustomer } from '@plumbline/contract/customers.ts'
import type { ImportReport } from '@plumbline/contract/imports.ts'
import type { InviteAddress } from '@plumbline/contract/invites.ts'
import {
  contentNouns,
  type Job,
  type JobContents,
  type JobDeletion,
  type JobTotals,
} from '@plumbline/contract/jobs.ts'
import type { NumberFormats } from '@plumbline/contract/numberFormats.ts'
import type { SavedLine } from '@plumbline/contract/priceList.ts'
import type { ProposalSettings } from '@plumbline/contract/proposalSettings.ts'
import type { ReminderSettings } from '@plumbline/contract/reminderRoutes.ts'
import type { Storage } from '@plumbline/contract/storage.ts'

/** A bid for tests with these fields changed. */
export const bid = (n: number, change: Partial<Bid> = {}): Bid => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Bid ${n}`,
  address: `${n} Elm St, Batavia`,
  status: 'pending',
  estimatedAmount: null,
  clientId: null,
  customerId: null,
  scope: null,
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

/** A customer in a list for tests with these fields changed. */
export const customer = (n: number, change: Partial<ListedCustomer> = {}): ListedCustomer => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Customer ${n}`,
  company: null,
  address: null,
  source: null,
  notes: null,
  taxExempt: false,
  taxCertificate: null,
  remindersOff: false,
  contacts: [],
  mergedIntoId: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  jobs: 0,
  openBids: 0,
  ...change,
})

/** A line of the price list for tests with these fields changed. */
export const savedLine = (n: number, change: Partial<SavedLine> = {}): SavedLine => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  description: `Line ${n}`,
  details: null,
  unit: null,
  unitPrice: '10',
  unitCost: null,
  category: 'other',
  taxable: false,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** The proposal settings of a new company for tests with these fields changed. */
export const proposalSettings = (change: Partial<ProposalSettings> = {}): ProposalSettings => ({
  ...{ taxRate: '0', taxName: 'Sales tax', validDays: 30, consentText: 'I agree to the work.' },
  ...{ licenseNumber: null, depositPercent: null, depositAmount: null, terms: [] },
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** The forms of numbers of a new company for tests with these fields changed. */
export const numberFormats = (change: Partial<NumberFormats> = {}): NumberFormats => ({
  ...{ invoicePrefix: '', invoiceDigits: 4, invoiceFirst: 1, invoiceLast: 0 },
  ...{ creditPrefix: 'CM-', creditDigits: 4, creditFirst: 1, creditLast: 0 },
  ...{ year: 2026, updatedAt: '2026-11-01T12:00:00.000Z' },
  ...change,
})

/** The settings of reminders for tests with these fields changed. */
export const reminderSettings = (change: Partial<ReminderSettings> = {}): ReminderSettings => ({
  ...{ isOn: true, steps: [-3, 3], subject: 'Invoice {invoice}', text: 'Due {due day}' },
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** The sums of a list of bids for tests. */
export const bidSums = (count: number, change: Partial<BidSums> = {}): BidSums => ({
  count,
  statuses: { pending: count, approved: 0, rejected: 0, follow_up: 0 },
  estimatedAmount: 0,
  ...change,
})

/** The sums of a list of jobs for tests. */
export const jobTotals = (count: number, change: Partial<JobTotals> = {}): JobTotals => ({
  count,
  statuses: { not_started: count, in_progress: 0, completed: 0, on_hold: 0 },
  approvedAmount: 0,
  activeApprovedAmount: 0,
  ...change,
})

const noContents = Object.fromEntries(
  Object.keys(contentNouns).map((kind) => [kind, 0]),
) as JobContents
/** The number of things deleted with a job, for tests. */
export const jobContents = (counts: Partial<JobDeletion>): JobDeletion => ({
  ...noContents,
  bidName: null,
  rentalExpenses: 0,
  ...counts,
})

/** A job for tests with these fields changed. */
export const job = (n: number, change: Partial<Job> = {}): Job => ({
  id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name: `Job ${n}`,
  address: `${n} Elm St, Batavia`,
  clientId: null,
  clientName: null,
  projectManagerId: null,
  projectManagerName: null,
  status: 'in_progress',
  progress: 40,
  startDate: null,
  endDate: null,
  notes: null,
  privateNotes: null,
  customerId: null,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  customerAddress: null,
  approvedAmount: null,
  bidId: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** Links that anyone can open, without email. */
export const inviteAddress: InviteAddress = {
  origin: 'https://plumbline.example.com',
  onlyThisComputer: false,
  hasPublicUrl: true,
  lanAddresses: [],
  sendsEmail: false,
}

/** The report of a dry run that reads no rows, with these fields changed. */
export const importReport = (change: Partial<ImportReport>): ImportReport => ({
  dryRun: true,
  source: null,
  headRow: 1,
  firstRows: [],
  columns: [],
  mapping: {},
  missing: [],
  sample: [],
  rows: 0,
  added: 0,
  withoutEmail: 0,
  existing: [],
  problems: [],
  statuses: [],
  trade: null,
  linked: 0,
  newClients: 0,
  links: [],
  unlinked: [],
  invitable: [],
  ...change,
})

/** The storage of a new company. */
export const emptyStorage: Storage = {
  photoBytes: 0,
  receiptBytes: 0,
  largest: [],
  freeBytes: 35_000_000_000,
  isLow: false,
  checksumFailures: 0,
  postgresVersion: '18.1',
  ownPostgres: true,
  untrustedProxy: false,
}
