import type { rentalProperties, tenants as tenantTable } from '../server/rentals/table.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './fixed.ts'

type Status = (typeof rentalProperties.$inferSelect)['status']

interface SampleProperty {
  readonly address: string
  readonly city: string
  readonly zip: string
  readonly type: string
  readonly bedrooms: number | null
  readonly bathrooms: string | null
  readonly squareFeet: number
  readonly bought: readonly [price: string, day: string]
  /** Dollars and cents, as is the deposit, which is one rent. */
  readonly rent: string
  readonly status: Status
  readonly notes?: string
}

type Home = readonly [
  type: string,
  bedrooms: number | null,
  bathrooms: string | null,
  squareFeet: number,
]

function property(
  place: readonly [address: string, city: string, zip: string],
  [type, bedrooms, bathrooms, squareFeet]: Home,
  bought: SampleProperty['bought'],
  rent: string,
  more: { status?: Status; notes?: string } = {},
): SampleProperty {
  const [address, city, zip] = place
  return {
    address,
    city,
    zip,
    type,
    bedrooms,
    bathrooms,
    squareFeet,
    bought,
    rent,
    status: 'occupied',
    ...more,
  }
}

export const properties = {
  raymond: property(
    ['512 Raymond St', 'Elgin', '60120'],
    ['Single family', 3, '1.5', 1340],
    ['168500.00', '2014-06-20'],
    '1850.00',
    { notes: 'Furnace of 2019. Shut-off for the hose bib is behind the dryer.' },
  ),
  douglas: property(
    ['229 N Douglas Ave, Unit A', 'Elgin', '60120'],
    ['Duplex', 2, '1.0', 940],
    ['121250.00', '2015-03-31'],
    '1375.00',
  ),
  douglasB: property(
    ['229 N Douglas Ave, Unit B', 'Elgin', '60120'],
    ['Duplex', 2, '1.0', 940],
    ['121250.00', '2015-03-31'],
    '1395.00',
    { notes: 'Laundry is shared with Unit A.' },
  ),
  wilson: property(
    ['87 E Wilson St, Apt 2', 'Batavia', '60510'],
    ['Apartment', 1, '1.0', 710],
    ['98400.00', '2016-09-12'],
    '1180.50',
  ),
  prairie: property(
    ['640 Prairie St', 'St. Charles', '60174'],
    ['Single family', 4, '2.5', 2180],
    ['312000.00', '2018-05-04'],
    '2740.00',
    { notes: 'Fence along the south side belongs to the neighbor.' },
  ),
  stevens: property(
    ['1402 Stevens St, Unit 6', 'Geneva', '60134'],
    ['Townhouse', 2, '1.5', 1260],
    ['204900.00', '2019-10-18'],
    '1965.00',
    { notes: 'Association takes care of roof and lawn.' },
  ),
  shannon: property(
    ['31 Shannon Ct', 'Elburn', '60119'],
    ['Single family', 3, '2.0', 1590],
    ['241300.00', '2020-08-27'],
    '2150.00',
    {
      status: 'maintenance',
      notes: 'Water damage under the upstairs bath: new floor and ceiling before it is let again.',
    },
  ),
  galena: property(
    ['905 W Galena Blvd, Unit 3', 'Aurora', '60506'],
    ['Condo', 2, '1.0', 880],
    ['132750.00', '2021-02-22'],
    '1425.00',
    { status: 'vacant', notes: 'Painted and cleaned, listed at the new rent.' },
  ),
  jackson: property(
    ['12 Jackson St', 'Batavia', '60510'],
    ['Single family', 3, '1.0', 1180],
    ['189900.00', '2017-11-15'],
    '1795.00',
  ),
  storefront: property(
    ['118 S Third St', 'Geneva', '60134'],
    ['Storefront', null, '1.0', 1450],
    ['285000.00', '2022-04-08'],
    '2680.25',
    { notes: 'Tenant pays taxes and insurance above the base year.' },
  ),
}

export type PropertyKey = keyof typeof properties
export const propertyId = (key: PropertyKey) => idOf(`property/${key}`)

export interface SampleTenant {
  readonly name: readonly [firstName: string, lastName: string]
  readonly phone: string
  readonly home: PropertyKey
  /** First and last month of the lease, counted from this one. */
  readonly months: readonly [first: number, last: number]
  readonly emergency?: readonly [name: string, phone: string]
  readonly pays: string
  readonly notes?: string
}

/** One lease ends within 90 days of any today; those of the past ended before it. */
export const tenants: readonly SampleTenant[] = [
  {
    name: ['Renee', 'Castle'],
    phone: '847-555-0171',
    home: 'raymond',
    months: [-22, 13],
    pays: 'ACH',
    emergency: ['Paul Castle', '847-555-0181'],
  },
  {
    name: ['Andre', 'Wells'],
    phone: '847-555-0172',
    home: 'douglas',
    months: [-10, 1],
    pays: 'ACH',
    notes: 'Asked about a second year.',
  },
  {
    name: ['Mina', 'Farouk'],
    phone: '847-555-0173',
    home: 'douglasB',
    months: [-28, 7],
    pays: 'Check',
    emergency: ['Nabil Farouk', '847-555-0182'],
  },
  {
    name: ['Joel', 'Sandburg'],
    phone: '630-555-0174',
    home: 'wilson',
    months: [-6, 5],
    pays: 'ACH',
  },
  {
    name: ['Carla', 'Ibarra'],
    phone: '630-555-0175',
    home: 'prairie',
    months: [-18, 17],
    pays: 'ACH',
    emergency: ['Rosa Ibarra', '630-555-0183'],
    notes: 'Two cats, deposit paid.',
  },
  {
    name: ['Denise', 'Whitlock'],
    phone: '630-555-0176',
    home: 'stevens',
    months: [-3, 8],
    pays: 'Check',
  },
  {
    name: ['Bill', 'Ostrander'],
    phone: '630-555-0177',
    home: 'jackson',
    months: [-14, 9],
    pays: 'Check',
    notes: 'Pays late, but pays.',
  },
  {
    name: ['June', 'Prescott'],
    phone: '630-555-0178',
    home: 'storefront',
    months: [-30, 29],
    pays: 'ACH',
    notes: 'Paper and Pine, stationery.',
  },
  {
    name: ['Gary', 'Lund'],
    phone: '630-555-0179',
    home: 'galena',
    months: [-25, -2],
    pays: 'Check',
    notes: 'Moved to Wisconsin, deposit returned.',
  },
  {
    name: ['Keiko', 'Tanaka'],
    phone: '630-555-0180',
    home: 'shannon',
    months: [-20, -1],
    pays: 'ACH',
    notes: 'Left early because of the leak, on good terms.',
  },
]

/** By the home: one lease each. */
export const tenantId = (home: PropertyKey) => idOf(`tenant/${home}`)
const hasLeft = ({ months }: SampleTenant) => months[1] < 0

export function propertyRows(calendar: Calendar) {
  const touchedAt = calendar.at(-9, '13:00')
  return Object.entries(properties).map(([key, { zip, type, bought, rent, ...property }]) => {
    const [purchasePrice, purchaseDate] = bought
    return {
      ...property,
      id: propertyId(key as PropertyKey),
      state: 'IL',
      zipCode: zip,
      propertyType: type,
      purchasePrice,
      purchaseDate,
      monthlyRent: rent,
      securityDeposit: rent,
      propertyManager: 'Joanna Park',
      createdAt: calendar.moment(`${calendar.pastYear - 1}-03-04`, '10:30'),
      updatedAt: touchedAt,
    } satisfies typeof rentalProperties.$inferInsert
  })
}

export function tenantRows(calendar: Calendar) {
  return tenants.map((tenant) => {
    const [firstName, lastName] = tenant.name
    const [first, last] = tenant.months
    const { rent } = properties[tenant.home]
    const createdAt = calendar.moment(calendar.month(first - 1, 18), '11:10')
    return {
      id: tenantId(tenant.home),
      propertyId: propertyId(tenant.home),
      firstName,
      lastName,
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
      phone: tenant.phone,
      emergencyContact: tenant.emergency?.[0] ?? null,
      emergencyPhone: tenant.emergency?.[1] ?? null,
      leaseStart: calendar.month(first, 1),
      leaseEnd: calendar.month(last + 1, 0),
      monthlyRent: rent,
      securityDeposit: rent,
      status: hasLeft(tenant) ? 'former' : 'active',
      notes: tenant.notes ?? null,
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof tenantTable.$inferInsert
  })
}
