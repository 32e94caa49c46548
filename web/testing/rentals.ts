import type { PropertyPhoto, RentalProperty, RentalStats } from '@plumbline/contract/rentals.ts'

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A property for tests with these fields changed. */
export const property = (n: number, change: Partial<RentalProperty> = {}): RentalProperty => ({
  id: idOf(n),
  address: `${n} Elm St`,
  city: 'Elgin',
  state: 'IL',
  zipCode: '60120',
  propertyType: 'Duplex',
  bedrooms: null,
  bathrooms: null,
  squareFeet: null,
  purchasePrice: null,
  purchaseDate: null,
  monthlyRent: null,
  securityDeposit: null,
  propertyManager: null,
  notes: null,
  status: 'vacant',
  statusSetByHand: false,
  tenantId: null,
  tenantName: null,
  archivedAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  ...change,
})

/** A photo of `property(1)` for tests. */
export const propertyPhoto = (n: number, change: Partial<PropertyPhoto> = {}): PropertyPhoto => ({
  id: idOf(n),
  propertyId: idOf(1),
  uploadedByName: 'Dana Reyes',
  url: `/api/property-photos/${idOf(n)}/image`,
  caption: null,
  width: 4032,
  height: 3024,
  createdAt: '2026-11-20T02:00:00.000Z',
  ...change,
})

/** The key figures of a portfolio for tests. */
export const rentalStats: RentalStats = {
  totalProperties: 10,
  occupied: 8,
  vacant: 2,
  monthlyRentRoll: '18555.75',
  occupancyRate: 80,
  annualRevenue: '222669.00',
}
