import type { absenceRoutes } from '@plumbline/contract/absences.ts'
import type { baselineRoutes } from '@plumbline/contract/baselines.ts'
import type { crewRoutes } from '@plumbline/contract/crew.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import type { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import type { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import type { Writes } from '../case.ts'
import type { Stage } from '../stage.ts'
import * as things from '../things.ts'

const entryOf = (stage: Stage, more = {}) => things.newEntry(stage, stage.ids['/api/jobs'], more)
const crewDayOf = (stage: Stage) => things.newCrewDay(stage, stage.ids['/api/jobs'])
const newDays = { startDate: '2026-12-02', endDate: '2026-12-08' }

export const scheduleWrites: Writes<typeof scheduleRoutes> = {
  create: ({ ids, people }) => ({
    body: {
      jobId: ids['/api/jobs'],
      title: 'Roofing',
      startDate: '2026-11-20',
      endDate: '2026-11-24',
      assignedSubcontractorId: people.subcontractor.id,
    },
  }),
  update: ({ ids }) => ({
    params: { id: ids['/api/schedule'] },
    body: { title: 'Walls', endDate: '2026-12-10', reason: 'Rain', priority: 'critical' },
  }),
  remove: async (stage) => ({ params: { id: await entryOf(stage) } }),
}

export const scheduleMoveWrites: Writes<typeof scheduleMoveRoutes> = {
  preview: async (stage) => ({ body: { id: await entryOf(stage), ...newDays } }),
  undo: async (stage) => {
    const id = await things.newEntry(stage, await things.newJob(stage))
    const preview = await stage.make('/api/schedule/preview', { id, ...newDays })
    const { versions, digest } = preview
    const move = { ...newDays, push: true, versions, digest }
    const { moveId } = await stage.make(`/api/schedule/${id}`, move, 'PUT')
    return { params: { id: moveId } }
  },
  weatherPreview: () => ({ body: { day: '2026-12-03' } }),
  markWeather: () => ({ body: { day: '2026-12-03' } }),
  clearWeather: async ({ make }) => {
    await make('/api/weather-days', { day: '2026-12-09' })
    return { params: { day: '2026-12-09' } }
  },
}

export const baselineWrites: Writes<typeof baselineRoutes> = {
  save: ({ ids }) => ({ params: { id: ids['/api/jobs'] } }),
  remove: async (stage) => {
    const id = await things.newJob(stage)
    await things.newEntry(stage, id)
    await stage.make(`/api/jobs/${id}/baseline`, undefined, 'PUT')
    return { params: { id } }
  },
}

export const crewWrites: Writes<typeof crewRoutes> = {
  book: async (stage) => {
    const { entryId, day } = await things.newFreeEntry(stage, stage.ids['/api/jobs'])
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
  update: ({ ids }) => ({ params: { id: ids['/api/crew'] }, body: { confirmed: true } }),
  remove: async (stage) => ({ params: { id: (await crewDayOf(stage)).id } }),
}

export const absenceWrites: Writes<typeof absenceRoutes> = {
  create: ({ people }) => ({
    body: {
      subcontractorId: people.subcontractor.id,
      startDate: '2026-12-28',
      endDate: '2026-12-29',
      reason: 'Away',
    },
  }),
  update: async (stage) => ({
    params: { id: await things.newAbsence(stage) },
    body: { reason: 'At the dentist' },
  }),
  remove: async (stage) => ({ params: { id: await things.newAbsence(stage) } }),
}
