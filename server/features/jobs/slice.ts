import type { Slice } from '../../http/slice.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [jobs, jobSubcontractors],
}
