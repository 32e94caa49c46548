import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { requireCompany, toSettings } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { stepOf } from '../../access/company/step.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findCustomer, readCustomer } from '../customers/queries.ts'
import { lockInvoice } from '../invoices/queries.ts'
import { accountOf } from './account.ts'
import * as queries from './queries.ts'
import { fileNameOf, receiptOf } from './receipts.ts'
import * as service from './service.ts'

export function routes(serve: Serve) {
  const read = async (db: Db, id: string) =>
    queries.toPayment((await queries.findPayment(db, id)) as queries.FoundPayment)

  serve(paymentRoutes.list, {
    handle: ({ db, query }) => queries.listPayments(db, query),
  })

  serve(paymentRoutes.totals, {
    handle: ({ db, query }) => queries.sumPayments(db, query),
  })

  serve(paymentRoutes.account, {
    find: ({ db, params }) => findCustomer(db, params.id),
    handle: ({ db, subject, now }) => accountOf(db, subject, now),
  })

  serve(paymentRoutes.record, {
    handle: async ({ db, person, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      return read(db, await service.recordPayment(db, step, body))
    },
  })

  serve(paymentRoutes.refund, {
    handle: async ({ db, person, body, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      return read(db, await service.recordRefund(db, step, body))
    },
  })

  serve(paymentRoutes.writeOff, {
    find: ({ db, params }) => lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      return read(db, await service.writeOff(db, step, subject, body))
    },
  })

  serve(paymentRoutes.apply, {
    find: ({ db, params }) => findCustomer(db, params.id),
    handle: async ({ db, person, subject, body, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      const id = await service.applyCredit(db, step, subject.id, body.allocations)
      return accountOf(db, await readCustomer(db, id), now)
    },
  })

  serve(paymentRoutes.release, {
    find: ({ db, params }) => lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      await service.releaseCredit(db, step, subject, body)
      return accountOf(db, await readCustomer(db, subject.customerId), now)
    },
  })

  serve(paymentRoutes.reverse, {
    find: ({ db, params }) => queries.lockPayment(db, params.id),
    handle: async ({ db, person, subject, body, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      await service.reversePayment(db, step, subject, body.note)
      return read(db, subject.id)
    },
  })

  serve(paymentRoutes.one, {
    find: ({ db, params }) => queries.findPayment(db, params.id),
    handle: async ({ subject }) => queries.toPayment(subject),
  })

  serve(paymentRoutes.send, {
    find: ({ db, params }) => queries.lockPayment(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      await service.sendReceipt(db, step, subject, body.email)
      return queries.toPayment(subject)
    },
  })

  serve(paymentRoutes.page, {
    find: ({ db, params }) => queries.findPayment(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      const company = await requireCompany(db)
      const document = await receiptOf(db, company, subject)
      const { logoUrl: logo } = toSettings(company, person.role)
      const missing = await missingCharacters(document, person.id)
      const pdf = `/api/payments/${subject.id}/receipt.pdf`
      const bar = documentBar('This is what the customer gets.', pdf, missing)
      return pageResponse(request, { document, logo, bar, name: fileNameOf(subject) })
    },
  })

  serve(paymentRoutes.pdf, {
    find: ({ db, params }) => queries.findPayment(db, params.id),
    handle: async ({ db, person, subject, services }) => {
      const company = await requireCompany(db)
      const document = await receiptOf(db, company, subject)
      const readPictures = logoAlone(services.files, company)
      return pdfResponse({ document, readPictures, name: fileNameOf(subject), by: person.id })
    },
  })
}
