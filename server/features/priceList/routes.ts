import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { publish } from '../../events/publish.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import * as queries from './queries.ts'

export function routes(serve: Serve) {
  serve(priceListRoutes.list, { handle: ({ db, query }) => queries.listSavedLines(db, query) })

  serve(priceListRoutes.one, {
    find: ({ db, params }) => queries.findSavedLine(db, params.id),
    handle: async ({ subject }) => queries.toSavedLine(subject),
  })

  serve(priceListRoutes.create, {
    handle: async ({ db, person, body }) => {
      const line = await queries.insertSavedLine(db, body)
      await publish(db, person.id, { name: 'savedLine.created', subjectId: line.id })
      return queries.toSavedLine(line)
    },
  })

  serve(priceListRoutes.update, {
    find: ({ db, params }) => queries.findSavedLine(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      if (Object.keys(body).length === 0) return queries.toSavedLine(subject)
      const line = await queries.updateSavedLine(db, subject.id, body)
      await publish(db, person.id, { name: 'savedLine.changed', subjectId: line.id })
      return queries.toSavedLine(line)
    },
  })

  serve(priceListRoutes.remove, {
    find: ({ db, params }) => queries.findSavedLine(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      await queries.deleteSavedLine(db, subject.id)
      await recordAudit(db, request, deleted('saved line', subject.id, subject.description))
      await publish(db, person.id, { name: 'savedLine.deleted', subjectId: subject.id })
    },
  })
}
