import type { Slice } from '../../http/slice.ts'
import { quickBooksExports, quickBooksFiles, quickBooksRuns } from '../../schema/quickBooks.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [quickBooksRuns, quickBooksExports, quickBooksFiles],
}
