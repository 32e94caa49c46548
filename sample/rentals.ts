import { centsOf } from '@plumbline/contract/dollars.ts'
import { dollarsFromCents } from '@plumbline/contract/money.ts'
import { rentOfMonth } from '@plumbline/contract/rent.ts'
import type {
  leaseChanges,
  rentalProperties,
  tenants as tenantTable,
} from '../server/schema/rentals.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { parseRow, parseTable } from './parseTable.ts'

/**
 * The properties: address; city; zip code; type; bedrooms, bathrooms and square feet (`-` for
 * none); purchase price and date; monthly rent, which is also the deposit; status; notes. Amounts
 * are dollars.
 */
const properties = {
  raymond:
    '512 Raymond St | Elgin | 60120 | Single family | 3 1.5 1340 | 168500.00 2014-06-20 | 1850.00 | occupied | Furnace of 2019. Shut-off for the hose bib is behind the dryer.',
  douglas:
    '229 N Douglas Ave, Unit A | Elgin | 60120 | Duplex | 2 1.0 940 | 121250.00 2015-03-31 | 1375.00 | occupied',
  douglasB:
    '229 N Douglas Ave, Unit B | Elgin | 60120 | Duplex | 2 1.0 940 | 121250.00 2015-03-31 | 1395.00 | occupied | Laundry is shared with Unit A.',
  wilson:
    '87 E Wilson St, Apt 2 | Batavia | 60510 | Apartment | 1 1.0 710 | 98400.00 2016-09-12 | 1180.50 | occupied',
  prairie:
    '640 Prairie St | St. Charles | 60174 | Single family | 4 2.5 2180 | 312000.00 2018-05-04 | 2740.00 | occupied | Fence along the south side belongs to the neighbor.',
  stevens:
    '1402 Stevens St, Unit 6 | Geneva | 60134 | Townhouse | 2 1.5 1260 | 204900.00 2019-10-18 | 1965.00 | occupied | Association takes care of roof and lawn.',
  shannon:
    '31 Shannon Ct | Elburn | 60119 | Single family | 3 2.0 1590 | 241300.00 2020-08-27 | 2150.00 | maintenance | Water damage under the upstairs bath: new floor and ceiling before it is let again.',
  galena:
    '905 W Galena Blvd, Unit 3 | Aurora | 60506 | Condo | 2 1.0 880 | 132750.00 2021-02-22 | 1425.00 | vacant | Painted and cleaned, listed at the new rent.',
  jackson:
    '12 Jackson St | Batavia | 60510 | Single family | 3 1.0 1180 | 189900.00 2017-11-15 | 1795.00 | occupied',
  storefront:
    '14 N Washington St | Batavia | 60510 | Storefront | - 1.0 1450 | 285000.00 2022-04-08 | 2680.25 | occupied | Tenant pays taxes and insurance above the base year.',
}

export type PropertyKey = keyof typeof properties
export const propertyKeys = Object.keys(properties) as PropertyKey[]
export const propertyId = (key: PropertyKey) => seededId(`property/${key}`)

type Status = (typeof rentalProperties.$inferSelect)['status']

export function propertyOf(key: PropertyKey) {
  const [
    address = '',
    city = '',
    zipCode = '',
    propertyType = '',
    size = '',
    bought = '',
    ...more
  ] = parseRow(properties[key])
  const [bedrooms = '', bathrooms = '', squareFeet] = size.split(' ')
  const [purchasePrice, purchaseDate] = bought.split(' ')
  const [rent = '', status, notes = null] = more
  return {
    address,
    city,
    zipCode,
    propertyType,
    bedrooms: bedrooms === '-' ? null : Number(bedrooms),
    bathrooms: bathrooms === '-' ? null : bathrooms,
    squareFeet: Number(squareFeet),
    purchasePrice,
    purchaseDate,
    rent,
    status: status as Status,
    notes,
  }
}

/** The first or last day of a lease: `-3` is the whole month, `0@12` a day of it. */
function readEnd(end: string): { month: number; day: number | null } {
  const [month, day] = end.split('@')
  return { month: Number(month), day: day === undefined ? null : Number(day) }
}

/**
 * The tenants: name; phone; property; first and last month of the lease, counted from this one,
 * with the day if it is not the first or last of the month; the rent at the beginning, if it was
 * different; how they pay; emergency contact; notes. One home changes tenants within this month.
 */
export const tenants = parseTable(`
  Renee Castle | 847-555-0171 | raymond | -22 13 | 1790.00 | ACH | Paul Castle, 847-555-0181
  Andre Wells | 847-555-0172 | douglas | -10 1 | | ACH | | Asked about a second year.
  Mina Farouk | 847-555-0173 | douglasB | -28 7 | 1360.00 | Check | Nabil Farouk, 847-555-0182
  Joel Sandburg | 630-555-0174 | wilson | -12 0@12 | | ACH | | Bought a house in Montgomery.
  Tara Quinn | 630-555-0182 | wilson | 0@17 11 | | ACH | Dale Quinn, 630-555-0184
  Carla Ibarra | 630-555-0175 | prairie | -18 17 | | ACH | Rosa Ibarra, 630-555-0183 | Two cats, deposit paid.
  Denise Whitlock | 630-555-0176 | stevens | -3 8 | | Check
  Bill Ostrander | 630-555-0177 | jackson | -14 9 | | Check | | Pays late, but pays.
  June Prescott | 630-555-0178 | storefront | -30 29 | | ACH | | Copper Whisk Bakery.
  Gary Lund | 630-555-0179 | galena | -25 -2 | | Check | | Moved to Wisconsin, deposit returned.
  Keiko Tanaka | 630-555-0180 | shannon | -20@15 -1 | | ACH | | Left early because of the leak, on good terms.
`).map(([name = '', phone = '', home = '', lease = '', began = '', pays = '', ...more]) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const [first, last] = lease.split(' ').map(readEnd)
  const [emergency = '', notes] = more
  const [emergencyContact, emergencyPhone] = emergency.split(', ')
  if (!first || !last) throw new Error(`${name} has no lease`)
  return {
    id: seededId(`tenant/${home}/${lastName}`),
    firstName,
    lastName,
    phone,
    home: home as PropertyKey,
    lease: [first, last] as const,
    /** The rent at the beginning, if it was raised since. */
    began: began || null,
    pays,
    emergencyContact: emergencyContact || null,
    emergencyPhone: emergencyPhone ?? null,
    notes: notes ?? null,
  }
})
export type SampleTenant = (typeof tenants)[number]

/** The months in which rents were raised; a lease was renewed then. */
const RAISED = { raymond: -10, douglasB: -4 } as const satisfies Partial<
  Record<PropertyKey, number>
>
const raisedIn = (home: PropertyKey) => new Map<string, number>(Object.entries(RAISED)).get(home)

/** The first month of the books; this month is 0. */
export const FIRST_MONTH = -13

/** First and last day of a lease. */
function leaseOf(calendar: Calendar, { lease: [first, last] }: SampleTenant) {
  return {
    leaseStart: calendar.month(first.month, first.day ?? 1),
    leaseEnd: last.day ? calendar.month(last.month, last.day) : calendar.month(last.month + 1, 0),
  }
}

/** The rent owed for a month of the books, in dollars, by the days of the month in the lease. */
export function rentFor(calendar: Calendar, tenant: SampleTenant, month: number): string {
  const raised = raisedIn(tenant.home)
  const { rent } = propertyOf(tenant.home)
  const lease = {
    ...leaseOf(calendar, tenant),
    rentCents: centsOf(tenant.began ?? rent),
    changes:
      raised === undefined
        ? []
        : [{ startsOn: calendar.month(raised, 1), rentCents: centsOf(rent) }],
  }
  return dollarsFromCents(rentOfMonth(lease, calendar.month(month, 1).slice(0, 7)))
}

export function propertyRows(calendar: Calendar) {
  return propertyKeys.map((key) => {
    const { rent, ...property } = propertyOf(key)
    return {
      ...property,
      id: propertyId(key),
      statusSetByHand: property.status === 'maintenance',
      state: 'IL',
      monthlyRent: rent,
      securityDeposit: rent,
      propertyManager: 'Joanna Park',
      createdAt: calendar.moment(`${calendar.pastYear - 1}-03-04`, '10:30'),
      updatedAt: calendar.at(-9, '13:00'),
    } satisfies typeof rentalProperties.$inferInsert
  })
}

export function tenantRows(calendar: Calendar) {
  return tenants.map((tenant) => {
    const { home, lease, began, pays: _, ...facts } = tenant
    const { rent } = propertyOf(home)
    const { leaseStart, leaseEnd } = leaseOf(calendar, tenant)
    const signed = calendar.moment(calendar.month(lease[0].month - 1, 18), '11:10')
    const createdAt = new Date(Math.min(signed.getTime(), calendar.hoursAgo(0).getTime()))
    return {
      ...facts,
      propertyId: propertyId(home),
      email: `${facts.firstName}.${facts.lastName}@example.com`.toLowerCase(),
      leaseStart,
      leaseEnd,
      rentFrom: lease[0].month < FIRST_MONTH ? calendar.month(FIRST_MONTH, 1) : null,
      monthlyRent: began ?? rent,
      securityDeposit: rent,
      status: leaseEnd < calendar.today ? ('former' as const) : ('active' as const),
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof tenantTable.$inferInsert
  })
}

/** The raised rents: one by a renewal, one during a lease. */
export function leaseChangeRows(calendar: Calendar) {
  return tenants.flatMap((tenant) => {
    const raised = raisedIn(tenant.home)
    if (raised === undefined) return []
    const isRenewal = tenant.home === 'raymond'
    return {
      id: seededId(`lease-change/${tenant.home}`),
      tenantId: tenant.id,
      kind: isRenewal ? ('renewal' as const) : ('rent' as const),
      startsOn: calendar.month(raised, 1),
      monthlyRent: propertyOf(tenant.home).rent,
      leaseEnd: isRenewal ? leaseOf(calendar, tenant).leaseEnd : null,
      previousEnd: isRenewal ? calendar.month(raised, 0) : null,
      createdAt: calendar.moment(calendar.month(raised - 1, 10), '09:40'),
    } satisfies typeof leaseChanges.$inferInsert
  })
}
