import type { Slice } from '../../http/slice.ts'
import { crewAbsences, crewSchedule, movedCrewDays } from '../../schema/crew.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [crewSchedule, crewAbsences, movedCrewDays],
}
