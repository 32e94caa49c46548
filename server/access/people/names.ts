import type { Role } from '@plumbline/contract/policy.ts'
import { type AnyColumn, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import { users } from '../../schema/people.ts'

/** The error for a sub or client with this name: others would take them for an admin. */
export const ADMIN_NAME_ERROR = 'This is the name of an admin'

/** A person as the subject of an audit entry. */
export const subjectOf = ({
  id,
  firstName,
  lastName,
}: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName'>) => ({
  subjectId: id,
  subject: `${firstName} ${lastName}`,
})

/**
 * The full name of the person in the `users` of the statement, as SQL. Null if a left join found
 * nobody.
 */
export const fullName = sql<string>`${users.firstName} || ' ' || ${users.lastName}`

/**
 * The full name of the person a column refers to, even if removed, as SQL. Null if the column is
 * null.
 */
export const nameOf = (column: AnyColumn) =>
  sql<
    string | null
  >`(select u.first_name || ' ' || u.last_name from ${users} u where u.id = ${outer(column)})`

/** The role of the person a column refers to, even if removed, as SQL. */
export const roleOf = (column: AnyColumn) =>
  sql<Role>`(select u.role from ${users} u where u.id = ${outer(column)})`
