import { baselineRoutes } from '@plumbline/contract/baselines.ts'
import { addDays, formatDay, sundayOf } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { keyDateRoutes } from '@plumbline/contract/keyDates.ts'
import {
  datesOutOfOrder,
  type ScheduleEntry,
  scheduleRoutes,
} from '@plumbline/contract/schedule.ts'
import { scheduleAttentionRoutes } from '@plumbline/contract/scheduleAttention.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { scheduleWeekRoutes } from '@plumbline/contract/scheduleWeek.ts'
import { findCompany } from '../../access/company/queries.ts'
import { companyDays } from '../../access/company/service.ts'
import { type AuditEntry, deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { findJob, lockJob } from '../jobs/queries.ts'
import { recordJoined } from '../jobs/service.ts'
import { currentEntries, readAttention } from './attention.ts'
import { readBaseline, readFinishMoved, removeBaseline, saveBaseline } from './baselines.ts'
import { crewOfEntry } from './crewOfEntry.ts'
import { readDay } from './day.ts'
import * as history from './history.ts'
import { listKeyDates } from './keyDates.ts'
import { planMove, planWeather, previewOf, slackOfJobs } from './movePlan.ts'
import { jobsOutdoors } from './moveQueries.ts'
import { clearWeatherDay, lockMove, markWeatherDay, undoMove } from './moves.ts'
import * as queries from './queries.ts'
import { changeEntry, createEntry, deleteEntry } from './service.ts'
import { findWeatherDay, listWeatherDays } from './weather.ts'
import { readWeek } from './week.ts'

/** The audit entry for hiding a schedule entry from the client of its job, or showing it again. */
const readersChanged = (
  before: Pick<ScheduleEntry, 'internal'>,
  { id, title, internal }: Pick<ScheduleEntry, 'id' | 'title' | 'internal'>,
): AuditEntry[] =>
  internal === before.internal
    ? []
    : [{ action: 'entry.readersChanged', subjectId: id, subject: title, detail: { internal } }]

/** The reply to a write that changes nothing. */
const unchanged = (entry: queries.FoundEntry) => ({
  ...queries.toEntry(entry),
  addedToJob: false,
  warnings: [],
  moveId: null,
  moved: 0,
})

export function routes(serve: Serve) {
  crewOfEntry(serve)
  serve(scheduleRoutes.ofJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, person, subject }) => queries.listEntries(db, person, { jobId: subject.id }),
  })

  serve(scheduleRoutes.list, {
    handle: ({ db, person, query }) => queries.listEntries(db, person, query),
  })

  serve(scheduleRoutes.plan, {
    handle: ({ db, person, query }) => queries.readPlan(db, person, query),
  })

  serve(scheduleWeekRoutes.day, {
    handle: ({ db, person, query, now }) => readDay(db, person, query, now),
  })

  serve(scheduleWeekRoutes.read, {
    handle: async ({ db, query, now }) => {
      const sunday = sundayOf((await companyDays(db, now)).today)
      const { from = sunday, to = addDays(sunday, 6) } = query
      return readWeek(db, { from, to }, now)
    },
  })

  serve(scheduleRoutes.one, {
    find: ({ db, person, params }) => queries.findEntry(db, person, params.id),
    handle: async ({ subject }) => subject.entry,
  })

  serve(scheduleRoutes.create, {
    handle: async ({ db, person, body, request }) => {
      const entry = await createEntry(db, person.id, body)
      await recordJoined(db, request, { ...entry, subId: entry.assignedSubcontractorId })
      return entry
    },
  })

  serve(scheduleRoutes.update, {
    find: ({ db, params }) => queries.lockEntry(db, params.id),
    handle: async ({ db, person, subject, body, now, request }) => {
      const { jobId, ...change } = body
      if (jobId !== undefined && jobId !== subject.jobId)
        throw invalid({ jobId: 'An entry stays on its job' })
      const problem = datesOutOfOrder(subject, change)
      if (problem) throw invalid(problem)
      const { reason: _, push: __, pull: ___, versions: ____, digest: _____, ...fields } = change
      if (Object.keys(fields).length === 0) return unchanged(subject)
      const entry = await changeEntry(db, person.id, subject, change, now)
      await recordJoined(db, request, { ...entry, subId: entry.assignedSubcontractorId })
      await recordAudit(db, request, ...readersChanged(subject, entry))
      return entry
    },
  })

  serve(scheduleRoutes.remove, {
    find: ({ db, params }) => queries.lockEntry(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await deleteEntry(db, person.id, subject)
      await recordAudit(db, request, deleted('schedule entry', subject.id, subject.title))
    },
  })

  serve(scheduleMoveRoutes.preview, {
    handle: async ({ db, body, now }) => {
      const entry = await queries.findJobOf(db, body.id)
      if (!entry) throw invalid({ id: 'Choose an entry' })
      return previewOf(db, await planMove(db, entry.jobId, body), now)
    },
  })

  serve(scheduleMoveRoutes.slack, {
    handle: async ({ db, person, query }) => {
      const shown = await queries.jobsWithEntries(db, person, query)
      return slackOfJobs(db, shown)
    },
  })

  serve(scheduleMoveRoutes.undo, {
    find: ({ db, params }) => lockMove(db, params.id),
    handle: ({ db, person, subject, now }) => undoMove(db, person.id, subject, now),
  })

  serve(scheduleMoveRoutes.weatherDays, {
    handle: ({ db, query }) => listWeatherDays(db, query),
  })

  serve(scheduleMoveRoutes.weatherPreview, {
    handle: async ({ db, body, now }) => {
      const jobIds = await jobsOutdoors(db, body.day)
      return previewOf(db, await planWeather(db, jobIds, body.day), now)
    },
  })

  serve(scheduleMoveRoutes.markWeather, {
    handle: async ({ db, person, now, body: { day, push, versions = {}, digest } }) => {
      const previewed = push ? { versions, digest } : undefined
      const move = await markWeatherDay(db, person.id, day, previewed, now)
      return { day, move }
    },
  })

  serve(scheduleMoveRoutes.clearWeather, {
    find: ({ db, params }) => findWeatherDay(db, params.day),
    handle: async ({ db, person, subject, request }) => {
      await clearWeatherDay(db, person.id, subject.day)
      await recordAudit(db, request, deleted('weather day', undefined, formatDay(subject.day)))
    },
  })

  serve(scheduleRoutes.changes, {
    find: ({ db, person, params }) => history.findChanges(db, person, params.id),
    handle: async ({ subject }) => subject.changes,
  })

  serve(scheduleRoutes.changesOfJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject, query }) => history.listChangesOfJob(db, subject.id, query),
  })

  serve(scheduleRoutes.daysLost, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject }) => history.daysLost(db, subject.id),
  })

  serve(scheduleAttentionRoutes.current, {
    handle: ({ db, query, now }) => currentEntries(db, query.jobIds, now),
  })

  serve(scheduleAttentionRoutes.read, {
    handle: async ({ db, query, now }) =>
      readAttention(db, await findCompany(db), { now, limit: query.limit }),
  })

  serve(baselineRoutes.read, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject }) => readBaseline(db, subject.id),
  })

  serve(baselineRoutes.finish, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, person, subject }) => readFinishMoved(db, person, subject.id),
  })

  serve(baselineRoutes.save, {
    find: ({ db, params }) => lockJob(db, params.id, 'no key update'),
    handle: async ({ db, person, subject }) => {
      await saveBaseline(db, person.id, subject.id)
      return readBaseline(db, subject.id)
    },
  })

  serve(baselineRoutes.remove, {
    find: ({ db, params }) => lockJob(db, params.id, 'no key update'),
    handle: async ({ db, person, subject, request }) => {
      await removeBaseline(db, person.id, subject.id)
      await recordAudit(db, request, deleted('promise', subject.id, subject.name))
    },
  })

  serve(keyDateRoutes.list, {
    handle: ({ db, person, query }) => listKeyDates(db, person, query),
  })
}
