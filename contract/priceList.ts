import { z } from 'zod'
import { misspelledToo, pageQuery, uncounted } from './page.ts'
import { lineCategories } from './pricedLines.ts'
import { category, optionalUnitPrice, unitPrice } from './pricing.ts'
import { route } from './route.ts'
import { id, line, optionalPhrase, optionalText } from './text.ts'

/** A line that is used in many bids. It is copied into them, so that a new price changes no bid. */
export const SavedLine = z.object({
  id,
  description: z.string(),
  details: z.string().nullable(),
  unit: z.string().nullable(),
  /** Exact dollars with up to four decimals, as is the cost. */
  unitPrice: z.string(),
  unitCost: z.string().nullable(),
  category: z.enum(lineCategories),
  taxable: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SavedLine = z.infer<typeof SavedLine>

const fields = {
  description: line(500, 'Description is required'),
  details: optionalText(4000).optional(),
  unit: optionalPhrase(20).optional(),
  unitPrice,
  unitCost: optionalUnitPrice.optional(),
  category: category.optional(),
  taxable: z.boolean('Must be true or false').optional(),
}

export const NewSavedLine = z.object(fields, 'Send the line as an object')
export type NewSavedLine = z.output<typeof NewSavedLine>

/** Only the fields sent are changed. */
export const SavedLineChange = z.object(
  { ...fields, description: fields.description.optional(), unitPrice: unitPrice.optional() },
  'Send the change as an object',
)
export type SavedLineChange = z.output<typeof SavedLineChange>

export const PriceListFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  category: category.optional(),
})
export type PriceListFilter = z.output<typeof PriceListFilter>

const path = '/api/price-list/:id' as const

export const priceListRoutes = {
  list: route({
    method: 'GET',
    path: '/api/price-list',
    summary: 'The saved lines, by description',
    may: 'priceList.read',
    about: ['priceList'],
    keep: true,
    query: PriceListFilter,
    reply: z.array(SavedLine),
  }),
  one: route({
    method: 'GET',
    path,
    summary: 'One saved line',
    may: 'priceList.read',
    about: ['priceList'],
    keep: true,
    reply: SavedLine,
  }),
  create: route({
    method: 'POST',
    path: '/api/price-list',
    summary: 'Save a line for further bids',
    may: 'priceList.write',
    body: NewSavedLine,
    reply: SavedLine,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path,
    summary: 'Change the fields sent; bids stay as they are',
    may: 'priceList.write',
    body: SavedLineChange,
    reply: SavedLine,
    fails: ['stale'],
  }),
  remove: route({
    method: 'DELETE',
    path,
    summary: 'Delete a saved line; bids stay as they are',
    may: 'priceList.write',
    reply: z.void(),
    status: 204,
  }),
}
