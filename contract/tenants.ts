import { z } from 'zod'
import { addDays, day, inOrder, optionalDay } from './dates.ts'
import { dollarAmount, optionalDollars, paidDollars } from './dollars.ts'
import { month } from './months.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import {
  id,
  line,
  optionalEmail,
  optionalId,
  optionalLine,
  optionalPhone,
  optionalPhrase,
  optionalText,
  text,
} from './text.ts'

/** A tenant is `former` from the day they moved out. */
export const tenantStatuses = ['active', 'former'] as const

/**
 * The state of a tenant's lease today: not begun, running, expired although nobody moved out, moved
 * out, or no lease at all.
 */
export const leaseStates = ['upcoming', 'current', 'ended', 'former', 'none'] as const
export type LeaseState = (typeof leaseStates)[number]

/**
 * A tenant and their lease of one home. A tenant who moves to another home has another lease. Money
 * is exact dollars as text.
 */
export const Tenant = z.object({
  id,
  propertyId: id.nullable(),
  propertyAddress: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  emergencyContact: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  leaseStart: z.iso.date().nullable(),
  /** The last day, included; null for a lease without an end. */
  leaseEnd: z.iso.date().nullable(),
  /** The rent at the beginning of the lease. */
  monthlyRent: z.string().nullable(),
  /** The rent today; the first rent if the lease has not begun, the last one if it is over. */
  rentToday: z.string().nullable(),
  /** The agreed deposit; the deposit held is `depositHeld`. */
  securityDeposit: z.string().nullable(),
  /**
   * The first day for which rent is expected, if the lease is older than the books; null for all of
   * it.
   */
  rentFrom: z.iso.date().nullable(),
  status: z.enum(tenantStatuses),
  leaseState: z.enum(leaseStates),
  /**
   * Days until the lease ends, negative if it has ended; null for an open lease, without a lease,
   * and for a former tenant.
   */
  daysToExpiry: z.number().int().nullable(),
  /** Rent due by today, less rent received by today: negative when paid ahead. */
  balance: z.string(),
  /** Deposits received, less returns and deductions. */
  depositHeld: z.string(),
  notes: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Tenant = z.infer<typeof Tenant>

const fields = {
  propertyId: optionalId.optional(),
  firstName: line(300, 'First name is required'),
  lastName: line(300, 'Last name is required'),
  email: optionalEmail.optional(),
  phone: optionalPhone.optional(),
  emergencyContact: optionalLine(300).optional(),
  emergencyPhone: optionalPhone.optional(),
  leaseStart: optionalDay.optional(),
  leaseEnd: optionalDay.optional(),
  monthlyRent: optionalDollars().optional(),
  securityDeposit: optionalDollars().optional(),
  rentFrom: optionalDay.optional(),
  notes: optionalText(10_000).optional(),
}

const ENDS_FIRST = 'The lease cannot end before it starts'

/** A tenant with a lease, or without one yet. */
export const NewTenant = z
  .object(fields, 'Send the tenant as an object')
  .refine(({ leaseStart, leaseEnd }) => inOrder(leaseStart, leaseEnd), {
    path: ['leaseEnd'],
    message: ENDS_FIRST,
  })
  .refine(({ leaseStart, leaseEnd }) => leaseStart || !leaseEnd, {
    path: ['leaseStart'],
    message: 'Enter the first day of the lease',
  })
  .refine(({ leaseStart, propertyId }) => !leaseStart || propertyId, {
    path: ['propertyId'],
    message: 'Choose the property of the lease',
  })
  .refine(({ leaseStart, monthlyRent }) => !leaseStart || monthlyRent, {
    path: ['monthlyRent'],
    message: 'Enter the rent of the lease',
  })
export type NewTenant = z.output<typeof NewTenant>

/**
 * Only the fields sent are changed, to correct what was entered. A new rent from a day on and a
 * renewal are lease changes, and moving out is a separate call. `active` restores a tenant who did
 * not move out after all.
 */
export const TenantChange = z
  .object(
    {
      ...fields,
      firstName: fields.firstName.optional(),
      lastName: fields.lastName.optional(),
      status: z.enum(tenantStatuses, 'status is active or former').optional(),
    },
    'Send the change as an object',
  )
  .refine(({ leaseStart, leaseEnd }) => inOrder(leaseStart, leaseEnd), {
    path: ['leaseEnd'],
    message: ENDS_FIRST,
  })
export type TenantChange = z.output<typeof TenantChange>

export const TenantFilter = z.object({
  ...pageQuery,
  propertyId: id.optional(),
  status: z.enum(tenantStatuses, 'status is active or former').optional(),
})
export type TenantFilter = z.output<typeof TenantFilter>

/** A new rent from a day on; a renewal agrees on a new end as well. */
export const LeaseChange = z.object({
  id,
  kind: z.enum(['rent', 'renewal']),
  startsOn: z.iso.date(),
  monthlyRent: z.string(),
  /** The end that a renewal agreed on; null for an open one, and for a change of the rent alone. */
  leaseEnd: z.iso.date().nullable(),
  /** The end before the renewal. */
  previousEnd: z.iso.date().nullable(),
  createdAt: z.iso.datetime(),
})
export type LeaseChange = z.infer<typeof LeaseChange>

/** The use of a home between the end of a lease and its later renewal. */
const leaseGaps = ['stayed', 'empty'] as const

/**
 * The days between the end of a lease and its renewal, first and last; undefined when it continues
 * without a gap.
 */
export function gapBefore(
  { leaseEnd }: Pick<Tenant, 'leaseEnd'>,
  startsOn: string,
): { first: string; last: string } | undefined {
  if (!leaseEnd || startsOn <= addDays(leaseEnd, 1)) return undefined
  return { first: addDays(leaseEnd, 1), last: addDays(startsOn, -1) }
}

/**
 * With `kind: 'renewal'`, `leaseEnd` is the new last day, or null for an open lease. `gap` is
 * required when days lie between: with `stayed` the rent before holds on them, with `empty` none is
 * owed.
 */
export const NewLeaseChange = z
  .object(
    {
      kind: z.enum(['rent', 'renewal'], 'kind is rent or renewal'),
      startsOn: day,
      monthlyRent: dollarAmount(),
      leaseEnd: optionalDay.optional(),
      gap: z
        .union(
          [z.enum(leaseGaps), z.literal(['', null]).transform(() => undefined)],
          'gap is stayed or empty',
        )
        .optional(),
    },
    'Send the change of the lease as an object',
  )
  .refine(({ kind, startsOn, leaseEnd }) => kind === 'rent' || inOrder(startsOn, leaseEnd), {
    path: ['leaseEnd'],
    message: 'The renewal cannot end before it starts',
  })
export type NewLeaseChange = z.output<typeof NewLeaseChange>

/** `leaseEnd` is the last day of the tenant in the home. */
export const MoveOut = z.object({ leaseEnd: day }, 'Send the last day as an object')
export type MoveOut = z.output<typeof MoveOut>

/** One month of a tenant's rent. */
export const LedgerMonth = z.object({
  month,
  expected: z.string(),
  received: z.string(),
  /** The first day on which rent of the month is due; null when none is. */
  dueOn: z.iso.date().nullable(),
  /** Whether it is due by today and so counts in the balance. */
  isDue: z.boolean(),
  /** The day of the last payment that was not reversed. */
  paidOn: z.iso.date().nullable(),
})
export type LedgerMonth = z.infer<typeof LedgerMonth>

const Deduction = z.object({
  description: text(300, 'Say what the deduction is for'),
  amount: paidDollars,
})

/**
 * The amount of a deposit that is returned, and each deduction with its reason. A deduction is
 * income on that day.
 */
export const NewDepositReturn = z.object(
  {
    returnedOn: day,
    amount: dollarAmount(),
    paymentMethod: optionalPhrase(50).optional(),
    deductions: z.array(Deduction, 'deductions is a list').max(30, 'At most 30').optional(),
    notes: optionalText(2000).optional(),
  },
  'Send the return as an object',
)
export type NewDepositReturn = z.output<typeof NewDepositReturn>

export const DepositReturn = z.object({
  id,
  tenantId: id,
  returnedOn: z.iso.date(),
  /** The amount paid back; negative for a reversal. */
  amount: z.string(),
  paymentMethod: z.string().nullable(),
  notes: z.string().nullable(),
  /** `id` is the income entry. */
  deductions: z.array(z.object({ id, description: z.string(), amount: z.string() })),
  reversesId: id.nullable(),
  reversedById: id.nullable(),
  /** The person who recorded it; null for entries of earlier versions. */
  recordedByName: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type DepositReturn = z.infer<typeof DepositReturn>

/** The deposits of a tenant: received − deducted − returned = held. */
export const Deposits = z.object({
  agreed: z.string().nullable(),
  received: z.string(),
  deducted: z.string(),
  returned: z.string(),
  held: z.string(),
  /** Oldest first. */
  returns: z.array(DepositReturn),
})
export type Deposits = z.infer<typeof Deposits>

const list = '/api/tenants' as const
const one = `${list}/:id` as const

export const tenantRoutes = {
  list: route({
    method: 'GET',
    path: list,
    summary: 'The tenants, by last name',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: TenantFilter,
    reply: z.array(Tenant),
  }),
  one: route({
    method: 'GET',
    path: one,
    summary: 'One tenant',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: Tenant,
  }),
  create: route({
    method: 'POST',
    path: list,
    summary: 'Add a tenant; with a first day, a lease starts',
    may: 'rental.write',
    body: NewTenant,
    reply: Tenant,
    status: 201,
    fails: ['leaseOverlaps'],
  }),
  update: route({
    method: 'PUT',
    path: one,
    summary: 'Change the fields sent',
    may: 'rental.write',
    body: TenantChange,
    reply: Tenant,
    fails: ['leaseOverlaps', 'stale'],
  }),
  remove: route({
    method: 'DELETE',
    path: one,
    summary: 'Delete a tenant without payments',
    may: 'rental.write',
    reply: z.void(),
    status: 204,
    fails: ['tenantHasHistory'],
  }),
  moveOut: route({
    method: 'POST',
    path: `${one}/move-out`,
    summary: 'The tenant moves out: the lease ends on that day, and the home is free after it',
    may: 'rental.write',
    body: MoveOut,
    reply: Tenant,
    fails: ['leaseOverlaps', 'hasMovedOut'],
  }),
  leaseChanges: route({
    method: 'GET',
    path: `${one}/lease-changes`,
    summary: 'The changes of rent and renewals of a lease, oldest first',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: z.array(LeaseChange),
  }),
  changeLease: route({
    method: 'POST',
    path: `${one}/lease-changes`,
    summary: 'Agree on a new rent from a day on, or renew the lease',
    may: 'rental.write',
    body: NewLeaseChange,
    reply: LeaseChange,
    status: 201,
    fails: ['leaseOverlaps', 'leaseGap', 'hasMovedOut'],
  }),
  removeLeaseChange: route({
    method: 'DELETE',
    path: '/api/lease-changes/:id',
    summary: 'Take back the last change of a lease; after a renewal the end before it holds again',
    may: 'rental.write',
    reply: z.void(),
    status: 204,
    fails: ['notLastChange', 'leaseOverlaps'],
  }),
  ledger: route({
    method: 'GET',
    path: `${one}/ledger`,
    summary:
      'What was owed and paid, month by month, newest first; the months that are due sum to the balance',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: z.array(LedgerMonth),
  }),
  deposits: route({
    method: 'GET',
    path: `${one}/deposits`,
    summary: 'The deposits of a tenant: what was received, kept and returned, and what is held',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: Deposits,
  }),
  returnDeposit: route({
    method: 'POST',
    path: `${one}/deposit-returns`,
    summary: 'Return a deposit, less what is kept',
    may: 'rental.write',
    body: NewDepositReturn,
    reply: DepositReturn,
    status: 201,
  }),
  reverseReturn: route({
    method: 'POST',
    path: '/api/deposit-returns/:id/reverse',
    summary: 'Correct a return of a deposit by an entry that reverses it and its deductions',
    may: 'rental.write',
    reply: DepositReturn,
    status: 201,
    fails: ['alreadyReversed'],
  }),
}
