import { addDays } from '@plumbline/contract/dates.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import type { recurringExpenses, rentalExpenses } from '../server/schema/rentals.ts'
import type { Calendar } from './calendar.ts'
import { seededId, seededInt } from './deterministic.ts'
import { jobId } from './jobs.ts'
import { parseRow, parseTable } from './parseTable.ts'
import { entered, rentalMonths as months } from './rentalMonths.ts'
import { type PropertyKey, propertyId, propertyKeys } from './rentals.ts'

/**
 * Bills, oldest first: month (0 is this one) and day, property, type, dollars, vendor, description.
 */
const bills = parseTable(`
  -13 6 | jackson | Cleaning and maintenance | 240.00 | Bright Corner Cleaning | Before the last tenant moved in
  -13 22 | raymond | Repairs | 318.75 | Novak Plumbing and Heating | Water heater thermostat
  -12 11 | storefront | Repairs | 1120.00 | Own crew | Back door and frame
  -9 21 | portfolio | Legal and other professional fees | 640.00 | Fox Valley Tax | Tax return of the holdings
  -4 22 | storefront | Repairs | 4200.00 | Own crew | Owner's share of the new front
  -12 19 | galena | Cleaning and maintenance | 145.00 | Tri-City Pest | Ants in the kitchen
  -11 9 | prairie | Repairs | 476.20 | Novak Plumbing and Heating | Furnace igniter and filter
  -11 15 | douglas | Supplies | 83.42 | Elgin Hardware | Smoke detectors, both units
  -10 21 | wilson | Repairs | 195.00 | Ortiz Electric | Bath outlet replaced
  -10 3 | douglas | Cleaning and maintenance | 180.00 | Bright Corner Cleaning | Turnover of Unit A
  -9 13 | shannon | Repairs | 264.90 | Fox River Appliance | Dryer belt and vent
  -9 25 | raymond | Cleaning and maintenance | 410.00 | Green Mile Lawn | Tree limb over the roof
  -8 10 | jackson | Repairs | 732.15 | Bianchi Tile | Tub surround, bottom rows
  -8 27 | galena | Repairs | 158.00 | Tri-City Locksmith | New deadbolt, two keys
  -7 26 | wilson | Cleaning and maintenance | 160.00 | Bright Corner Cleaning | Before the new lease
  -7 12 | wilson | Advertising | 60.00 | Valley Rentals | Listing, two weeks
  -7 18 | prairie | Cleaning and maintenance | 295.00 | Green Mile Lawn | Gutters and downspouts cleaned
  -6 5 | storefront | Legal and other professional fees | 525.00 | Brennan and Cole | Lease amendment
  -6 23 | stevens | Repairs | 212.35 | Ortiz Electric | Doorbell transformer, porch light
  -5 8 | douglasB | Repairs | 349.99 | Fox River Appliance | Range, burner and knob set
  -5 20 | raymond | Repairs | 1890.00 | Jensen Roofing | Valley flashing over the porch
  -4 17 | stevens | Repairs | 1240.00 | Bell Drywall | Whole unit before the new lease
  -4 9 | stevens | Advertising | 60.00 | Valley Rentals | Listing, two weeks
  -4 13 | jackson | Legal and other professional fees | 90.00 | Brennan and Cole | Notice for the returned check
  -3 11 | prairie | Repairs | 386.40 | Fox River Appliance | Dishwasher pump and hose
  -1 7 | galena | Cleaning and maintenance | 210.00 | Bright Corner Cleaning | After move-out
  -1 15 | galena | Repairs | 980.00 | Bell Drywall | Two rooms and the hall
  -1 21 | shannon | Repairs | 645.00 | Novak Plumbing and Heating | Leak under the upstairs bath found and closed
  -2 24 | douglasB | Cleaning and maintenance | 145.00 | Tri-City Pest | Wasps under the eaves
  -2 9 | storefront | Repairs | 275.50 | Tri-City Locksmith | Closer on the front door
  0 2 | galena | Advertising | 60.00 | Valley Rentals | Listing, two weeks
  0 4 | shannon | Repairs | 2310.00 | Own crew | Floor opened and dried, ceiling below taken down
`)

/** The description of the bill for our own share of one of our jobs. */
const OWNERS_SHARE = "Owner's share of the new front"

type Expense = typeof rentalExpenses.$inferInsert

/** Insurance and taxes of every property, monthly costs, and the bills. */
export function expenseRows(calendar: Calendar): Expense[] {
  /** @param row property, type, dollars, vendor, description */
  const expense = (row: string, [month, day]: readonly [month: number, day: number]) => {
    const [home = '', expenseType = '', amount = '', vendor = '', description = ''] = parseRow(row)
    const [dateIncurred, createdAt] = entered(calendar, month, day)
    const id = seededId(`expense/${home}/${expenseType}/${month}/${day}/${amount}`)
    const property = home === 'portfolio' ? null : propertyId(home as PropertyKey)
    const job = description === OWNERS_SHARE ? jobId('bakery') : null
    const facts = { expenseType, vendor, description, dateIncurred, createdAt }
    return { id, propertyId: property, jobId: job, amount, ...facts }
  }
  /** An amount in dollars between two, to the cent. */
  const about = (name: string, min: number, max: number) =>
    dollarsFromCents(seededInt(`expense/${name}`, min * 100, max * 100))

  const yearly = propertyKeys.flatMap((home, n) => {
    const tax = `${home} | Taxes | ${about(`tax/${home}`, 1450, 3900)}`
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
  const duplicate = expense(repair, [-3, 12])
  const [dateIncurred, createdAt] = entered(calendar, -3, 16)
  const reversal = {
    ...duplicate,
    id: seededId('expense/reversal'),
    amount: `-${duplicate.amount}`,
    description: 'Entered twice',
    dateIncurred,
    reversesId: duplicate.id,
    createdAt,
  }
  return [...yearly, ...monthly, ...billed, duplicate, reversal]
}

/**
 * The recurring expenses: property; category; dollars; vendor; description; months between; days
 * until the next.
 */
const recurring = parseTable(`
  raymond | Insurance | 1184.00 | Prairie Mutual | Annual premium | 12 | 6
  douglas | Insurance | 1312.50 | Prairie Mutual | Annual premium | 12 | 41
  storefront | Taxes | 2866.40 | Kane County Treasurer | Installment | 6 | 11
  stevens | Association dues | 215.00 | Sterling Manor HOA | Monthly dues | 1 | 23
  portfolio | Legal and other professional fees | 640.00 | Fox Valley Tax | Tax return of the holdings | 12 | 95
`)

export function recurringRows(calendar: Calendar) {
  return recurring.map(
    ([home = '', expenseType = '', amount = '', vendor = '', description = '', ...when]) => {
      const [everyMonths = 12, days = 0] = when.map(Number)
      const createdAt = calendar.at(-60, '14:20')
      return {
        id: seededId(`recurring/${home}/${expenseType}`),
        propertyId: home === 'portfolio' ? null : propertyId(home as PropertyKey),
        ...{ expenseType, amount, vendor, description, everyMonths, createdAt },
        startsOn: addDays(calendar.today, days),
        updatedAt: createdAt,
      } satisfies typeof recurringExpenses.$inferInsert
    },
  )
}
