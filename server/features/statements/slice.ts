import type { Slice } from '../../http/slice.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
}
