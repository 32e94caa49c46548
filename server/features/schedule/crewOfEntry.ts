import { crewRoutes } from '@plumbline/contract/crew.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { bookCrew, releaseCrew } from '../crew/changes.ts'
import { daysOfEntry } from '../crew/queries.ts'
import { recordJoined } from '../jobs/service.ts'
import { findEntry, lockEntry } from './queries.ts'

/** The routes for the crew of an entry. */
export function crewOfEntry(serve: Serve) {
  serve(crewRoutes.ofEntry, {
    find: ({ db, person, params }) => findEntry(db, person, params.id),
    handle: ({ db, person, params }) => daysOfEntry(db, person, params.id),
  })

  serve(crewRoutes.book, {
    find: ({ db, params }) => lockEntry(db, params.id),
    handle: async ({ db, person, subject, body, now, request }) => {
      const written = await bookCrew(db, person.id, subject, body, now)
      const { jobId } = subject
      await recordJoined(db, request, { ...written, jobId, subId: body.subcontractorId })
      return written
    },
  })

  serve(crewRoutes.release, {
    find: ({ db, params }) => lockEntry(db, params.id),
    handle: async ({ db, person, subject, params, query, request }) => {
      const days = query.days?.split(',')
      await releaseCrew(db, person.id, subject, params.subcontractorId, days)
      await recordAudit(db, request, deleted('crew days', subject.id, subject.title))
    },
  })
}
