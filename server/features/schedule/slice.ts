import type { Slice } from '../../http/slice.ts'
import {
  scheduleBaselines,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
  weatherDays,
} from '../../schema/schedule.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [
    scheduleEntries,
    scheduleDependencies,
    scheduleBaselines,
    scheduleChanges,
    scheduleMoves,
    scheduleMoveJobs,
    weatherDays,
  ],
}
