import { invalid } from '@plumbline/contract/failures.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { findNotes, saveNotes } from './notes.ts'
import { findProfile, findSub, listJobsOf, listSubcontractors } from './queries.ts'
import { deleteRating, findRated, saveRating } from './ratings.ts'

/** The subs: profiles, jobs, ratings and private notes. */
export function routes(serve: Serve) {
  serve(subcontractorRoutes.list, {
    handle: ({ db, query }) => listSubcontractors(db, query),
  })

  serve(subcontractorRoutes.one, {
    find: ({ db, params, now }) => findProfile(db, params.id, now),
    handle: async ({ subject }) => subject,
  })

  serve(subcontractorRoutes.jobs, {
    find: ({ db, params }) => findSub(db, params.id),
    handle: ({ db, subject, query }) => listJobsOf(db, subject.id, query),
  })

  serve(subcontractorRoutes.saveNotes, {
    find: ({ db, params }) => findNotes(db, params.id),
    handle: ({ db, person, subject, body }) =>
      saveNotes(db, person.id, subject.subcontractorId, body),
  })

  serve(subcontractorRoutes.rate, {
    find: ({ db, params }) => findRated(db, params.id, params.userId),
    handle: async ({ db, person, subject, body }) => {
      if (!subject.wasOnJob) throw invalid({ userId: 'They were never on this job' })
      return saveRating(db, person.id, subject, body)
    },
  })

  serve(subcontractorRoutes.removeRating, {
    find: async ({ db, params }) => {
      const rated = await findRated(db, params.id, params.userId)
      return rated?.isRated ? rated : undefined
    },
    handle: async ({ db, person, subject, request }) => {
      await deleteRating(db, person.id, subject)
      await recordAudit(db, request, deleted('rating', subject.subcontractorId, subject.name))
    },
  })
}
