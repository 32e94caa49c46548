import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { DEDUCTION_TYPE, incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import type { depositReturns, rentalIncome } from '../server/schema/rentals.ts'
import type { Calendar } from './calendar.ts'
import { seededId, seededInt } from './deterministic.ts'
import { entered, rentalMonths as months } from './rentalMonths.ts'
import {
  FIRST_MONTH,
  type PropertyKey,
  propertyId,
  propertyKeys,
  propertyOf,
  rentFor,
  type SampleTenant,
  tenants,
} from './rentals.ts'

/**
 * The property whose tenant pays late: one of his checks was returned, and this month is not paid.
 */
const LATE_HOME = 'jackson'
/** The property whose rent for this month was paid in part. */
const PARTLY_PAID_HOME = 'stevens'

type Income = typeof rentalIncome.$inferInsert
type DropFirst<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest]
  ? Rest
  : never

const isIn = ({ lease: [first, last] }: SampleTenant, month: number) =>
  month >= first.month && month <= last.month
/** The last tenant of a home. */
const tenantOf = (home: PropertyKey) => tenants.filter((tenant) => tenant.home === home).at(-1)

/** An income entry; a day of this month that is still ahead becomes today. */
function incomeOn(
  calendar: Calendar,
  home: PropertyKey,
  incomeType: string,
  amount: string,
  [month, day]: readonly [month: number, day: number],
  more: Partial<Income> = {},
): Income & { id: string } {
  const [dateReceived, createdAt] = entered(calendar, month, day)
  const kind = incomeKindOf(incomeType)
  const rentMonth = kind === 'rent' ? calendar.month(month, 1) : null
  return {
    ...{ propertyId: propertyId(home), tenantId: tenantOf(home)?.id ?? null },
    ...{ incomeType, kind, amount, dateReceived, rentMonth, createdAt },
    ...more,
    id: seededId(`income/${home}/${incomeType}/${month}/${day}/${more.tenantId ?? ''}`),
  }
}

/** Rents month by month, deposits, fees, and a returned check. */
export function incomeRows(calendar: Calendar): Income[] {
  const income = (...entry: DropFirst<Parameters<typeof incomeOn>>) => incomeOn(calendar, ...entry)
  const payDay = (home: PropertyKey, month: number) =>
    home === LATE_HOME
      ? seededInt(`late/${month}`, 4, 13)
      : seededInt(`rent/${home}/${month}`, 1, 4)
  const rent = (tenant: SampleTenant, month: number) => {
    const { home, pays, lease } = tenant
    const day = Math.max(payDay(home, month), month === lease[0].month ? (lease[0].day ?? 1) : 1)
    const isPart = home === PARTLY_PAID_HOME && month === 0
    const amount = isPart ? '1200.00' : rentFor(calendar, tenant, month)
    return income(home, 'Rent', amount, [month, day], { tenantId: tenant.id, paymentMethod: pays })
  }

  const rents = tenants.flatMap((tenant) =>
    months
      .filter((month) => isIn(tenant, month) && !(tenant.home === LATE_HOME && month === 0))
      .map((month) => rent(tenant, month)),
  )
  // Previous tenants are not in the list. There is a month between them and the current lease.
  const previous = { tenantId: null, description: 'Previous tenant', paymentMethod: 'Check' }
  const before = propertyKeys.flatMap((home) => {
    const first = tenants.find((tenant) => tenant.home === home)?.lease[0].month ?? FIRST_MONTH
    return months
      .filter((month) => month < first - 1)
      .map((month) => income(home, 'Rent', propertyOf(home).rent, [month, 3], previous))
  })
  const deposits = tenants.map(({ id, home, lease: [{ month, day }] }) => {
    const isOlder = month < FIRST_MONTH
    return income(
      home,
      'Security deposit',
      propertyOf(home).rent,
      isOlder ? [FIRST_MONTH, 1] : [month, day ?? 1],
      {
        tenantId: id,
        paymentMethod: isOlder ? null : 'Check',
        description: isOlder ? 'Carried over' : null,
      },
    )
  })
  const coins = { tenantId: null, description: 'Coin machines, both units', paymentMethod: 'Cash' }
  const laundry = months
    .filter((month) => month < 0)
    .map((month) => {
      const amount = dollarsFromCents(25 * seededInt(`laundry/${month}`, 180, 420))
      return income('douglasB', 'Laundry', amount, [month, 20], coins)
    })
  const late = tenantOf(LATE_HOME)
  if (!late) throw new Error('Somebody pays late')
  const returned = rent(late, -4)
  return [
    ...rents,
    ...before,
    ...deposits,
    ...laundry,
    income(LATE_HOME, 'Rent', `-${returned.amount}`, [-4, 14], {
      reversesId: returned.id,
      description: 'Check returned by the bank',
    }),
    income(LATE_HOME, 'Rent', returned.amount, [-4, 18], {
      paymentMethod: 'Cash',
      description: 'Paid again',
    }),
    income(LATE_HOME, 'Late fee', '75.00', [-4, 18], { paymentMethod: 'Cash' }),
    income(LATE_HOME, 'Late fee', '75.00', [-8, 14], { paymentMethod: 'Check' }),
    income('prairie', 'Pet deposit', '400.00', [-11, 5], {
      paymentMethod: 'ACH',
      description: 'Two cats',
    }),
  ]
}

/** The returned deposits: property; dollars returned; dollars deducted and the reason. */
const returned = [
  [
    'galena',
    '1200.00',
    [
      ['140.00', 'Cleaning of the stove and oven'],
      ['85.00', 'Two blinds'],
    ],
  ],
  ['shannon', '2150.00', []],
] as const satisfies readonly (readonly [
  PropertyKey,
  string,
  readonly (readonly [string, string])[],
])[]

const returnOf = (calendar: Calendar, home: PropertyKey) => {
  const [returnedOn, createdAt] = entered(calendar, home === 'galena' ? -1 : 0, 5)
  return { id: seededId(`deposit-return/${home}`), returnedOn, createdAt }
}

/** The deposits that were returned to tenants who had moved out. */
export function depositReturnRows(calendar: Calendar) {
  return returned.map(([home, amount]) => ({
    ...returnOf(calendar, home),
    tenantId: tenantOf(home)?.id ?? '',
    amount,
    paymentMethod: 'Check',
  })) satisfies (typeof depositReturns.$inferInsert)[]
}

/** The deductions from the returned deposits. */
export function deductionRows(calendar: Calendar): Income[] {
  return returned.flatMap(([home, , deductions]) => {
    const { id, returnedOn, createdAt } = returnOf(calendar, home)
    return deductions.map(([amount, description]) => ({
      ...{ id: seededId(`deduction/${home}/${amount}`), depositReturnId: id },
      ...{ propertyId: propertyId(home), tenantId: tenantOf(home)?.id ?? null },
      ...{ incomeType: DEDUCTION_TYPE, kind: 'other' as const, amount, description },
      ...{ dateReceived: returnedOn, createdAt },
    }))
  })
}
