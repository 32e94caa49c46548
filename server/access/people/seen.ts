import { CREW_ID } from '@plumbline/contract/people.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { reads } from '@plumbline/contract/readers.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import { users } from '../../schema/people.ts'
import { clientsSeeSubs, isHiddenFromClients, settings } from '../../schema/settings.ts'
import { fullName, nameOf, roleOf } from './names.ts'

// Clients see which sub does the work only if the settings say so. Otherwise all subs are one crew
// to them, with one id and the company's name.

/** Whether the person reads what is for office and crew. */
export const isCrew = ({ role }: Person) => reads(role, 'crew')

const crewName = sql<string>`coalesce((select s.company_name || ' crew' from ${settings} s), 'Crew')`

/** The id of the person a column refers to, as the reader sees it, as SQL. */
export const seenIdOf = (reader: Person, column: AnyColumn): SQL<string> =>
  isCrew(reader)
    ? sql`${outer(column)}`
    : sql`case when ${isHiddenFromClients(roleOf(column))} then ${CREW_ID}::uuid else ${outer(column)} end`

/**
 * The full name of the person a column refers to, even if removed, as the reader sees it, as SQL.
 * Null if the column is null.
 */
export const seenNameOf = (reader: Person, column: AnyColumn): SQL<string | null> =>
  isCrew(reader)
    ? nameOf(column)
    : sql`case when ${isHiddenFromClients(roleOf(column))} then ${crewName} else ${nameOf(column)} end`

/**
 * The full name of the person in the `users` of the statement, as the reader sees it, as SQL. Null
 * if a left join found nobody.
 */
export const seenName = (reader: Person): SQL<string | null> =>
  isCrew(reader)
    ? fullName
    : sql`case when ${isHiddenFromClients(users.role)} then ${crewName} else ${fullName} end`

/** The sub that a column refers to, as SQL. Null if the reader does not see who it is. */
export const seenSubId = (reader: Person, column: AnyColumn): SQL<string | null> =>
  isCrew(reader) ? sql`${column}` : sql`case when ${clientsSeeSubs} then ${column} end`

/** Whether the reader sees who the person in the `users` of the statement is; undefined: always. */
export const isSeenBy = (reader: Person): SQL | undefined =>
  isCrew(reader) ? undefined : sql`not ${isHiddenFromClients(users.role)}`
