import { z } from 'zod'
import { optionalDay } from './dates.ts'
import { optionalDollars } from './dollars.ts'
import { Job, NewJob } from './jobs.ts'
import { enteredNumber } from './numbers.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id, optionalLine, optionalText, phrase, postalAddress } from './text.ts'

export const propertyStatuses = ['occupied', 'vacant', 'maintenance'] as const
export type PropertyStatus = (typeof propertyStatuses)[number]

/** Suggested kinds of homes; any other text is allowed. */
export const propertyTypes = [
  'Single family',
  'Duplex',
  'Townhouse',
  'Condo',
  'Apartment',
  'Storefront',
] as const

/** A home for rent, or any other unit with its own rent. Money is exact dollars as text. */
export const RentalProperty = z.object({
  id,
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  propertyType: z.string(),
  bedrooms: z.number().int().nullable(),
  bathrooms: z.number().nullable(),
  squareFeet: z.number().int().nullable(),
  purchasePrice: z.string().nullable(),
  purchaseDate: z.iso.date().nullable(),
  /** The rent the home is offered for; a tenant owes the rent of the lease. */
  monthlyRent: z.string().nullable(),
  securityDeposit: z.string().nullable(),
  propertyManager: z.string().nullable(),
  notes: z.string().nullable(),
  /** The status set by hand, or else occupied on the days of a lease and vacant on others. */
  status: z.enum(propertyStatuses),
  statusSetByHand: z.boolean(),
  /** The tenant whose lease runs today. */
  tenantId: id.nullable(),
  tenantName: z.string().nullable(),
  archivedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type RentalProperty = z.infer<typeof RentalProperty>

const whole = (max: number) =>
  enteredNumber('Enter a whole number')
    .int('Enter a whole number')
    .min(0, 'Not negative')
    .max(max, `At most ${max.toLocaleString('en-US')}`)
    .nullable()

const fields = {
  address: postalAddress('Address is required'),
  city: phrase(300, 'City is required'),
  state: phrase(50, 'State is required'),
  zipCode: phrase(50, 'ZIP code is required'),
  propertyType: phrase(50, 'Property type is required'),
  monthlyRent: optionalDollars().optional(),
  bedrooms: whole(1000).optional(),
  bathrooms: enteredNumber('Enter a number such as 1.5')
    .min(0, 'Not negative')
    .max(99.9, 'At most 99.9')
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e5), 'At most one decimal')
    .nullable()
    .optional(),
  squareFeet: whole(10_000_000).optional(),
  purchasePrice: optionalDollars(9_999_999_999.99).optional(),
  purchaseDate: optionalDay.optional(),
  securityDeposit: optionalDollars().optional(),
  propertyManager: optionalLine(300).optional(),
  notes: optionalText(10_000).optional(),
  /** If null, the status follows the leases. */
  status: z.enum(propertyStatuses, 'Choose a status').nullable().optional(),
}

export const NewRentalProperty = z.object(fields, 'Send the property as an object')
export type NewRentalProperty = z.output<typeof NewRentalProperty>

/** Only the fields sent are changed. */
export const RentalPropertyChange = z.object(
  {
    ...fields,
    address: fields.address.optional(),
    city: fields.city.optional(),
    state: fields.state.optional(),
    zipCode: fields.zipCode.optional(),
    propertyType: fields.propertyType.optional(),
    /** An archived property is left out of lists and current figures; its books stay. */
    archived: z.boolean('archived is true or false').optional(),
  },
  'Send the change as an object',
)
export type RentalPropertyChange = z.output<typeof RentalPropertyChange>

export const RentalPropertyFilter = z.object({
  ...pageQuery,
  status: z.enum(propertyStatuses, 'Choose a status').optional(),
  /** Only archived properties, instead of only the others. */
  archived: z.literal('true', 'archived is true or absent').optional(),
})
export type RentalPropertyFilter = z.output<typeof RentalPropertyFilter>

/** The four cards, over the properties that are not archived. */
export const RentalStats = z.object({
  totalProperties: z.number().int(),
  occupied: z.number().int(),
  /** All that are not occupied. */
  vacant: z.number().int(),
  /** The sum of the monthly rents of the properties, whatever the leases say. */
  monthlyRentRoll: z.string(),
  /** Percent, rounded; 0 without properties. */
  occupancyRate: z.number().int(),
  /** Twelve times the rent roll. */
  annualRevenue: z.string(),
})
export type RentalStats = z.infer<typeof RentalStats>

export const PropertyPhoto = z.object({
  id,
  propertyId: id,
  uploadedByName: z.string(),
  /** The address of the picture; add `?size=thumb` or `full` (the default). */
  url: z.string(),
  caption: z.string().nullable(),
  /** Pixels, as the picture is displayed. */
  width: z.number().int(),
  height: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type PropertyPhoto = z.infer<typeof PropertyPhoto>

/** The form fields sent with the file `photo`. */
export const NewPropertyPhoto = z.object(
  { caption: optionalText(2000).optional() },
  'Send the photo as multipart/form-data',
)

/** One of the company's jobs at a property, and the amount booked there as expenses. */
export const PropertyJob = Job.pick({
  id: true,
  name: true,
  status: true,
  startDate: true,
  endDate: true,
  approvedAmount: true,
}).extend({
  /** The sum of the property's expenses that name the job, in dollars. */
  booked: z.string(),
})
export type PropertyJob = z.infer<typeof PropertyJob>

const list = '/api/rental-properties' as const
const one = `${list}/:id` as const

export const rentalRoutes = {
  list: route({
    method: 'GET',
    path: list,
    summary: 'The properties, by address',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: RentalPropertyFilter,
    reply: z.array(RentalProperty),
  }),
  stats: route({
    method: 'GET',
    path: `${list}/stats`,
    summary: 'The figures above the rental properties',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: RentalStats,
  }),
  one: route({
    method: 'GET',
    path: one,
    summary: 'One property',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: RentalProperty,
  }),
  create: route({
    method: 'POST',
    path: list,
    summary: 'Add a property',
    may: 'rental.write',
    body: NewRentalProperty,
    reply: RentalProperty,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: one,
    summary: 'Change the fields sent; archive or restore the property',
    may: 'rental.write',
    body: RentalPropertyChange,
    reply: RentalProperty,
    fails: ['propertyLeased', 'stale'],
  }),
  remove: route({
    method: 'DELETE',
    path: one,
    summary: 'Delete a property that has no tenants and no books',
    may: 'rental.write',
    reply: z.void(),
    status: 204,
    fails: ['propertyHasHistory'],
  }),
  photos: route({
    method: 'GET',
    path: `${one}/photos`,
    summary: 'The photos of a property, newest first',
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    query: z.object({ limit: pageQuery.limit, after: pageQuery.after }),
    reply: z.array(PropertyPhoto),
  }),
  addPhoto: route({
    method: 'POST',
    path: `${one}/photos`,
    summary: 'Add a photo to a property',
    may: 'rental.write',
    upload: 'photo',
    body: NewPropertyPhoto,
    reply: PropertyPhoto,
    status: 201,
    fails: ['badPicture', 'tooManyPixels', 'notPicture'],
  }),
  photoImage: route({
    method: 'GET',
    path: '/api/property-photos/:id/image',
    summary: 'The picture itself',
    may: 'rental.read',
    keep: false,
    query: z.object({ size: z.enum(['thumb', 'full'], 'size is thumb or full').optional() }),
    reply: z.void(),
    file: true,
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/api/property-photos/:id',
    summary: 'Delete a photo of a property and its files',
    may: 'rental.write',
    reply: z.void(),
    status: 204,
  }),
  jobs: route({
    method: 'GET',
    path: `${one}/jobs`,
    summary: "The company's jobs at a property, newest first",
    may: 'rental.read',
    about: ['rental'],
    keep: true,
    reply: z.array(PropertyJob),
  }),
  makeJob: route({
    method: 'POST',
    path: `${one}/jobs`,
    summary: 'Create a job at a property',
    may: 'rental.write',
    body: NewJob,
    reply: Job,
    status: 201,
  }),
}
