import { type AnyColumn, sql } from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import { users } from './table.ts'

/** The full name of the person in the `users` of the statement; null where a left join found nobody. */
export const fullName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`

/** The full name of the person a column refers to, removed or not; null where it is null. */
export const nameOf = (column: AnyColumn) =>
  sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from ${users} u where u.id = ${outer(column)})`
