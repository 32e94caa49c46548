import type { Slice } from '../../http/slice.ts'
import { settings } from '../../schema/settings.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [settings],
}
