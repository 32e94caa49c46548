import { customerRoutes } from '@plumbline/contract/customers.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { countCopies, updateCopies } from './copies.ts'
import { countCustomers, listCustomers } from './list.ts'
import { countContents, listMerges, mergeCustomers, undoMerge } from './merge.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

export function routes(serve: Serve) {
  serve(customerRoutes.list, { handle: ({ db, query }) => listCustomers(db, query) })

  serve(customerRoutes.totals, { handle: ({ db, query }) => countCustomers(db, query) })

  serve(customerRoutes.one, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: async ({ subject }) => queries.toCustomer(subject),
  })

  serve(customerRoutes.create, {
    handle: async ({ db, person, body }) =>
      queries.toCustomer(await service.createCustomer(db, person.id, body)),
  })

  serve(customerRoutes.update, {
    find: ({ db, params }) => queries.findCustomer(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, body }) => {
      if (Object.keys(body).length === 0) return queries.toCustomer(subject)
      return queries.toCustomer(await service.changeCustomer(db, person.id, subject, body))
    },
  })

  serve(customerRoutes.remove, {
    find: ({ db, params }) => queries.findCustomer(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      await service.deleteCustomer(db, person.id, subject)
      await recordAudit(db, request, deleted('customer', subject.id, subject.name))
    },
  })

  serve(customerRoutes.people, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: ({ db, subject }) => queries.listPeople(db, subject.id),
  })

  serve(customerRoutes.similar, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: ({ db, subject }) => queries.listSimilar(db, subject.id),
  })

  serve(customerRoutes.copies, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: ({ db, subject }) => countCopies(db, subject),
  })

  serve(customerRoutes.updateCopies, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: async ({ db, person, subject }) => {
      if (subject.mergedIntoId !== null) throw new Failure('customerMerged')
      return updateCopies(db, person.id, subject)
    },
  })

  serve(customerRoutes.merges, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: ({ db, subject }) => listMerges(db, subject.id),
  })

  serve(customerRoutes.contents, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: ({ db, subject }) => countContents(db, subject.id),
  })

  serve(customerRoutes.merge, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: async ({ db, person, subject, body }) =>
      queries.toCustomer(
        await mergeCustomers(db, person.id, { from: body.customerId, into: subject.id }),
      ),
  })

  serve(customerRoutes.undoMerge, {
    find: ({ db, params }) => queries.findCustomer(db, params.id),
    handle: async ({ db, person, subject }) =>
      queries.toCustomer(await undoMerge(db, person.id, subject.id)),
  })
}
