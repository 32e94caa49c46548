import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import type { rentalExpenses, rentalIncome } from '../server/rentals/table.ts'
import type { Calendar } from './calendar.ts'
import { seededId, seededInt } from './deterministic.ts'
import { parseRow, parseTable } from './parseTable.ts'
import {
  FIRST_MONTH,
  type PropertyKey,
  propertyId,
  propertyKeys,
  propertyOf,
  tenantId,
  tenants,
} from './rentals.ts'

/** Bills, oldest first: month (0 is this one) and day, property, type, dollars, vendor, description. */
const bills = parseTable(`
  -13 6 | jackson | Cleaning | 240.00 | Bright Corner Cleaning | Before the last tenant moved in
  -13 22 | raymond | Repairs | 318.75 | Novak Plumbing and Heating | Water heater thermostat
  -12 11 | storefront | Repairs | 1120.00 | Own crew | Back door and frame
  -12 19 | galena | Pest control | 145.00 | Tri-City Pest | Ants in the kitchen
  -11 9 | prairie | Repairs | 476.20 | Novak Plumbing and Heating | Furnace igniter and filter
  -11 15 | douglas | Supplies | 83.42 | Elgin Hardware | Smoke detectors, both units
  -10 21 | wilson | Repairs | 195.00 | Ortiz Electric | Bath outlet replaced
  -10 3 | douglas | Cleaning | 180.00 | Bright Corner Cleaning | Turnover of Unit A
  -9 13 | shannon | Repairs | 264.90 | Fox River Appliance | Dryer belt and vent
  -9 25 | raymond | Grounds | 410.00 | Green Mile Lawn | Tree limb over the roof
  -8 10 | jackson | Repairs | 732.15 | Bianchi Tile | Tub surround, bottom rows
  -8 27 | galena | Repairs | 158.00 | Tri-City Locksmith | New deadbolt, two keys
  -7 26 | wilson | Cleaning | 160.00 | Bright Corner Cleaning | Before the new lease
  -7 12 | wilson | Advertising | 60.00 | Valley Rentals | Listing, two weeks
  -7 18 | prairie | Grounds | 295.00 | Green Mile Lawn | Gutters and downspouts cleaned
  -6 5 | storefront | Legal | 525.00 | Brennan and Cole | Lease amendment
  -6 23 | stevens | Repairs | 212.35 | Ortiz Electric | Doorbell transformer, porch light
  -5 8 | douglasB | Repairs | 349.99 | Fox River Appliance | Range, burner and knob set
  -5 20 | raymond | Repairs | 1890.00 | Jensen Roofing | Valley flashing over the porch
  -4 17 | stevens | Painting | 1240.00 | Bell Drywall | Whole unit before the new lease
  -4 9 | stevens | Advertising | 60.00 | Valley Rentals | Listing, two weeks
  -4 13 | jackson | Legal | 90.00 | Brennan and Cole | Notice for the returned check
  -3 11 | prairie | Repairs | 386.40 | Fox River Appliance | Dishwasher pump and hose
  -1 7 | galena | Cleaning | 210.00 | Bright Corner Cleaning | After move-out
  -1 15 | galena | Painting | 980.00 | Bell Drywall | Two rooms and the hall
  -1 21 | shannon | Repairs | 645.00 | Novak Plumbing and Heating | Leak under the upstairs bath found and closed
  -2 24 | douglasB | Pest control | 145.00 | Tri-City Pest | Wasps under the eaves
  -2 9 | storefront | Repairs | 275.50 | Tri-City Locksmith | Closer on the front door
  0 2 | galena | Advertising | 60.00 | Valley Rentals | Listing, two weeks
  0 4 | shannon | Repairs | 2310.00 | Own crew | Floor opened and dried, ceiling below taken down
`)

const months = Array.from({ length: 1 - FIRST_MONTH }, (_, n) => FIRST_MONTH + n)

/** The property whose tenant's check was returned, and who has not paid this month. */
const LATE = 'jackson'

type Income = typeof rentalIncome.$inferInsert
type Expense = typeof rentalExpenses.$inferInsert

/** The day in a month and when it was entered. A day of this month that is still ahead becomes today. */
function entered(calendar: Calendar, month: number, day: number): [day: string, createdAt: Date] {
  const real = [calendar.month(month, day), calendar.today].toSorted()[0] ?? calendar.today
  const at = Math.min(calendar.moment(real, '10:15').getTime(), calendar.hoursAgo(0).getTime())
  return [real, new Date(at)]
}

/** Rents month by month, deposits, fees, and a returned check. */
export function incomeRows(calendar: Calendar): Income[] {
  const income = (
    home: PropertyKey,
    incomeType: string,
    amount: string,
    [month, day]: readonly [month: number, day: number],
    paymentMethod: string | null,
    more: Partial<Income> = {},
  ): Income & { id: string } => {
    const [dateReceived, createdAt] = entered(calendar, month, day)
    const id = seededId(`income/${home}/${incomeType}/${month}/${day}`)
    const rental = { propertyId: propertyId(home), tenantId: tenantId(home) }
    const kind = incomeKindOf(incomeType)
    const rentMonth = kind === 'rent' ? calendar.month(month, 1) : null
    const facts = { incomeType, kind, amount, dateReceived, rentMonth, createdAt, paymentMethod }
    return { ...rental, ...facts, ...more, id }
  }
  const rentOf = (home: PropertyKey) => propertyOf(home).rent
  const rent = (home: PropertyKey, pays: string, month: number) =>
    income(home, 'Rent', rentOf(home), [month, seededInt(`rent/${home}/${month}`, 1, 4)], pays)

  const rents = tenants.flatMap(({ home, pays, months: [first, last] }) =>
    months
      .filter((month) => month >= first && month <= last && !(home === LATE && month === 0))
      .map((month) => rent(home, pays, month)),
  )
  // The tenants before are not in the list; a month passed before the lease of today.
  const previous = { tenantId: null, description: 'Previous tenant' }
  const before = tenants.flatMap(({ home, months: [first] }) =>
    months
      .filter((month) => month < first - 1)
      .map((month) => income(home, 'Rent', rentOf(home), [month, 3], 'Check', previous)),
  )
  const deposits = tenants
    .filter(({ months: [first] }) => first >= FIRST_MONTH)
    .map(({ home, months: [first] }) =>
      income(home, 'Security deposit', rentOf(home), [first, 1], 'Check'),
    )
  const coins = { tenantId: null, description: 'Coin machines, both units' }
  const laundry = months
    .filter((month) => month < 0)
    .map((month) => {
      const amount = dollarsFromCents(25 * seededInt(`laundry/${month}`, 180, 420))
      return income('douglasB', 'Laundry', amount, [month, 20], 'Cash', coins)
    })
  return [
    ...rents,
    ...before,
    ...deposits,
    ...laundry,
    income(LATE, 'Rent', `-${rentOf(LATE)}`, [-4, 7], null, {
      reversesId: rent(LATE, 'Check', -4).id,
      description: 'Check returned by the bank',
    }),
    income(LATE, 'Rent', rentOf(LATE), [-4, 12], 'Cash', { description: 'Paid again' }),
    income(LATE, 'Late fee', '75.00', [-4, 12], 'Cash'),
    income(LATE, 'Late fee', '75.00', [-8, 11], 'Check'),
    income('prairie', 'Pet deposit', '400.00', [-11, 5], 'ACH', { description: 'Two cats' }),
  ]
}

/** Insurance and taxes of every property, monthly costs, and the bills. */
export function expenseRows(calendar: Calendar): Expense[] {
  /** @param row property, type, dollars, vendor, description */
  const expense = (row: string, [month, day]: readonly [month: number, day: number]) => {
    const [home = '', expenseType = '', amount = '', vendor = '', description = ''] = parseRow(row)
    const [dateIncurred, createdAt] = entered(calendar, month, day)
    const id = seededId(`expense/${home}/${expenseType}/${month}/${day}/${amount}`)
    const property = propertyId(home as PropertyKey)
    const facts = { expenseType, vendor, description, dateIncurred, createdAt }
    return { id, propertyId: property, amount, ...facts }
  }
  /** An amount in dollars between two, to the cent. */
  const about = (name: string, min: number, max: number) =>
    dollarsFromCents(seededInt(`expense/${name}`, min * 100, max * 100))

  const yearly = propertyKeys.flatMap((home, n) => {
    const tax = `${home} | Property tax | ${about(`tax/${home}`, 1450, 3900)}`
    const premium = about(`insurance/${home}`, 780, 1640)
    return [
      expense(`${home} | Insurance | ${premium} | Prairie Mutual | Annual premium`, [-12 + n, 8]),
      expense(`${tax} | Kane County Treasurer | First installment`, [-10, 2]),
      expense(`${tax} | Kane County Treasurer | Second installment`, [-7, 4]),
    ]
  })
  const monthly = months.flatMap((month) => {
    const [water, power] = [about(`water/${month}`, 96, 148), about(`power/${month}`, 61, 133)]
    const dues = 'stevens | Association dues | 215.00 | Sterling Manor HOA | Monthly dues'
    const sewer = `douglas | Utilities | ${water} | City of Elgin | Water and sewer, both units`
    return [
      expense(sewer, [month, 14]),
      expense(dues, [month, 1]),
      expense(`storefront | Utilities | ${power} | ComEd | Sign and hallway`, [month, 17]),
    ]
  })
  const billed = bills.map(([at = '', ...row]) => {
    const [month = 0, day = 0] = at.split(' ').map(Number)
    return expense(row.join(' | '), [month, day])
  })
  const repair = 'prairie | Repairs | 386.40 | Fox River Appliance | Dishwasher pump'
  const twice = expense(repair, [-3, 12])
  const [dateIncurred, createdAt] = entered(calendar, -3, 16)
  const reversal = {
    ...twice,
    id: seededId('expense/reversal'),
    amount: `-${twice.amount}`,
    description: 'Entered twice',
    dateIncurred,
    reversesId: twice.id,
    createdAt,
  }
  return [...yearly, ...monthly, ...billed, twice, reversal]
}
