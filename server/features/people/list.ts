import type { ListedMember, UserFilter, UserName, UserTotals } from '@plumbline/contract/people.ts'
import { type Person, type Role, roles } from '@plumbline/contract/policy.ts'
import type { UserOrder, UserSort } from '@plumbline/contract/userOrders.ts'
import { and, eq, getTableColumns, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { fullName } from '../../access/people/names.ts'
import {
  afterPerson,
  byName,
  hasJoined,
  type ListedUser,
  matchesPerson,
  notRemoved,
  toUser,
} from '../../access/people/queries.ts'
import { isSeenBy } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { type Order, orderBy, type Places, placeIn } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { credentials } from '../../schema/auth.ts'
import { customers } from '../../schema/customers.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { visibleTo } from '../jobs/queries.ts'

/**
 * The people whom a person may see, as a condition on `users`: themselves, the admins, and the
 * people on their jobs, without the subs that are hidden from clients. Undefined (no condition) for
 * admins.
 */
function knownTo(person: Person): SQL | undefined {
  if (person.role === 'admin') return undefined
  const id = outer(users.id)
  const shared = sql`exists (select 1 from ${jobs} where ${visibleTo(person)} and (${outer(jobs.clientId)} = ${id}
    or exists (select 1 from ${jobSubcontractors} m where m.job_id = ${outer(jobs.id)} and m.subcontractor_id = ${id})))`
  return or(eq(users.id, person.id), eq(users.role, 'admin'), and(shared, isSeenBy(person)))
}

const nameMatches = ({ search, alike }: Pick<UserFilter, 'search' | 'alike'>) =>
  search ? contains(fullName, search, { alike }) : undefined

const isInvited = eq(users.isInvited, true)
const statuses: Readonly<Record<NonNullable<UserFilter['status']>, SQL | undefined>> = {
  joined: hasJoined,
  invited: and(isInvited, not(hasJoined)),
  notInvited: and(not(isInvited), not(hasJoined)),
  canInvite: and(not(isInvited), not(hasJoined), isNotNull(users.email)),
}

/** Whether somebody is the client or a sub of a job that is not completed. */
const isOnOpenJob = sql`(exists (select 1 from ${jobs} j where j.client_id = ${outer(users.id)} and j.status <> 'completed')
  or exists (select 1 from ${jobSubcontractors} m join ${jobs} j on j.id = m.job_id
    where m.subcontractor_id = ${outer(users.id)} and j.status <> 'completed'))`

/**
 * The people a person may list. Filters by fields that the person may not read are ignored, since
 * the results and counts would reveal them.
 */
const matching = (
  person: Person,
  { search, role, invited, status, onOpenJob, alike }: UserFilter,
) =>
  and(
    notRemoved,
    knownTo(person),
    role && eq(users.role, role),
    ...(person.role === 'admin'
      ? [
          invited === undefined ? undefined : eq(users.isInvited, invited),
          status && statuses[status],
          onOpenJob && isOnOpenJob,
          matchesPerson(search, alike),
        ]
      : [nameMatches({ search, alike })]),
  )

const places: Places<UserSort> = {
  name: (row) => [inNaturalOrder(sql`${row}.last_name`), inNaturalOrder(sql`${row}.first_name`)],
  role: (row) => [placeIn(roles, sql`${row}.role`)],
  specialty: (row) => [
    sql`${row}.specialty is null`,
    inNaturalOrder(sql`coalesce(${row}.specialty, '')`),
  ],
  status: (row) => [
    sql`exists (select 1 from ${credentials} j where j.user_id = ${row}.id)`,
    sql`${row}.is_invited`,
  ],
  created: (row) => [sql`${row}.created_at`],
}

const defaultOrder: Order<ListedUser> = { by: byName, after: afterPerson, cursorOf: ({ id }) => id }

const orderOf = ({ role }: Person, sort: UserOrder | undefined): Order<ListedUser> =>
  sort && role === 'admin' ? orderBy(users, places, sort) : defaultOrder

const customerAddress = sql<
  string | null
>`(select c.address from ${customers} c where c.id = ${outer(users.customerId)})`
type ListedRow = ListedUser & { readonly customerAddress: string | null }

/**
 * People by last name or sorted: full records for an admin, names for others. A page when the
 * filter has a limit.
 */
export function listUsers(
  db: Db,
  person: Person,
  filter: UserFilter,
): Promise<List<ListedMember | UserName>> {
  const where = matching(person, filter)
  const { limit, after, sort, total } = filter
  const order = orderOf(person, sort)
  const query = db
    .select({
      ...getTableColumns(users),
      hasJoined,
      customerAddress,
      total: total ? notCounted : totalOf(users, where, limit),
    })
    .from(users)
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  const toItem = (row: ListedRow): ListedMember | UserName =>
    person.role === 'admin'
      ? {
          ...toUser(row, person.role),
          hasJoined: row.hasJoined,
          customerAddress: row.customerAddress,
        }
      : { id: row.id, firstName: row.firstName, lastName: row.lastName, role: row.role }
  return listOrPage(query, limit, toItem, order.cursorOf)
}

const ofRole = (role: Role) => sql<number>`(count(*) filter (where ${users.role} = ${role}))::int`

/** The number of matching people that the person may list, in all and by role. */
export async function totalUsers(db: Db, person: Person, filter: UserFilter): Promise<UserTotals> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      admin: ofRole('admin'),
      subcontractor: ofRole('subcontractor'),
      client: ofRole('client'),
    })
    .from(users)
    .where(matching(person, filter))
  const { count, ...counted } = row ?? { count: 0, admin: 0, subcontractor: 0, client: 0 }
  return { count, roles: counted }
}
