import type { Slice } from '../../http/slice.ts'
import { pages, routes } from './routes.ts'

export const slice: Slice = { routes, pages }
