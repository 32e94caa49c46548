import type { Row } from '@plumbline/contract/route.ts'
import { routes } from '@plumbline/contract/routes.ts'
import * as accounts from './slices/accounts.ts'
import { attention } from './slices/attention.ts'
import { bidFollowUps } from './slices/bidFollowUps.ts'
import { bids } from './slices/bids.ts'
import { billing } from './slices/billing.ts'
import { calendar } from './slices/calendar.ts'
import { cardPayments } from './slices/cardPayments.ts'
import { changeOrders } from './slices/changeOrders.ts'
import { clientInvoices } from './slices/clientInvoices.ts'
import * as company from './slices/company.ts'
import * as crew from './slices/crew.ts'
import { customers } from './slices/customers.ts'
import { imports } from './slices/imports.ts'
import { invoices, numberFormats } from './slices/invoices.ts'
import { jobs } from './slices/jobs.ts'
import * as messages from './slices/messages.ts'
import * as notifications from './slices/notifications.ts'
import { payments } from './slices/payments.ts'
import * as people from './slices/people.ts'
import { photos } from './slices/photos.ts'
import * as pricing from './slices/pricing.ts'
import { proposals } from './slices/proposals.ts'
import { quickBooks } from './slices/quickBooks.ts'
import { reminders } from './slices/reminders.ts'
import * as rentals from './slices/rentals.ts'
import { savedViews } from './slices/savedViews.ts'
import * as schedule from './slices/schedule.ts'
import { statements } from './slices/statements.ts'
import { subcontractors } from './slices/subcontractors.ts'
import { tasks } from './slices/tasks.ts'
import { templates } from './slices/templates.ts'
import { weeklyUpdates } from './slices/weeklyUpdates.ts'
import type { SliceTests } from './walk/sliceTests.ts'

type Tables = typeof routes

/** Of slices that only read what others write. */
const readOnly = { writes: {} }

/** The tests of every table of rows. A writing row without a case does not compile. */
export const slices: { readonly [T in keyof Tables]: SliceTests<Tables[T]> } = {
  auth: accounts.auth,
  setup: company.setup,
  account: accounts.account,
  accountLinks: accounts.accountLinks,
  secondFactor: accounts.secondFactor,
  passkeys: accounts.passkeys,
  people: people.people,
  invites: people.invites,
  subcontractors,
  settings: company.settings,
  storage: readOnly,
  backups: company.backups,
  jobs,
  customers,
  savedViews,
  tasks,
  schedule: schedule.schedule,
  scheduleMoves: schedule.scheduleMoves,
  scheduleAttention: readOnly,
  scheduleWeek: schedule.scheduleWeek,
  baselines: schedule.baselines,
  templates,
  crew: crew.crew,
  absences: crew.absences,
  keyDates: readOnly,
  calendar,
  photos,
  messages: messages.messages,
  presence: messages.presence,
  notifications: notifications.notifications,
  notificationSettings: notifications.notificationSettings,
  weeklyUpdates,
  bids,
  bidFollowUps,
  pricing: pricing.pricing,
  bidDocuments: readOnly,
  priceList: pricing.priceList,
  proposalSettings: pricing.proposalSettings,
  numberFormats,
  proposals,
  changeOrders,
  changeOrderDocuments: readOnly,
  invoices,
  payments,
  reminders,
  statements,
  quickBooks,
  clientInvoices,
  cardPayments,
  appointments: readOnly,
  billing,
  ageing: readOnly,
  salesTax: readOnly,
  dashboard: readOnly,
  attention,
  rentals: rentals.rentals,
  tenants: rentals.tenants,
  rentalIncome: rentals.rentalIncome,
  rentalExpenses: rentals.rentalExpenses,
  rentalReports: readOnly,
  imports,
  export: company.exported,
  audit: readOnly,
}

/** The same without the types of their rows, for what is read of all of them. */
export const allSlices: readonly SliceTests<object>[] = Object.values(slices)

/** Every writing row, with its case. */
export const writeCases = Object.entries(routes).flatMap(([name, table]) => {
  const { writes } = slices[name as keyof Tables] as SliceTests<Record<string, Row>>
  return Object.entries(table as Record<string, Row>)
    .filter(([, { method }]) => method !== 'GET')
    .map(([key, row]) => {
      const prepare = writes[key]
      if (!prepare)
        throw new Error(`${row.method} ${row.path} has no case in server/testing/slices/`)
      return { title: `${row.method} ${row.path}`, row, prepare }
    })
})
