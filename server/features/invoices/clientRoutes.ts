import { clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { requireCompany, toSettings } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import type { Document } from '../../documents/model.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import {
  type FoundForClient,
  findForClient,
  listForClient,
  lockForClient,
  toClientInvoice,
} from './clientQueries.ts'
import { fileNameOf, issuedDocument } from './documents.ts'
import { noteView } from './visits.ts'

/** The document of what was issued. */
async function documentOf(db: Db, { invoice }: FoundForClient): Promise<Document> {
  const document = await issuedDocument(db, invoice)
  if (!document) throw new Failure('notFound')
  return document
}

/** The invoices of the client who is signed in. */
export function clientRoutes(serve: Serve) {
  serve(clientInvoiceRoutes.list, {
    handle: ({ db, person, query, now }) => listForClient(db, person.id, query, now),
  })

  serve(clientInvoiceRoutes.one, {
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: ({ db, subject, now, services }) =>
      toClientInvoice(db, subject, { now, takesCards: services.cards !== undefined }),
  })

  serve(clientInvoiceRoutes.view, {
    find: ({ db, person, params }) => lockForClient(db, person.id, params.id),
    handle: async ({ db, person, subject, now, request }) => {
      const browser = request.headers['user-agent'] ?? ''
      await noteView(db, subject.locked, { now, browser, actorId: person.id })
    },
  })

  serve(clientInvoiceRoutes.page, {
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: async ({ db, person, subject, request }) => {
      const document = await documentOf(db, subject)
      const { logoUrl: logo } = toSettings(await requireCompany(db), person.role)
      const { id, number } = subject.invoice
      const missing = await missingCharacters(document, person.id)
      const bar = documentBar(`Invoice ${number}`, `/api/my-invoices/${id}/document.pdf`, missing)
      const name = fileNameOf(subject.invoice)
      return pageResponse(request, { document, logo, bar, name })
    },
  })

  serve(clientInvoiceRoutes.pdf, {
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: async ({ db, person, subject, services }) => {
      const document = await documentOf(db, subject)
      const readPictures = logoAlone(services.files, await requireCompany(db))
      const name = fileNameOf(subject.invoice)
      return pdfResponse({ document, readPictures, name, by: person.id })
    },
  })
}
