import { Failure } from '@plumbline/contract/failures.ts'
import { audiencesFor, defaultAudience } from '@plumbline/contract/messages.ts'
import { presenceRoutes } from '@plumbline/contract/presence.ts'
import { peopleOfJob } from '../../events/presenceQueries.ts'
import { announcePresence } from '../../events/publish.ts'
import type { Serve } from '../../http/serve.ts'
import { findJob } from '../jobs/queries.ts'

/** Shows who else is looking at a job. */
export function routes(serve: Serve) {
  serve(presenceRoutes.show, {
    handle: async ({ db, person, body, services }) => {
      const { tab, state, audience = defaultAudience[person.role] } = body
      if (!audiencesFor(person.role).includes(audience)) throw new Failure('forbidden')
      // A deleted job, or one the person was taken off, is no longer on their screen.
      const job = body.jobId === null ? undefined : await findJob(db, person, body.jobId)
      const jobId = job?.id ?? null
      const readers = state === 'typing' ? audience : 'all'
      await announcePresence(db, { personId: person.id, tab, jobId, state, readers })
      if (jobId === null) return []
      const others = services.live.peopleOn(jobId).filter((id) => id !== person.id)
      if (others.length === 0) return []
      const people = await peopleOfJob(db, jobId, others)
      return people
        .filter(({ isHidden }) => !isHidden || person.role !== 'client')
        .map(({ isHidden: _, ...one }) => ({ ...one, jobId, state: 'viewing' as const }))
    },
  })
}
