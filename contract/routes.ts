import { absenceRoutes } from './absences.ts'
import { accountRoutes } from './account.ts'
import { accountLinkRoutes } from './accountLinks.ts'
import { ageingRoutes } from './ageing.ts'
import { appointmentRoutes } from './appointments.ts'
import { attentionRoutes } from './attention.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { backupRoutes } from './backup.ts'
import { baselineRoutes } from './baselines.ts'
import { bidDocumentRoutes } from './bidDocuments.ts'
import { followUpRoutes } from './bidFollowUps.ts'
import { bidRoutes } from './bids.ts'
import { billingRoutes } from './billing.ts'
import { calendarRoutes } from './calendar.ts'
import { cardPaymentRoutes } from './cardPayments.ts'
import { changeOrderDocumentRoutes } from './changeOrderDocuments.ts'
import { changeOrderRoutes } from './changeOrders.ts'
import { clientInvoiceRoutes } from './clientInvoices.ts'
import { crewRoutes } from './crew.ts'
import { customerRoutes } from './customers.ts'
import { dashboardRoutes } from './dashboard.ts'
import { exportRoutes } from './export.ts'
import { importRoutes } from './imports.ts'
import { inviteRoutes } from './invites.ts'
import { invoiceRoutes } from './invoices.ts'
import { jobRoutes } from './jobs.ts'
import { keyDateRoutes } from './keyDates.ts'
import { messageRoutes } from './messages.ts'
import { notificationRoutes, notificationSettingsRoutes } from './notifications.ts'
import { numberFormatRoutes } from './numberFormats.ts'
import { passkeyRoutes } from './passkeys.ts'
import { paymentRoutes } from './payments.ts'
import { peopleRoutes } from './people.ts'
import { photoRoutes } from './photos.ts'
import { presenceRoutes } from './presence.ts'
import { priceListRoutes } from './priceList.ts'
import { pricingRoutes } from './pricing.ts'
import { proposalSettingsRoutes } from './proposalSettings.ts'
import { proposalRoutes } from './proposals.ts'
import { quickBooksRoutes } from './quickBooks.ts'
import { reminderRoutes } from './reminderRoutes.ts'
import { rentalExpenseRoutes } from './rentalExpenses.ts'
import { rentalIncomeRoutes } from './rentalIncome.ts'
import { rentalReportRoutes } from './rentalReports.ts'
import { rentalRoutes } from './rentals.ts'
import type { Row } from './route.ts'
import { salesTaxRoutes } from './salesTax.ts'
import { savedViewRoutes } from './savedViews.ts'
import { scheduleRoutes } from './schedule.ts'
import { scheduleAttentionRoutes } from './scheduleAttention.ts'
import { scheduleMoveRoutes } from './scheduleMoves.ts'
import { scheduleWeekRoutes } from './scheduleWeek.ts'
import { secondFactorRoutes } from './secondFactor.ts'
import { settingsRoutes } from './settings.ts'
import { setupRoutes } from './setup.ts'
import { statementRoutes } from './statements.ts'
import { storageRoutes } from './storage.ts'
import { subcontractorRoutes } from './subcontractors.ts'
import { taskRoutes } from './tasks.ts'
import { templateRoutes } from './templates.ts'
import { tenantRoutes } from './tenants.ts'
import { weeklyUpdateRoutes } from './weeklyUpdates.ts'

/** Every table of routes, by slice: what the API document lists and the contract test walks. */
export const routes = {
  auth: authRoutes,
  setup: setupRoutes,
  account: accountRoutes,
  accountLinks: accountLinkRoutes,
  secondFactor: secondFactorRoutes,
  passkeys: passkeyRoutes,
  people: peopleRoutes,
  invites: inviteRoutes,
  subcontractors: subcontractorRoutes,
  settings: settingsRoutes,
  storage: storageRoutes,
  backups: backupRoutes,
  jobs: jobRoutes,
  customers: customerRoutes,
  savedViews: savedViewRoutes,
  tasks: taskRoutes,
  schedule: scheduleRoutes,
  scheduleMoves: scheduleMoveRoutes,
  scheduleAttention: scheduleAttentionRoutes,
  scheduleWeek: scheduleWeekRoutes,
  baselines: baselineRoutes,
  templates: templateRoutes,
  crew: crewRoutes,
  absences: absenceRoutes,
  keyDates: keyDateRoutes,
  calendar: calendarRoutes,
  photos: photoRoutes,
  messages: messageRoutes,
  presence: presenceRoutes,
  notifications: notificationRoutes,
  notificationSettings: notificationSettingsRoutes,
  weeklyUpdates: weeklyUpdateRoutes,
  bids: bidRoutes,
  bidFollowUps: followUpRoutes,
  pricing: pricingRoutes,
  bidDocuments: bidDocumentRoutes,
  priceList: priceListRoutes,
  proposalSettings: proposalSettingsRoutes,
  numberFormats: numberFormatRoutes,
  proposals: proposalRoutes,
  invoices: invoiceRoutes,
  payments: paymentRoutes,
  reminders: reminderRoutes,
  statements: statementRoutes,
  quickBooks: quickBooksRoutes,
  clientInvoices: clientInvoiceRoutes,
  cardPayments: cardPaymentRoutes,
  changeOrders: changeOrderRoutes,
  changeOrderDocuments: changeOrderDocumentRoutes,
  appointments: appointmentRoutes,
  billing: billingRoutes,
  ageing: ageingRoutes,
  salesTax: salesTaxRoutes,
  dashboard: dashboardRoutes,
  attention: attentionRoutes,
  rentals: rentalRoutes,
  tenants: tenantRoutes,
  rentalIncome: rentalIncomeRoutes,
  rentalExpenses: rentalExpenseRoutes,
  rentalReports: rentalReportRoutes,
  imports: importRoutes,
  export: exportRoutes,
  audit: auditRoutes,
}

/** All rows in one list. */
export const allRows: readonly Row[] = Object.values(routes).flatMap(
  (table) => Object.values(table) as Row[],
)
