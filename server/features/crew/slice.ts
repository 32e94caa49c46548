import type { Slice } from '../../http/slice.ts'
import { crewAbsences, crewSchedule, movedCrewDays } from '../../schema/crew.ts'
import { answerPages } from './answerPages.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  pages: answerPages,
  exported: [crewSchedule, crewAbsences, movedCrewDays],
}
