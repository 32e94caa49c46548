import type { Slice } from '../../http/slice.ts'
import { photos } from '../../schema/photos.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [photos],
  everyHour: ({ renditions }) => renditions.catchUp(),
}
