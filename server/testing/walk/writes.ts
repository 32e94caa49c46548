import type { Row } from '@plumbline/contract/route.ts'
import { routes } from '@plumbline/contract/routes.ts'
import type { Writes } from './case.ts'
import * as accounts from './writes/accounts.ts'
import * as talk from './writes/communication.ts'
import * as company from './writes/company.ts'
import * as rentals from './writes/rentals.ts'
import * as schedule from './writes/schedule.ts'
import * as work from './writes/work.ts'

type Tables = typeof routes

/** The cases of every table of rows. A writing row without a case does not compile. */
const writes: { readonly [T in keyof Tables]: Writes<Tables[T]> } = {
  auth: accounts.authWrites,
  setup: company.setupWrites,
  account: accounts.accountWrites,
  accountLinks: accounts.accountLinkWrites,
  secondFactor: accounts.secondFactorWrites,
  passkeys: accounts.passkeyWrites,
  people: company.peopleWrites,
  invites: company.inviteWrites,
  subcontractors: company.subcontractorWrites,
  settings: company.settingsWrites,
  storage: {},
  backups: company.backupWrites,
  jobs: work.jobWrites,
  savedViews: work.savedViewWrites,
  tasks: work.taskWrites,
  schedule: schedule.scheduleWrites,
  scheduleMoves: schedule.scheduleMoveWrites,
  scheduleAttention: {},
  scheduleWeek: {},
  baselines: schedule.baselineWrites,
  templates: work.templateWrites,
  crew: schedule.crewWrites,
  absences: schedule.absenceWrites,
  keyDates: {},
  calendar: talk.calendarWrites,
  photos: talk.photoWrites,
  messages: talk.messageWrites,
  presence: talk.presenceWrites,
  notifications: talk.notificationWrites,
  notificationSettings: talk.notificationSettingsWrites,
  weeklyUpdates: talk.weeklyUpdateWrites,
  bids: work.bidWrites,
  billing: {},
  dashboard: {},
  attention: talk.attentionWrites,
  rentals: rentals.rentalWrites,
  tenants: rentals.tenantWrites,
  rentalIncome: rentals.rentalIncomeWrites,
  rentalExpenses: rentals.rentalExpenseWrites,
  rentalReports: {},
  imports: company.importWrites,
  export: company.exportWrites,
  audit: {},
}

/** Every writing row, with its case. */
export const writeCases = Object.entries(routes).flatMap(([name, table]) => {
  const cases = writes[name as keyof Tables] as Writes<Record<string, Row>>
  return Object.entries(table as Record<string, Row>)
    .filter(([, { method }]) => method !== 'GET')
    .map(([key, row]) => {
      const prepare = cases[key]
      if (!prepare) throw new Error(`${row.method} ${row.path} has no case`)
      return { title: `${row.method} ${row.path}`, row, prepare }
    })
})
