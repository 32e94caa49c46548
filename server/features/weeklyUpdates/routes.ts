import type { Person } from '@plumbline/contract/policy.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { findJob, lockVisibleJob } from '../jobs/queries.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

/** Emails contain links, so they need the public address besides a mail server. */
function readingOf({ role }: Person, { settings: { smtp, publicUrl } }: Services): queries.Reading {
  const obstacle = smtp === undefined ? 'noServer' : publicUrl === undefined ? 'noPublicUrl' : null
  return { role, obstacle }
}

export function routes(serve: Serve) {
  serve(weeklyUpdateRoutes.ofJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, person, subject, services }) =>
      queries.listUpdates(db, subject.id, readingOf(person, services)),
  })

  serve(weeklyUpdateRoutes.drafts, {
    handle: ({ db, person, services }) => queries.listDrafts(db, readingOf(person, services)),
  })

  serve(weeklyUpdateRoutes.create, {
    find: async ({ db, person, params }) =>
      (await lockVisibleJob(db, person, params.id)) ? { jobId: params.id } : undefined,
    handle: async ({ db, person, subject, body, now, services }) => {
      const draft = await service.createDraft(db, person.id, subject.jobId, { ...body, now })
      return queries.toUpdate(draft, readingOf(person, services))
    },
  })

  serve(weeklyUpdateRoutes.update, {
    find: ({ db, params }) => queries.lockUpdate(db, params.id),
    handle: async ({ db, person, subject, body, services }) => {
      const isEmpty = Object.keys(body).length === 0
      const row = isEmpty ? subject : await service.changeDraft(db, person.id, subject, body)
      return queries.toUpdate(row, readingOf(person, services))
    },
  })

  serve(weeklyUpdateRoutes.send, {
    find: ({ db, params }) => queries.lockUpdate(db, params.id),
    handle: async ({ db, person, subject, now, services }) => {
      const row = await service.sendDraft(db, person.id, subject, now)
      return queries.toUpdate(row, readingOf(person, services))
    },
  })

  serve(weeklyUpdateRoutes.remove, {
    find: ({ db, params }) => queries.lockUpdate(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await service.deleteDraft(db, person.id, subject)
      await recordAudit(db, request, deleted('weekly update', subject.id, subject.jobName))
    },
  })
}
