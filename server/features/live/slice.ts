import type { Slice } from '../../http/slice.ts'
import { routes } from './presenceRoutes.ts'
import { pages } from './routes.ts'

export const slice: Slice = { routes, pages }
