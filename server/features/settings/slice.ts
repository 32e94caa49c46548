import type { Slice } from '../../http/slice.ts'
import { numberFormats, proposalSettings } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [settings, proposalSettings, numberFormats],
}
