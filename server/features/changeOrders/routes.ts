import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { companyDays } from '../../access/company/service.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findJob } from '../jobs/queries.ts'
import { readContract } from './contract.ts'
import { documentRoutes } from './document.ts'
import { listChanges } from './list.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function routes(serve: Serve) {
  const read = async (db: Db, now: Date, id: string) => {
    const found = await queries.findChange(db, id)
    if (!found) throw new Failure('notFound')
    return service.toChangeOrder(found, await companyDays(db, now))
  }

  serve(changeOrderRoutes.contract, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: async ({ db, person, subject, now }) => readContract(db, person, subject, now),
  })

  serve(changeOrderRoutes.list, {
    handle: async ({ db, person, query }) => listChanges(db, person, query),
  })

  serve(changeOrderRoutes.create, {
    find: ({ db, person, params }) => findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, body, now }) =>
      read(db, now, await service.createChange(db, person.id, subject, body)),
  })

  serve(changeOrderRoutes.one, {
    find: ({ db, params }) => queries.findChange(db, params.id),
    handle: async ({ db, subject, now }) =>
      service.toChangeOrder(subject, await companyDays(db, now)),
  })

  serve(changeOrderRoutes.update, {
    find: ({ db, params }) => queries.lockChange(db, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      await service.changeDraft(db, person.id, subject, body)
      return read(db, now, subject.order.id)
    },
  })

  serve(changeOrderRoutes.remove, {
    find: ({ db, params }) => queries.lockChange(db, params.id),
    handle: async ({ db, person, subject: { order }, request }) => {
      await service.deleteDraft(db, person.id, order)
      await recordAudit(db, request, deleted('change order', order.id, order.title))
    },
  })

  documentRoutes(serve)
}
