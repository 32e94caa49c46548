import { type Subcontractor, subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { pagedQuery, query } from '../../api/query.ts'
import { plural } from '../../ui/format.ts'

/** A sub's profile. */
export const profileQuery = (id: string) => query(subcontractorRoutes.one, { params: { id } })

/** The current and past jobs of a sub, paginated. */
export const subJobPages = (id: string) => pagedQuery(subcontractorRoutes.jobs, { params: { id } })

/** The label of each score. */
export const scoreLabels: Readonly<Record<number, string>> = {
  1: 'Poor',
  2: 'Fair',
  3: 'Good',
  4: 'Great',
  5: 'Superb',
}

/** `4.3 (3 ratings)`, or `No rating yet`. */
export function ratingText({
  rating,
  ratingCount,
}: Pick<Subcontractor, 'rating' | 'ratingCount'>): string {
  return rating === null ? 'No rating yet' : `${rating.toFixed(1)} (${countText(ratingCount)})`
}

/** `1 rating`, `3 ratings`. */
export const countText = (count: number) => plural(count, 'rating', 'ratings')
