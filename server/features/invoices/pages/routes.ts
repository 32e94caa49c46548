import { isPayableByCard } from '@plumbline/contract/cardStates.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { stateOf } from '@plumbline/contract/invoiceStatuses.ts'
import { text } from '@plumbline/contract/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { formErrorsOf } from '../../../access/auth/pages/form.ts'
import { goTo, send, sendFailure } from '../../../access/auth/pages/layout.ts'
import { sendNotice } from '../../../access/auth/pages/pages.ts'
import { tokenOf } from '../../../access/auth/tokens.ts'
import { type Company, findCompany } from '../../../access/company/queries.ts'
import { logoAlone } from '../../../access/company/service.ts'
import type { Document } from '../../../documents/model.ts'
import { readForm } from '../../../http/body.ts'
import { pdfResponse } from '../../../http/documentResponses.ts'
import { logged } from '../../../http/failures.ts'
import type { Services } from '../../../http/services.ts'
import { validate } from '../../../http/validate.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { letterheadOf, sendEnded } from '../../proposals/pages/ended.ts'
import { askedPage } from '../../proposals/pages/frame.ts'
import { fileNameOf, issuedDocument } from '../documents.ts'
import { hashOf } from '../links.ts'
import { type FoundInvoice, findByLink, lockByLink, owedOf } from '../queries.ts'
import { ask, noteView } from '../visits.ts'
import { type InvoiceView, invoicePage } from './page.ts'

const PATH = '/i/:token'

interface Shown {
  readonly invoice: FoundInvoice
  readonly document: Document
  readonly company: Company
}

const Question = z.object({ question: text(2000, 'Write your question') })

/** The pages of links. A failure before a page is chosen, as for a form of 5 MB, is a page too. */
export function linkPages(api: FastifyInstance, services: Services) {
  api.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendNotice(reply, logged(request, error)))
    linkRoutes(pages, services)
  })
}

/**
 * The page on which a customer reads an invoice and asks about it, with the link they were sent. A
 * GET changes nothing, because programs open links too.
 */
function linkRoutes(api: FastifyInstance, services: Services) {
  const { database, settings, files, cards } = services
  const { db } = database
  const config = { may: 'anyone' } as const

  const hashIn = (request: FastifyRequest) => hashOf(tokenOf(request), settings.sessionSecret)

  const headOf = () => letterheadOf(db)

  /** The invoice of a link that works. */
  async function find(request: FastifyRequest): Promise<Shown | undefined> {
    const company = await findCompany(db)
    const invoice = await findByLink(db, hashIn(request))
    const document = invoice && (await issuedDocument(db, invoice))
    return company && invoice && document && { invoice, document, company }
  }

  const ended = (request: FastifyRequest, reply: FastifyReply) =>
    sendEnded(db, services.now(), request, reply)

  async function pageOf(
    request: FastifyRequest,
    { invoice, document, company }: Shown,
    problem: Pick<InvoiceView, 'errors' | 'question'> = {},
  ) {
    const { kind, number, total, paid, received, dueOn, viewedAt, status } = invoice
    const { processing, refused } = invoice
    const today = dayIn(company.timeZone, services.now())
    const owed = owedOf(invoice)
    return invoicePage({
      ...{ head: await headOf(), document, number: number ?? '', owed, total, today, ...problem },
      kind,
      state: stateOf(
        { ...{ kind, status, total, owed, paid, dueOn }, isViewed: viewedAt !== null },
        today,
      ),
      isPaid: received >= total,
      dueOn: dueOn ?? today,
      ...{
        ...{ processing, refused },
        takesCard: cards !== undefined && isPayableByCard(owed, processing),
      },
      pay: `/i/${tokenOf(request)}/pay`,
      pdf: `/i/${tokenOf(request)}/invoice.pdf`,
    })
  }

  api.get(PATH, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    return send(reply, 200, await pageOf(request, shown))
  })

  api.get(`${PATH}/invoice.pdf`, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    const { invoice, document, company } = shown
    const readPictures = logoAlone(files, company)
    const written = { document, readPictures, name: fileNameOf(invoice), by: invoice.id }
    const { status, headers, body } = await pdfResponse(written)
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body)
  })

  async function take(request: FastifyRequest, reply: FastifyReply, step: string | undefined) {
    const now = services.now()
    const hash = hashIn(request)
    if (step === 'viewed') {
      const browser = request.headers['user-agent'] ?? ''
      // Somebody of the office who looks at the page is no customer.
      if (request.person?.role !== 'admin')
        await inTransaction(db, async (tx) => {
          const invoice = await lockByLink(tx, hash)
          if (invoice) await noteView(tx, invoice, { now, browser })
        })
      return reply.code(204).header('cache-control', 'no-store').send()
    }
    if (step !== 'ask') return goTo(reply, `/i/${tokenOf(request)}`)
    const { question } = validate(Question, readForm(request))
    await inTransaction(db, async (tx) => {
      const invoice = await lockByLink(tx, hash)
      if (invoice) await ask(tx, invoice, question)
    })
    return goTo(reply, `/i/${tokenOf(request)}/asked`)
  }

  // A page of its own, so that a reload asks nothing again.
  api.get(`${PATH}/asked`, { config }, async (request, reply) => {
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    const noun = shown.invoice.kind === 'creditMemo' ? 'credit memo' : 'invoice'
    const link = `/i/${tokenOf(request)}`
    return send(reply, 200, askedPage(await headOf(), { noun, stays: 'stays', link }))
  })

  api.post(PATH, { config }, async (request, reply) => {
    const { step, question } = readForm(request)
    const shown = await find(request)
    if (!shown) return ended(request, reply)
    try {
      return await take(request, reply, step)
    } catch (error) {
      const failure = logged(request, error)
      const problem = { errors: formErrorsOf(failure), question }
      return sendFailure(reply, failure, await pageOf(request, shown, problem))
    }
  })
}
