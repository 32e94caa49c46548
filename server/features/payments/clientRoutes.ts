import { clientInvoiceRoutes } from '@plumbline/contract/clientInvoices.ts'
import { and, eq, ne } from 'drizzle-orm'
import { requireCompany, toSettings } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import { readableBy } from '../invoices/clientQueries.ts'
import { type FoundPayment, findPayment, invoiceIdsOf } from './queries.ts'
import { fileNameOf, receiptOf } from './receipts.ts'

/** A payment as a client reads it. */
interface FoundForClient {
  readonly payment: FoundPayment
  readonly addresseeId: string
}

/** Whether a customer has a job of which somebody else is the client. */
async function hasOtherClient(db: Db, customerId: string, personId: string): Promise<boolean> {
  const others = and(eq(jobs.customerId, customerId), ne(jobs.clientId, personId))
  return (await db.$count(jobs, others)) > 0
}

/**
 * A payment that is used for invoices which the client reads, with these alone. Where a part of it
 * is for others, or its customer has jobs of others, it is the sum of theirs: neither that part nor
 * what is left of it is for them.
 */
async function findForClient(
  db: Db,
  personId: string,
  id: string,
): Promise<FoundForClient | undefined> {
  const found = await findPayment(db, id)
  if (found?.kind !== 'payment') return undefined
  const all = invoiceIdsOf(found)
  const readable = await readableBy(db, personId, all)
  if (readable.size === 0) return undefined
  const isShared = readable.size < all.length
  if (!isShared && !(await hasOtherClient(db, found.customerId, personId)))
    return { payment: found, addresseeId: personId }
  const allocations = found.allocations.filter(({ invoiceId }) => readable.has(invoiceId ?? ''))
  const amount = allocations.reduce((sum, part) => sum + part.amount, 0)
  return { payment: { ...found, allocations, amount }, addresseeId: personId }
}

/** The receipts of the client who is signed in. */
export function clientRoutes(serve: Serve) {
  serve(clientInvoiceRoutes.receipt, {
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: async ({ db, person, subject: { payment }, request }) => {
      const company = await requireCompany(db)
      const document = await receiptOf(db, company, payment)
      const { logoUrl: logo } = toSettings(company, person.role)
      const missing = await missingCharacters(document, person.id)
      const bar = documentBar('Receipt', `/api/my-payments/${payment.id}/receipt.pdf`, missing)
      const name = fileNameOf(payment)
      return pageResponse(request, { document, logo, bar, name })
    },
  })

  serve(clientInvoiceRoutes.receiptPdf, {
    find: ({ db, person, params }) => findForClient(db, person.id, params.id),
    handle: async ({ db, person, subject: { payment }, services }) => {
      const company = await requireCompany(db)
      const document = await receiptOf(db, company, payment)
      const readPictures = logoAlone(services.files, company)
      return pdfResponse({ document, readPictures, name: fileNameOf(payment), by: person.id })
    },
  })
}
