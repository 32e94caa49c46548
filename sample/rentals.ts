import type { rentalProperties, tenants as tenantTable } from '../server/rentals/table.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { parseRow, parseTable } from './parseTable.ts'

/**
 * The properties: address; city; zip code; type; bedrooms, bathrooms and square feet (`-` for none); purchase price and date;
 * monthly rent, which is also the deposit; status; notes. Amounts are dollars.
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
    '118 S Third St | Geneva | 60134 | Storefront | - 1.0 1450 | 285000.00 2022-04-08 | 2680.25 | occupied | Tenant pays taxes and insurance above the base year.',
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

/**
 * The tenants: name; phone; property; first and last month of the lease, counted from this one; how they pay; emergency
 * contact; notes. One lease ends within the next 90 days; those of the past have ended.
 */
export const tenants = parseTable(`
  Renee Castle | 847-555-0171 | raymond | -22 13 | ACH | Paul Castle, 847-555-0181
  Andre Wells | 847-555-0172 | douglas | -10 1 | ACH | | Asked about a second year.
  Mina Farouk | 847-555-0173 | douglasB | -28 7 | Check | Nabil Farouk, 847-555-0182
  Joel Sandburg | 630-555-0174 | wilson | -6 5 | ACH
  Carla Ibarra | 630-555-0175 | prairie | -18 17 | ACH | Rosa Ibarra, 630-555-0183 | Two cats, deposit paid.
  Denise Whitlock | 630-555-0176 | stevens | -3 8 | Check
  Bill Ostrander | 630-555-0177 | jackson | -14 9 | Check | | Pays late, but pays.
  June Prescott | 630-555-0178 | storefront | -30 29 | ACH | | Paper and Pine, stationery.
  Gary Lund | 630-555-0179 | galena | -25 -2 | Check | | Moved to Wisconsin, deposit returned.
  Keiko Tanaka | 630-555-0180 | shannon | -20 -1 | ACH | | Left early because of the leak, on good terms.
`).map(([name = '', phone = '', home = '', lease = '', pays = '', emergency = '', notes]) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const [first = 0, last = 0] = lease.split(' ').map(Number)
  const [emergencyContact, emergencyPhone] = emergency.split(', ')
  return {
    firstName,
    lastName,
    phone,
    home: home as PropertyKey,
    months: [first, last] as const,
    pays,
    emergencyContact: emergencyContact || null,
    emergencyPhone: emergencyPhone ?? null,
    notes: notes ?? null,
  }
})

/** The first month of the books; this month is 0. */
export const FIRST_MONTH = -13

/** One lease per property. */
export const tenantId = (home: PropertyKey) => seededId(`tenant/${home}`)

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
  return tenants.map(({ home, months: [first, last], pays: _, ...tenant }) => {
    const { rent } = propertyOf(home)
    const createdAt = calendar.moment(calendar.month(first - 1, 18), '11:10')
    return {
      ...tenant,
      id: tenantId(home),
      propertyId: propertyId(home),
      email: `${tenant.firstName}.${tenant.lastName}@example.com`.toLowerCase(),
      leaseStart: calendar.month(first, 1),
      leaseEnd: calendar.month(last + 1, 0),
      rentFrom: first < FIRST_MONTH ? calendar.month(FIRST_MONTH, 1) : null,
      monthlyRent: rent,
      securityDeposit: rent,
      status: last < 0 ? ('former' as const) : ('active' as const),
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof tenantTable.$inferInsert
  })
}
