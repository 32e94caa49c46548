import { propertyStatuses, type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { pagedQuery, query } from '../../../api/query.ts'
import { oneOf } from '../../../screens/screen.ts'
import type { RentalSearch } from '../search.ts'

/** The property filter from the URL. */
export const propertyFilter = ({ search, status, archived }: RentalSearch) => ({
  search,
  // The tenants tab uses other statuses under the same name.
  status: oneOf(...propertyStatuses)(status),
  archived,
})
type PropertyFilter = ReturnType<typeof propertyFilter>

/** The filtered properties by address, paginated. */
export const propertyPages = (filter: PropertyFilter) =>
  pagedQuery(rentalRoutes.list, { query: filter })

/** One property. */
export const propertyQuery = (id: string) => query(rentalRoutes.one, { params: { id } })

/** The company's jobs at a property. */
export const propertyJobs = (id: string) => query(rentalRoutes.jobs, { params: { id } })

/** Small pages, because each photo is an image to fetch. */
const PHOTOS_PER_PAGE = 24

/** The photos of a property, newest first, paginated. */
export const propertyPhotos = (id: string) =>
  pagedQuery(rentalRoutes.photos, { params: { id } }, PHOTOS_PER_PAGE)

/** `Elgin, IL 60120`, the line under the address. */
export const townOf = ({ city, state, zipCode }: RentalProperty) => `${city}, ${state} ${zipCode}`

/** All current and former tenants of a property. */
export const propertyTenants = (propertyId: string) =>
  query(tenantRoutes.list, { query: { propertyId } })
