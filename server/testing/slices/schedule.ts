import type { baselineRoutes } from '@plumbline/contract/baselines.ts'
import type { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import type { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import type { scheduleWeekRoutes } from '@plumbline/contract/scheduleWeek.ts'
import { type Cast, next, type Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'

/** An entry of the sub that the client can see. */
export async function newEntry({ make, people }: Cast, jobId: string, more = {}): Promise<string> {
  const days = { startDate: '2026-12-01', endDate: '2026-12-04' }
  const assigned = { assignedSubcontractorId: people.subcontractor.id }
  const entry = { jobId, title: `Framing ${next()}`, ...days, ...assigned, ...more }
  return (await make('/api/schedule', entry)).id
}

const entryOf = (stage: Stage, more = {}) => newEntry(stage, stage.id('/api/jobs'), more)

const newDays = { startDate: '2026-12-02', endDate: '2026-12-08' }

export const schedule: SliceTests<typeof scheduleRoutes> = {
  things: {
    '/api/schedule': entryOf,
  },
  writes: {
    create: ({ id, people }) => ({
      body: {
        jobId: id('/api/jobs'),
        title: 'Roofing',
        startDate: '2026-11-20',
        endDate: '2026-11-24',
        assignedSubcontractorId: people.subcontractor.id,
      },
    }),
    update: ({ id }) => ({
      params: { id: id('/api/schedule') },
      body: { title: 'Walls', endDate: '2026-12-10', reason: 'Rain', priority: 'critical' },
    }),
    remove: async (stage) => ({ params: { id: await entryOf(stage) } }),
  },
  readers: {
    'entry title': 'ASTC',
    'entry description': 'ASTC',
    'entry notes': 'AST',
    'entry completionNotes': 'AST',
    'entry reason': 'AST',
    'internal title': 'AST',
    'internal description': 'AST',
    'internal notes': 'AST',
    'internal completionNotes': 'AST',
  },
  found: {
    '/api/schedule-entries': {
      'bid name': 'ASTC',
      'bid customerName': 'ASTC',
      'entry title': 'ASTC',
      'entry description': 'ASTC',
      'internal title': 'AST',
      'internal description': 'AST',
      'job name': 'ASC',
      'job customerName': 'ASC',
    },
  },
}

export const scheduleMoves: SliceTests<typeof scheduleMoveRoutes> = {
  writes: {
    preview: async (stage) => ({ body: { id: await entryOf(stage), ...newDays } }),
    undo: async (stage) => {
      const id = await newEntry(stage, await newJob(stage))
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
  },
}

export const baselines: SliceTests<typeof baselineRoutes> = {
  writes: {
    save: ({ id }) => ({ params: { id: id('/api/jobs') } }),
    remove: async (stage) => {
      const id = await newJob(stage)
      await newEntry(stage, id)
      await stage.make(`/api/jobs/${id}/baseline`, undefined, 'PUT')
      return { params: { id } }
    },
  },
}

export const scheduleWeek: SliceTests<typeof scheduleWeekRoutes> = {
  writes: {},
  answers: {
    // A day of two subs, who both go on.
    day: async ({ w, call, jobId, sam }) => {
      const days = { startDate: '2026-11-02', endDate: '2026-11-04' }
      for (const assignedSubcontractorId of [sam, w.idOf('sue')]) {
        const body = { jobId, title: 'Doors', ...days, assignedSubcontractorId }
        await w.call('ada', 'POST', '/api/schedule', body)
      }
      return [await call('GET', '/api/schedule/day?day=2026-11-03')]
    },
  },
}
