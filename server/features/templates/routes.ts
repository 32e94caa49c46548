import { templateRoutes } from '@plumbline/contract/templates.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { lockJob } from '../jobs/queries.ts'
import { recordSubs } from '../jobs/service.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function routes(serve: Serve) {
  serve(templateRoutes.list, { handle: ({ db }) => queries.listTemplates(db) })

  serve(templateRoutes.one, {
    find: ({ db, params }) => queries.findTemplate(db, params.id),
    handle: async ({ subject }) => queries.toTemplate(subject),
  })

  serve(templateRoutes.create, {
    handle: async ({ db, person, body }) =>
      queries.toTemplate(await service.createTemplate(db, person.id, body)),
  })

  serve(templateRoutes.update, {
    find: ({ db, params }) => queries.findTemplate(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      if (Object.keys(body).length === 0) return queries.toTemplate(subject)
      return queries.toTemplate(await service.changeTemplate(db, person.id, subject.id, body))
    },
  })

  serve(templateRoutes.remove, {
    find: ({ db, params }) => queries.findTemplate(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      await service.deleteTemplate(db, person.id, subject.id)
      await recordAudit(db, request, deleted('template', subject.id, subject.name))
    },
  })

  serve(templateRoutes.apply, {
    find: ({ db, params }) => lockJob(db, params.id, 'no key update'),
    handle: async ({ db, person, subject, body, request }) => {
      const { joined, ...applied } = await service.applyTemplate(db, person.id, subject, body)
      const added = { jobIds: [subject.id], subIds: joined }
      await recordSubs(db, request, 'job.subAdded', added)
      return applied
    },
  })

  serve(templateRoutes.saveJob, {
    find: ({ db, params }) => lockJob(db, params.id, 'no key update'),
    handle: async ({ db, person, subject, body }) =>
      queries.toTemplate(await service.saveAsTemplate(db, person.id, subject, body)),
  })
}
