import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { quickBooksRoutes } from '@plumbline/contract/quickBooks.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import { textResponse } from '../../http/file.ts'
import type { Serve } from '../../http/serve.ts'
import * as queries from './queries.ts'
import { exportNew } from './service.ts'

/** A number of things: `1 payment`. */
const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

export function routes(serve: Serve) {
  serve(quickBooksRoutes.state, { handle: ({ db }) => queries.readState(db) })

  serve(quickBooksRoutes.list, { handle: ({ db, query }) => queries.listRuns(db, query) })

  serve(quickBooksRoutes.create, {
    handle: async ({ db, person }) => {
      const id = await exportNew(db, person.id)
      return queries.toRun((await queries.findRun(db, id)) as queries.FoundRun)
    },
  })

  serve(quickBooksRoutes.remove, {
    find: ({ db, params }) => queries.findRun(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      const { id, invoices, payments } = subject
      await queries.deleteRun(db, id)
      const taken = `${counted(invoices, 'invoice')}, ${counted(payments, 'payment')}`
      await recordAudit(db, request, deleted('export for QuickBooks', id, taken))
      await publish(db, person.id, { name: 'quickBooks.undone', subjectId: id })
    },
  })

  serve(quickBooksRoutes.file, {
    find: ({ db, params }) => queries.findRun(db, params.id),
    handle: async ({ db, subject, query, request }) => {
      const file = await queries.findFile(db, subject.id, query.place)
      if (!file) throw new Failure('notFound')
      const day = dayIn(await companyTimeZone(db), subject.createdAt)
      return textResponse(request, {
        text: file.content,
        ...{ contentType: 'text/csv; charset=utf-8', name: `quickbooks-${day}-${file.name}` },
        attachment: true,
      })
    },
  })
}
