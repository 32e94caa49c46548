import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type {
  Member,
  NewUser,
  Subcontractor,
  User,
  UserChange,
  UserFilter,
  UserName,
} from '@plumbline/contract/people.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { isId } from '@plumbline/contract/text.ts'
import {
  type AnyColumn,
  and,
  asc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { likePattern } from '../db/paging.ts'
import { Page } from '../http/answers.ts'
import { jobsOf } from '../jobs/assignments/queries.ts'
import { visibleTo } from '../jobs/queries.ts'
import { jobSubcontractors, jobs } from '../jobs/table.ts'
import { jobRatings } from '../subcontractors/table.ts'
import { credentials, users } from './table.ts'

export type UserRow = typeof users.$inferSelect

/** A person's card. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    specialty: row.specialty,
    phone: row.phone,
    profileImageUrl: row.profileImageUrl,
    isInvited: row.isInvited,
    inviteExpiry: row.inviteExpiry?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Those who have not left. */
export const present = isNull(users.deletedAt)

/** Whoever is a sub and has not left, by their id. */
export const subOf = (id: string) => and(present, eq(users.role, 'subcontractor'), eq(users.id, id))

const byName = [
  asc(sql`lower(${users.lastName})`),
  asc(sql`lower(${users.firstName})`),
  asc(users.id),
]

/** What comes after a person in a list by name; a 400 for a cursor that is no id. */
function afterPerson(cursor: string): SQL {
  if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
  const place = (from: SQL) => sql`lower(${from}.last_name), lower(${from}.first_name), ${from}.id`
  return sql`(${place(sql`users`)}) > (select ${place(sql`c`)} from ${users} c where c.id = ${cursor})`
}

/** The people a person learns of: oneself, the admins, and those on the jobs one sees; undefined (all) for admins. */
function knownTo(person: Person): SQL | undefined {
  if (person.role === 'admin') return undefined
  const id = outer(users.id)
  const shared = sql`exists (select 1 from ${jobs} where ${visibleTo(person)} and (${outer(jobs.clientId)} = ${id}
    or exists (select 1 from ${jobSubcontractors} m where m.job_id = ${outer(jobs.id)} and m.subcontractor_id = ${id})))`
  return or(eq(users.id, person.id), eq(users.role, 'admin'), shared)
}

const fullName = sql`${users.firstName} || ' ' || ${users.lastName}`
const searched = (word: string | undefined, ...places: (AnyColumn | SQL)[]) =>
  word ? or(...places.map((place) => ilike(place as SQL, likePattern(word)))) : undefined

/** Someone who proved once who they are: with a password or with the company's single sign-on. */
export const hasJoined = sql<boolean>`exists (select 1 from ${credentials} c where c.user_id = ${outer(users.id)})`

/** What is counted of a sub. */
export const subFigures = {
  jobCount: sql<number>`(select count(*)::int from ${jobsOf(outer(users.id))} j)`,
  rating: sql<number | null>`(select round(avg(r.score), 2)::float8 from ${jobRatings} r
    where r.subcontractor_id = ${outer(users.id)})`,
  ratingCount: sql<number>`(select count(*)::int from ${jobRatings} r where r.subcontractor_id = ${outer(users.id)})`,
  hasJoined,
}

interface SubFigures {
  readonly jobCount: number
  readonly rating: number | null
  readonly ratingCount: number
  readonly hasJoined: boolean
}

interface Paging {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

async function listBy<T>(
  db: Db,
  where: SQL | undefined,
  { limit, after }: Paging,
  figures: Partial<typeof subFigures>,
  view: (row: UserRow & SubFigures) => T,
): Promise<T[] | Page<T>> {
  const query = db
    .select({ ...getTableColumns(users), ...(figures as typeof subFigures) })
    .from(users)
    .where(and(where, after === undefined ? undefined : afterPerson(after)))
    .orderBy(...byName)
  if (limit === undefined) return (await query).map(view)
  const rows = await query.limit(limit + 1)
  const items = rows.slice(0, limit)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(users).where(where)
  return new Page(
    items.map(view),
    counted?.total ?? 0,
    rows.length > limit ? items.at(-1)?.id : undefined,
  )
}

/** People by last name: cards for an admin, names for others. Pages when the filter has a limit. */
export function listUsers(
  db: Db,
  person: Person,
  { search, role, invited, ...paging }: UserFilter,
) {
  const whole = person.role === 'admin'
  const where = and(
    present,
    knownTo(person),
    role && eq(users.role, role),
    invited === undefined ? undefined : eq(users.isInvited, invited),
    whole ? searched(search, fullName, users.email, users.specialty) : searched(search, fullName),
  )
  return listBy<Member | UserName>(db, where, paging, { hasJoined }, (row) =>
    whole
      ? { ...toUser(row), hasJoined: row.hasJoined }
      : { id: row.id, firstName: row.firstName, lastName: row.lastName, role: row.role },
  )
}

/** A sub's card. */
export const toSubcontractor = (row: UserRow & SubFigures): Subcontractor => ({
  ...toUser(row),
  jobCount: row.jobCount,
  rating: row.rating,
  ratingCount: row.ratingCount,
  hasJoined: row.hasJoined,
})

/** The subs by last name, each with the number of their jobs and the mean of their ratings. */
export function listSubcontractors(
  db: Db,
  { search, ...paging }: Omit<UserFilter, 'role' | 'invited'>,
) {
  const where = and(
    present,
    eq(users.role, 'subcontractor'),
    searched(search, fullName, users.email, users.specialty),
  )
  return listBy<Subcontractor>(db, where, paging, subFigures, toSubcontractor)
}

/** The admins who have joined. */
export function listProjectManagers(db: Db) {
  const { id, firstName, lastName, email } = users
  return db
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(present, eq(users.role, 'admin'), eq(users.isInvited, false)))
    .orderBy(...byName)
}

/** A person, and whether they have joined. */
export type FoundUser = UserRow & { readonly hasJoined: boolean }

/** A person who has not left. With `lock` the row stays as it is until the transaction ends. */
export async function findUser(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<FoundUser | undefined> {
  const query = db
    .select({ ...getTableColumns(users), hasJoined })
    .from(users)
    .where(and(present, eq(users.id, id)))
  const [row] = await (lock ? query.for('no key update') : query)
  return row
}

/** Whether nobody has any of these addresses, which are in small letters. */
export async function emailsAreFree(db: Db, emails: string[]): Promise<boolean> {
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(present, inArray(sql`lower(${users.email})`, emails)))
    .limit(1)
  return taken === undefined
}

/** Adds a person; a 409 when the address is taken. */
export async function insertUser(
  db: Db,
  person: NewUser & Partial<typeof users.$inferInsert>,
): Promise<UserRow> {
  const [row] = await db.insert(users).values(person).onConflictDoNothing().returning()
  if (!row)
    throw new Failure('emailTaken', {
      fields: { email: 'A user with this email address already exists' },
    })
  return row
}

/** Changes the fields given; a 409 when the address is taken. */
export async function updateUser(db: Db, id: string, change: UserChange): Promise<UserRow> {
  if (change.email !== undefined) {
    const [other] = await db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          present,
          sql`lower(${users.email}) = lower(${change.email})`,
          sql`${users.id} <> ${id}`,
        ),
      )
    if (other)
      throw new Failure('emailTaken', {
        fields: { email: 'A user with this email address already exists' },
      })
  }
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning()
  return row as UserRow
}

/**
 * The active admins, locked in one order until the transaction ends, so that of two changes that would leave no admin
 * the second sees the first.
 */
export function lockAdmins(db: Db) {
  return db
    .select({ id: users.id, canSignIn: hasJoined })
    .from(users)
    .where(and(present, eq(users.role, 'admin'), eq(users.isInvited, false)))
    .orderBy(asc(users.id))
    .for('no key update')
}
