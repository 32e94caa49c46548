import { type AnyColumn, sql } from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import { settings, users } from './table.ts'

/** The full name of the person a column points to, deleted or not; null when it points to nobody. */
export const nameOf = (column: AnyColumn) =>
  sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from ${users} u where u.id = ${outer(column)})`

/** The time zone where the company is, as SQL; UTC until it is set up. */
export const companyZone = sql<string>`coalesce((select s.time_zone from ${settings} s), 'UTC')`

/** The calendar day of a moment where the company is, as SQL; UTC until it is set up. */
export const companyDay = (at: Date) =>
  sql<string>`(${at.toISOString()}::timestamptz at time zone ${companyZone})::date`
