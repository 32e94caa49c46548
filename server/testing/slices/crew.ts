import type { absenceRoutes } from '@plumbline/contract/absences.ts'
import type { CrewDay, crewRoutes } from '@plumbline/contract/crew.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { type Cast, next, type Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newEntry } from './schedule.ts'

/** An entry without a sub, in a separate week. */
async function newFreeEntry(cast: Cast, jobId: string) {
  const startDate = addDays('2027-01-04', 7 * next())
  const days = { startDate, endDate: addDays(startDate, 4) }
  const entryId = await newEntry(cast, jobId, { ...days, assignedSubcontractorId: null })
  return { entryId, day: startDate }
}

/** A crew day of the sub, on the first day of an entry. */
async function newCrewDay(cast: Cast, jobId: string) {
  const { entryId, day } = await newFreeEntry(cast, jobId)
  const booking = { subcontractorId: cast.people.subcontractor.id, days: [day] }
  const { days } = await cast.make(`/api/schedule/${entryId}/crew`, booking)
  return { id: days[0].id as string, entryId, day }
}

const crewDayOf = (stage: Stage) => newCrewDay(stage, stage.id('/api/jobs'))

async function newAbsence({ make, people }: Cast): Promise<string> {
  const subcontractorId = people.subcontractor.id
  const away = { startDate: '2026-12-21', endDate: '2026-12-22', reason: 'Away' }
  return (await make('/api/crew-absences', { subcontractorId, ...away })).id
}

export const crew: SliceTests<typeof crewRoutes> = {
  things: {
    '/api/crew': async (stage) => (await crewDayOf(stage)).id,
  },
  writes: {
    book: async (stage) => {
      const { entryId, day } = await newFreeEntry(stage, stage.id('/api/jobs'))
      const body = { subcontractorId: stage.people.subcontractor.id, days: [day] }
      return { params: { id: entryId }, body }
    },
    release: async (stage) => {
      const { entryId } = await crewDayOf(stage)
      return { params: { id: entryId, subcontractorId: stage.people.subcontractor.id } }
    },
    ask: () => ({ body: { from: '2026-11-20', to: '2027-12-31' } }),
    move: async (stage) => {
      const { id, day } = await crewDayOf(stage)
      const moves = [{ id, assignedDate: addDays(day, 1) }]
      return { body: { subcontractorId: stage.people.subcontractor.id, moves } }
    },
    update: ({ id }) => ({ params: { id: id('/api/crew') }, body: { confirmed: true } }),
    remove: async (stage) => ({ params: { id: (await crewDayOf(stage)).id } }),
  },
  readers: {
    'crew role': 'AST',
    'crew declineReason': 'AS',
    'colleague role': 'AST',
    'colleague declineReason': 'A T',
  },
  answers: {
    update: async ({ w, call, role, sam }) => {
      const { body } = await w.call('ada', 'GET', `/api/crew?subcontractorId=${sam}`)
      const answers = []
      for (const { id } of body as CrewDay[])
        for (const change of [
          { declined: true, declineReason: 'Away' },
          { declined: false, confirmed: true },
        ])
          answers.push(await call('PUT', `/api/crew/${id}`, change))
      // Only the office may change the day.
      const moved = { assignedDate: '2026-12-21' }
      if (role === 'admin')
        answers.push(await w.call('ada', 'PUT', `/api/crew/${body[0].id}`, moved))
      return answers
    },
  },
}

export const absences: SliceTests<typeof absenceRoutes> = {
  writes: {
    create: ({ people }) => ({
      body: {
        subcontractorId: people.subcontractor.id,
        startDate: '2026-12-28',
        endDate: '2026-12-29',
        reason: 'Away',
      },
    }),
    update: async (stage) => ({
      params: { id: await newAbsence(stage) },
      body: { reason: 'At the dentist' },
    }),
    remove: async (stage) => ({ params: { id: await newAbsence(stage) } }),
  },
  readers: {
    'crew absence': 'AS',
    'colleague absence': 'A T',
  },
  answers: {
    create: async ({ call, sam }) => {
      const days = { startDate: '2026-12-02', endDate: '2026-12-04' }
      const absence = { subcontractorId: sam, ...days, reason: 'Away' }
      return [await call('POST', '/api/crew-absences', absence)]
    },
    update: async ({ w, call, sam }) => {
      const { body } = await w.call('ada', 'GET', `/api/crew-absences?subcontractorId=${sam}`)
      const url = `/api/crew-absences/${body[0].id}`
      return [await call('PUT', url, { reason: 'Away' })]
    },
  },
}
