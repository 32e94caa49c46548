import type { Slice } from '../../http/slice.ts'
import { mergeCounts } from './queries.ts'

export const slice: Slice = {
  everyMinute: ({ db, now }) => mergeCounts(db, now),
}
