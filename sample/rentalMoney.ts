import { dollarsFromCents } from '@plumbline/contract/money.ts'
import type { rentalExpenses, rentalIncome } from '../server/rentals/table.ts'
import type { Calendar } from './calendar.ts'
import { idOf, numberOf } from './fixed.ts'
import { bills } from './rentalBills.ts'
import {
  type PropertyKey,
  properties,
  propertyId,
  type SampleTenant,
  tenantId,
  tenants,
} from './rentals.ts'

/** This month is 0. */
const FIRST_MONTH = -13
const months = Array.from({ length: 1 - FIRST_MONTH }, (_, n) => FIRST_MONTH + n)

/** Whose check came back, and who has not paid this month. */
const LATE = 'jackson'

type Income = typeof rentalIncome.$inferInsert
type Expense = typeof rentalExpenses.$inferInsert

/** The day in a month and when it was entered. What would lie ahead in this month is taken for today's. */
function entered(calendar: Calendar, month: number, day: number): [day: string, createdAt: Date] {
  const real = [calendar.month(month, day), calendar.today].toSorted()[0] ?? calendar.today
  const at = Math.min(calendar.moment(real, '10:15').getTime(), calendar.hoursAgo(0).getTime())
  return [real, new Date(at)]
}

/** Rents month by month, deposits, fees, and one check that came back. */
export function incomeRows(calendar: Calendar): Income[] {
  const income = (
    home: PropertyKey,
    type: string,
    amount: string,
    month: number,
    day: number,
    more: Partial<Income>,
  ) => {
    const [dateReceived, createdAt] = entered(calendar, month, day)
    const id = idOf(`income/${home}/${type}/${month}/${day}`)
    const facts = {
      id,
      propertyId: propertyId(home),
      tenantId: tenantId(home),
      incomeType: type,
      amount,
    }
    return { ...facts, dateReceived, createdAt, ...more }
  }
  const rent = ({ home, pays }: Pick<SampleTenant, 'home' | 'pays'>, month: number) =>
    income(home, 'Rent', properties[home].rent, month, numberOf(`rent/${home}/${month}`, 1, 4), {
      paymentMethod: pays,
    })

  const rents = tenants.flatMap((tenant) => {
    const [first, last] = tenant.months
    const paid = months.filter(
      (month) => month >= first && month <= last && !(tenant.home === LATE && month === 0),
    )
    return paid.map((month) => rent(tenant, month))
  })
  // Whoever lived there before is gone and forgotten; a month passed before the lease of today.
  const before = tenants.flatMap(({ home, months: [first] }) =>
    months
      .filter((month) => month < first - 1)
      .map((month) =>
        income(home, 'Rent', properties[home].rent, month, 3, {
          tenantId: null,
          description: 'Previous tenant',
          paymentMethod: 'Check',
        }),
      ),
  )
  const deposits = tenants
    .filter(({ months: [first] }) => first >= FIRST_MONTH)
    .map(({ home, months: [first] }) =>
      income(home, 'Security deposit', properties[home].rent, first, 1, { paymentMethod: 'Check' }),
    )
  const laundry = months
    .filter((month) => month < 0)
    .map((month) =>
      income(
        'douglasB',
        'Laundry',
        dollarsFromCents(25 * numberOf(`laundry/${month}`, 180, 420)),
        month,
        20,
        {
          tenantId: null,
          description: 'Coin machines, both units',
          paymentMethod: 'Cash',
        },
      ),
    )
  const owed = properties[LATE].rent
  return [
    ...rents,
    ...before,
    ...deposits,
    ...laundry,
    income(LATE, 'Rent', `-${owed}`, -4, 7, {
      reversesId: rent({ home: LATE, pays: 'Check' }, -4).id,
      description: 'Check returned by the bank',
    }),
    income(LATE, 'Rent', owed, -4, 12, { description: 'Paid again', paymentMethod: 'Cash' }),
    income(LATE, 'Late fee', '75.00', -4, 12, { paymentMethod: 'Cash' }),
    income(LATE, 'Late fee', '75.00', -8, 11, { paymentMethod: 'Check' }),
    income('prairie', 'Pet deposit', '400.00', -11, 5, {
      description: 'Two cats',
      paymentMethod: 'ACH',
    }),
  ]
}

/** Insurance and taxes of every property, what comes every month, and the bills by hand. */
export function expenseRows(calendar: Calendar): Expense[] {
  const expense = (
    home: PropertyKey,
    type: string,
    amount: string,
    [month, day]: readonly [month: number, day: number],
    vendor: string,
    description: string,
  ) => {
    const [dateIncurred, createdAt] = entered(calendar, month, day)
    const id = idOf(`expense/${home}/${type}/${month}/${day}/${amount}`)
    return {
      id,
      propertyId: propertyId(home),
      amount,
      expenseType: type,
      vendor,
      description,
      dateIncurred,
      createdAt,
    }
  }
  /** An amount in dollars between two, to the cent. */
  const about = (name: string, least: number, most: number) =>
    dollarsFromCents(numberOf(`expense/${name}`, least * 100, most * 100))

  const yearly = (Object.keys(properties) as PropertyKey[]).flatMap((home, n) => {
    const installment = about(`tax/${home}`, 1450, 3900)
    const tax = 'Property tax'
    return [
      expense(
        home,
        'Insurance',
        about(`insurance/${home}`, 780, 1640),
        [-12 + n, 8],
        'Prairie Mutual',
        'Annual premium',
      ),
      expense(home, tax, installment, [-10, 2], 'Kane County Treasurer', 'First installment'),
      expense(home, tax, installment, [-7, 4], 'Kane County Treasurer', 'Second installment'),
    ]
  })
  const monthly = months.flatMap((month) => [
    expense(
      'douglas',
      'Utilities',
      about(`water/${month}`, 96, 148),
      [month, 14],
      'City of Elgin',
      'Water and sewer, both units',
    ),
    expense(
      'stevens',
      'Association dues',
      '215.00',
      [month, 1],
      'Sterling Manor HOA',
      'Monthly dues',
    ),
    expense(
      'storefront',
      'Utilities',
      about(`power/${month}`, 61, 133),
      [month, 17],
      'ComEd',
      'Sign and hallway',
    ),
  ])
  const twice = expense(
    'prairie',
    'Repairs',
    '386.40',
    [-3, 12],
    'Fox River Appliance',
    'Dishwasher pump',
  )
  const [takenBack, createdAt] = entered(calendar, -3, 16)
  return [
    ...yearly,
    ...monthly,
    ...bills.map(([home, type, at, amount, vendor, description]) =>
      expense(home, type, amount, at, vendor, description),
    ),
    twice,
    {
      ...twice,
      id: idOf('expense/reversal'),
      amount: `-${twice.amount}`,
      description: 'Entered twice',
      dateIncurred: takenBack,
      reversesId: twice.id,
      createdAt,
    },
  ]
}
