import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { datesOutOfOrder, type JobChange, jobRoutes } from '@plumbline/contract/jobs.ts'
import { deletePicture } from '../files/pictures/store.ts'
import type { Serve } from '../http/serve.ts'
import { record } from '../live/record.ts'
import { putOnJob, release, tiesOf } from './assignments/queries.ts'
import * as queries from './queries.ts'

/** A client must be a client and a manager an admin; anything else rolls the write back with a 400. */
function requireFits({ clientFits, managerFits }: queries.WrittenJob) {
  if (!clientFits) throw invalid({ clientId: 'Choose one of your clients' })
  if (!managerFits) throw invalid({ projectManagerId: 'Choose one of your project managers' })
}

/** The fact worth telling of a change: what a client reads among their updates. */
function eventOf(id: string, change: JobChange): PlumblineEvent {
  const about = { subjectId: id, jobId: id }
  if (change.progress !== undefined)
    return { ...about, name: 'job.progress', detail: { progress: change.progress } }
  if (change.startDate !== undefined || change.endDate !== undefined) {
    return {
      ...about,
      name: 'job.dates',
      detail: { startDate: change.startDate ?? null, endDate: change.endDate ?? null },
    }
  }
  return { ...about, name: 'job.changed' }
}

export function jobs(serve: Serve) {
  serve(jobRoutes.list, {
    handle: ({ db, person, query }) => queries.listJobs(db, person, query),
  })

  serve(jobRoutes.totals, {
    handle: ({ db, person, query }) => queries.totalJobs(db, person, query),
  })

  serve(jobRoutes.one, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id),
    handle: async ({ subject, person }) => queries.toJob(subject, person),
  })

  serve(jobRoutes.create, {
    handle: async ({ db, person, body }) => {
      const job = await queries.insertJob(db, body)
      requireFits(job)
      await record(db, person.id, { name: 'job.created', subjectId: job.id, jobId: job.id })
      return queries.toJob(job, person)
    },
  })

  serve(jobRoutes.update, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      const problem = datesOutOfOrder(subject, body)
      if (problem) throw invalid(problem)
      if (Object.keys(body).length === 0) return queries.toJob(subject, person)
      const job = await queries.updateJob(db, subject.id, body)
      requireFits(job)
      await record(db, person.id, eventOf(job.id, body))
      return queries.toJob(job, person)
    },
  })

  serve(jobRoutes.remove, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, services, afterCommit }) => {
      const pictures = await queries.deleteJob(db, subject.id)
      afterCommit(() => Promise.all(pictures.map((key) => deletePicture(services.files, key))))
      // Those who could see it must hear that it is gone, when nothing is left to ask.
      const audience = [subject.clientId, ...subject.subcontractorIds]
        .filter((id) => id !== null)
        .join(' ')
      await record(db, person.id, {
        name: 'job.deleted',
        subjectId: subject.id,
        detail: { audience },
      })
    },
  })

  serve(jobRoutes.contents, {
    find: ({ db, params }) => queries.countContents(db, params.id),
    handle: async ({ subject }) => subject,
  })

  serve(jobRoutes.subcontractors, {
    find: ({ db, person, params }) => queries.findSubcontractors(db, person, params.id),
    handle: async ({ person, subject: { subs } }) =>
      person.role === 'client' ? subs.map((sub) => ({ ...sub, email: null })) : subs,
  })

  serve(jobRoutes.addSubcontractor, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      const added = await putOnJob(db, person.id, subject.id, body.subcontractorId)
      if (!added) throw invalid({ subcontractorId: 'Choose one of your subcontractors' })
      return (await queries.findSubcontractors(db, person, subject.id))?.subs ?? []
    },
  })

  serve(jobRoutes.removeSubcontractor, {
    find: ({ db, person, params }) => queries.findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, params }) => {
      const ties = await tiesOf(db, params.userId, subject.id)
      if (!ties.some((tie) => tie.kind === 'membership')) throw new Failure('notFound')
      await release(db, person.id, params.userId, ties, 'was taken off the job')
    },
  })
}
