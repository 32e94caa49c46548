import type { Slice } from '../../http/slice.ts'
import { jobRatings, privateNotes } from '../../schema/subcontractors.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [jobRatings, privateNotes],
}
