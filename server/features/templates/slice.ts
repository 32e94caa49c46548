import type { Slice } from '../../http/slice.ts'
import { scheduleTemplates } from '../../schema/templates.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [scheduleTemplates],
}
