import type { Slice } from '../../http/slice.ts'
import { addUpCounts } from './queries.ts'

export const slice: Slice = {
  everyMinute: ({ db, now }) => addUpCounts(db, now),
}
