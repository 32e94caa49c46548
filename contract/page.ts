import { z } from 'zod'
import { search } from './text.ts'

const INVALID_LIMIT = 'limit is a whole number from 1 to 200'

/** The maximum number of items on a page. */
const MAX_PAGE = 200

/** A sort order of a list: ascending, or descending with a minus. */
export type OrderOf<Sort extends string> = Sort | `-${Sort}`
export const ordersOf = <const Sort extends string>(sorts: readonly Sort[]) =>
  sorts.flatMap((sort): OrderOf<Sort>[] => [sort, `-${sort}`])

/**
 * The paging of a list: without `limit` the reply is the whole visible list; with it, a page and
 * the headers `Link: rel="next"` and `X-Total-Count`, which stops at 10,000 and then means that
 * many or more (`countLimits.ts`). `after` is the cursor in that link.
 */
export const pageQuery = {
  limit: z
    .string(INVALID_LIMIT)
    .regex(/^\d{1,3}$/, INVALID_LIMIT)
    .transform(Number)
    .refine((value) => value >= 1 && value <= MAX_PAGE, INVALID_LIMIT)
    .optional(),
  after: z.string('Not a valid cursor').max(200, 'Not a valid cursor').optional(),
  search,
}

/**
 * `false` leaves out X-Total-Count, for a search that shows its first results alone: counting them
 * can take longer than finding them.
 */
export const uncounted = { total: z.literal('false', 'total is false or absent').optional() }

/** `true` puts what is done after what is open, unless an order is asked for. */
export const doneLast = {
  openFirst: z.enum(['true', 'false'], 'openFirst is true or false').optional(),
}

/** Also finds words of five letters and more with one letter that is wrong, missing or extra. */
export const misspelledToo = {
  alike: z.literal('true', 'alike is true or absent').optional(),
}
