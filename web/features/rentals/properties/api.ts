import { propertyStatuses, type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { tenantRoutes } from '@plumbline/contract/tenants.ts'
import { pagedQuery, query } from '../../../api/query.ts'
import { oneOf } from '../../../screens/screen.ts'
import type { RentalSearch } from '../search.ts'

/** The filter of the properties, as the address of the screen says it. */
export const propertyFilter = ({ search, status, archived }: RentalSearch) => ({
  search,
  // The tab of the tenants has other statuses under the same name.
  status: oneOf(...propertyStatuses)(status),
  archived,
})
type PropertyFilter = ReturnType<typeof propertyFilter>

/** The properties of a filter by address, page by page. */
export const propertyPages = (filter: PropertyFilter) =>
  pagedQuery(rentalRoutes.list, { query: filter })

/** One property. */
export const propertyQuery = (id: string) => query(rentalRoutes.one, { params: { id } })

/** The company's jobs at a property. */
export const propertyJobs = (id: string) => query(rentalRoutes.jobs, { params: { id } })

/** Rows of a large screen; each is a picture to fetch. */
const PHOTO_PAGE = 24

/** The photos of a property, newest first, page by page. */
export const propertyPhotos = (id: string) =>
  pagedQuery(rentalRoutes.photos, { params: { id } }, PHOTO_PAGE)

/** `Elgin, IL 60120`, the line under the address. */
export const townOf = ({ city, state, zipCode }: RentalProperty) => `${city}, ${state} ${zipCode}`

/** All tenants a property has and had. */
export const propertyTenants = (propertyId: string) =>
  query(tenantRoutes.list, { query: { propertyId } })
