import type { Slice } from '../../http/slice.ts'
import { savedLines } from '../../schema/pricing.ts'
import { routes } from './routes.ts'

export const slice: Slice = { routes, exported: [savedLines] }
