import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { auditEntries } from '../../schema/audit.ts'
import { bidAppointments, pendingBids } from '../../schema/bids.ts'
import { calendarFeeds } from '../../schema/calendar.ts'
import { crewAbsences, crewSchedule, movedCrewDays } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { messageReads, messages } from '../../schema/messages.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import {
  depositReturns,
  leaseChanges,
  propertyJobs,
  propertyPhotos,
  recurringExpenses,
  rentalExpenses,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../../schema/rentals.ts'
import {
  scheduleBaselines,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
  weatherDays,
} from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { jobRatings, privateNotes } from '../../schema/subcontractors.ts'
import { taskCorrespondence, tasks } from '../../schema/tasks.ts'
import { scheduleTemplates } from '../../schema/templates.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'

/** All tables but those of secrets, of what only this installation works with, and of what is made of others. */
const exported: readonly PgTable[] = [
  settings,
  users,
  jobs,
  jobSubcontractors,
  tasks,
  taskCorrespondence,
  scheduleEntries,
  scheduleDependencies,
  scheduleBaselines,
  scheduleChanges,
  scheduleMoves,
  scheduleMoveJobs,
  scheduleTemplates,
  weatherDays,
  crewSchedule,
  crewAbsences,
  movedCrewDays,
  messages,
  messageReads,
  weeklyUpdates,
  photos,
  pendingBids,
  bidAppointments,
  jobRatings,
  privateNotes,
  rentalProperties,
  propertyPhotos,
  propertyJobs,
  tenants,
  leaseChanges,
  depositReturns,
  rentalIncome,
  rentalExpenses,
  recurringExpenses,
  calendarFeeds,
  auditEntries,
]

/** Hashes of secret links, in tables that are exported otherwise. */
const secretColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['invite_token'],
  calendar_feeds: ['token_hash'],
}

/** A table as it is exported. */
export interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Reads all of it, every column as text, in the order of its key. */
  readonly query: string
}

const quoted = (names: readonly string[], ending = '') =>
  names.map((name) => `"${name}"${ending}`).join(', ')

function toExported(table: PgTable): ExportedTable {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const secret = secretColumns[name] ?? []
  const names = columns.map((column) => column.name).filter((column) => !secret.includes(column))
  const own = columns.filter((column) => column.primary)
  const key = (primaryKeys[0]?.columns ?? own).map((column) => `"${name}"."${column.name}"`)
  return {
    name,
    columns: names,
    query: `select ${quoted(names, '::text')} from "${name}" order by ${key.join(', ')}`,
  }
}

/** The tables of the company's data. */
export const exportedTables: readonly ExportedTable[] = exported.map(toExported)
