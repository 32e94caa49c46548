import { addDays, formatDay } from '@plumbline/contract/dates.ts'
import { centsOf, formatDollars } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents, formatCents } from '@plumbline/contract/money.ts'
import { addMonths, daysInMonth } from '@plumbline/contract/months.ts'
import {
  type LeaseState,
  type LedgerMonth,
  type Tenant,
  type TenantFilter,
  tenantRoutes,
  tenantStatuses,
} from '@plumbline/contract/tenants.ts'
import type { z } from 'zod'
import { pagedQuery, query } from '../../../api/query.ts'
import { csv } from '../../../screens/csv.ts'
import { oneOf } from '../../../screens/screen.ts'
import { plural } from '../../../ui/format.ts'
import type { StatusStyle, Tone } from '../../../ui/status.ts'
import { propertyIdOf, type RentalSearch } from '../search.ts'

/** The filter of the list of tenants. */
type ListFilter = Pick<z.input<typeof TenantFilter>, 'search' | 'status' | 'propertyId'>

/** The filtered tenants, paginated. */
export const tenantPages = (filter: ListFilter) => pagedQuery(tenantRoutes.list, { query: filter })

/** One tenant with their lease. */
export const tenantQuery = (id: string) => query(tenantRoutes.one, { params: { id } })

/** The rent changes and renewals of a lease, oldest first. */
export const leaseChangesQuery = (id: string) =>
  query(tenantRoutes.leaseChanges, { params: { id } })

/** The rent of a tenant by month, newest first. */
export const ledgerQuery = (id: string) => query(tenantRoutes.ledger, { params: { id } })

/** The deposits of a tenant, with their returns and deductions. */
export const depositsQuery = (id: string) => query(tenantRoutes.deposits, { params: { id } })

/** The formatted last day of a lease, or `Open`. */
export const openDay = (leaseEnd: string | null) => (leaseEnd ? formatDay(leaseEnd) : 'Open')

/** `Jul 1, 2025 – Jun 30, 2026`, `Jul 1, 2025 – open`, or `No lease`. */
export function leaseDates({ leaseStart, leaseEnd }: Pick<Tenant, 'leaseStart' | 'leaseEnd'>) {
  if (!leaseStart) return 'No lease'
  return `${formatDay(leaseStart)} – ${leaseEnd ? formatDay(leaseEnd) : 'open'}`
}

/** The formatted amount, or `Not set`. */
export const amountText = (amount: string | null) => (amount ? formatDollars(amount) : 'Not set')

/** A text with a color for its urgency. */
interface Toned {
  readonly text: string
  readonly tone: Tone
}

/** A lease with fewer remaining days than this is highlighted. */
const ENDING_SOON_DAYS = 60

const days = (count: number) => plural(count, 'day', 'days')

/** The remaining term of a lease: `Ends in 45 days`, `Ended 12 days ago`, `No end`. */
export function expiryOf(tenant: Tenant): Toned {
  const { leaseState, leaseStart, leaseEnd, daysToExpiry } = tenant
  if (leaseState === 'none') return { text: '', tone: 'neutral' }
  if (leaseState === 'former') return { text: `Moved out ${formatDay(leaseEnd)}`, tone: 'neutral' }
  if (leaseState === 'upcoming') return { text: `Starts ${formatDay(leaseStart)}`, tone: 'info' }
  if (daysToExpiry === null) return { text: 'No end', tone: 'neutral' }
  if (daysToExpiry < 0) return { text: `Ended ${days(-daysToExpiry)} ago`, tone: 'bad' }
  const text = daysToExpiry === 0 ? 'Ends today' : `Ends in ${days(daysToExpiry)}`
  return { text, tone: daysToExpiry < ENDING_SOON_DAYS ? 'warn' : 'neutral' }
}

/** Formats a balance in cents. Positive is owed, negative is paid ahead. */
export function balanceOf(
  cents: number,
): Toned & { readonly amount: string; readonly word: string } {
  const amount = formatCents(Math.abs(cents))
  if (cents === 0) return { amount, word: '', text: amount, tone: 'neutral' }
  const word = cents > 0 ? 'owed' : 'ahead'
  return { amount, word, text: `${amount} ${word}`, tone: cents > 0 ? 'bad' : 'good' }
}

/** The badge style of each lease state. */
export const leaseStyles: Readonly<Record<LeaseState, StatusStyle>> = {
  upcoming: { label: 'Upcoming', variant: 'secondary', tone: 'info', mark: 'half' },
  current: { label: 'Current', variant: 'default', tone: 'good', mark: 'dot' },
  ended: { label: 'Lease ended', variant: 'destructive', tone: 'bad', mark: 'diamond' },
  former: { label: 'Moved out', variant: 'outline', tone: 'neutral', mark: 'cross' },
  none: { label: 'No lease', variant: 'outline', tone: 'neutral', mark: 'ring' },
}

/** The amount a month adds to the balance, in cents: the rent due minus the amount received. */
export const openCentsOf = ({ expected, received, isDue }: LedgerMonth) =>
  (isDue ? centsOf(expected) : 0) - centsOf(received)

/** Tenants as CSV. Amounts owed and paid ahead have separate columns without a sign. */
export function tenantsCsv(tenants: readonly Tenant[]): string {
  const head = [
    ...['First Name', 'Last Name', 'Property', 'Email', 'Phone', 'Emergency Contact'],
    ...['Emergency Phone', 'Lease', 'Lease Start', 'Lease End', 'Rent', 'Deposit Agreed'],
    ...['Deposit Held', 'Owed', 'Paid Ahead', 'Notes'],
  ]
  const rows = tenants.map((tenant) => {
    const balance = centsOf(tenant.balance)
    return [
      ...[tenant.firstName, tenant.lastName, tenant.propertyAddress],
      ...[tenant.email, tenant.phone, tenant.emergencyContact, tenant.emergencyPhone],
      ...[leaseStyles[tenant.leaseState].label, tenant.leaseStart, tenant.leaseEnd],
      ...[tenant.rentToday, tenant.securityDeposit, tenant.depositHeld],
      ...[dollarsFromCents(Math.max(0, balance)), dollarsFromCents(Math.max(0, -balance))],
      tenant.notes,
    ].map((value) => value ?? '')
  })
  return csv([head, ...rows])
}

/** The first day of the month after a day. */
export const nextMonthStart = (day: string) => `${addMonths(day.slice(0, 7), 1)}-01`

/** The last day of the year that starts on `start`. */
export function yearEnd(start: string): string {
  const month = addMonths(start.slice(0, 7), 12)
  const day = Number(start.slice(8))
  // A year that starts on a leap day ends on the last day of February.
  if (day > daysInMonth(month)) return `${month}-${daysInMonth(month)}`
  return addDays(`${month}-${start.slice(8)}`, -1)
}

/** The filter of the tenants from the URL: active ones by default, of any status for `all`. */
export const tenantFilterOf = (address: RentalSearch) => ({
  search: address.search,
  propertyId: propertyIdOf(address),
  status:
    address.status === 'all' ? undefined : (oneOf(...tenantStatuses)(address.status) ?? 'active'),
})
