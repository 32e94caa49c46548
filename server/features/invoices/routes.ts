import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { type InvoiceAmounts, leftOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import { type Invoice, invoiceRoutes, type ListedInvoice } from '@plumbline/contract/invoices.ts'
import { amountInCents } from '@plumbline/contract/totals.ts'
import { findNumberFormat } from '../../access/company/numberFormats.ts'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import { type Company, requireCompany, toSettings } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { stepOf } from '../../access/company/step.ts'
import { missingCharacters } from '../../documents/documents.ts'
import { documentBar } from '../../documents/html.ts'
import { readInvoice } from '../../documents/invoice.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import { pageResponse, pdfResponse } from '../../http/documentResponses.ts'
import { requireMatch } from '../../http/responses.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findJob } from '../jobs/queries.ts'
import { paymentsOf } from './applied.ts'
import { contentOf, type Drafted, drafted, jobMoneyOf } from './content.ts'
import { documentOf, fileNameOf } from './documents.ts'
import { readJobMoney } from './jobMoney.ts'
import { linkPathOf } from './links.ts'
import { invoicesOfJob, listInvoices, sumInvoices } from './list.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'

const sumOf = (listed: readonly ListedInvoice[], of: 'received' | 'owed') =>
  listed.reduce((all, invoice) => all + invoice[of], 0)

type Amounts = Pick<InvoiceAmounts, 'subtotal' | 'discount' | 'tax' | 'total'>
const noAmounts: Amounts = { subtotal: 0, discount: 0, tax: 0, total: 0 }

/** The amounts of an invoice by those that stand on paper, where a credit is above zero. */
function inCents({ kind, subtotal, discount, tax, total }: InvoiceContent): Amounts {
  const sign = kind === 'creditMemo' ? -1 : 1
  // Adding 0 makes -0 of no tax 0.
  const cents = (exact: string) => sign * Number(amountInCents(exact)) + 0
  return {
    ...{ subtotal: cents(subtotal), discount: cents(discount) },
    ...{ tax: cents(tax), total: cents(total) },
  }
}

/** The words of an invoice on paper: as issued, or as of now; null for a draft with a problem. */
async function wordsOf(
  db: Db,
  company: Company,
  found: queries.FoundInvoice,
  { amounts, ...rest }: Drafted,
): Promise<InvoiceContent | null> {
  if (found.content !== null) return readInvoice(found.content)
  return 'problem' in amounts ? null : contentOf(db, company, found, { ...rest, amounts })
}

/** An invoice as the API returns it. */
async function toInvoice(db: Db, found: queries.FoundInvoice, now: Date): Promise<Invoice> {
  const current = drafted(queries.draftOf(found), await jobMoneyOf(db, found))
  return toInvoiceWith(db, found, current, now)
}

/** The same, with its amounts as of now. */
async function toInvoiceWith(
  db: Db,
  found: queries.FoundInvoice,
  current: Drafted,
  now: Date,
): Promise<Invoice> {
  const company = await requireCompany(db)
  const { timeZone } = company
  const { draft, job, amounts } = current
  const problem = found.content === null && 'problem' in amounts ? amounts.problem : null
  const content = await wordsOf(db, company, found, current)
  const { subtotal, discount, tax, total } = content ? inCents(content) : noAmounts
  const { sentTo, customerEmail, customerPhone, processing } = found
  return {
    ...draft,
    ...queries.toListed({ ...found, amount: total }, dayIn(timeZone, now)),
    // The day of the terms, until it is issued.
    dueOn: draft.kind === 'creditMemo' ? null : (found.dueOn ?? draft.dueOn),
    ...{ subtotal, discountAmount: discount, tax },
    taxName: content?.taxName ?? (await findProposalSettings(db)).taxName,
    problem,
    content,
    left: job && leftOf(job),
    ...{ sentTo, customerEmail, customerPhone },
    payments: found.paid === 0 ? [] : await paymentsOf(db, found.id),
    processing,
    events: await queries.historyOf(db, found.id),
  }
}

export function routes(serve: Serve) {
  const read = async (db: Db, now: Date, id: string) => {
    const found = await queries.findInvoice(db, id)
    if (!found) throw new Failure('notFound')
    return toInvoice(db, found, now)
  }

  serve(invoiceRoutes.list, {
    handle: ({ db, query, now }) => listInvoices(db, query, now),
  })

  serve(invoiceRoutes.totals, {
    handle: ({ db, query, now }) => sumInvoices(db, query, now),
  })

  serve(invoiceRoutes.ofJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: async ({ db, subject, now }) => {
      const { timeZone } = await requireCompany(db)
      const { taxRate, taxName } = await findProposalSettings(db)
      const { steps, changes, ...money } = await readJobMoney(db, subject)
      const invoices = await invoicesOfJob(db, subject.id, dayIn(timeZone, now))
      const issued = invoices.filter(({ status }) => status !== 'draft' && status !== 'void')
      return {
        ...money,
        paid: sumOf(issued, 'received'),
        owed: sumOf(issued, 'owed'),
        steps: [...steps],
        changes: [...changes],
        invoices,
        taxRate,
        taxName,
      }
    },
  })

  serve(invoiceRoutes.create, {
    handle: async ({ db, person, body, now }) =>
      read(db, now, await service.createInvoice(db, person.id, body)),
  })

  serve(invoiceRoutes.one, {
    find: ({ db, params }) => queries.findInvoice(db, params.id),
    handle: ({ db, subject, now }) => toInvoice(db, subject, now),
  })

  serve(invoiceRoutes.update, {
    find: ({ db, params }) => queries.findInvoice(db, params.id),
    handle: async ({ db, person, params, body, request, now }) => {
      // Locked here, since the body says what else has to be locked before.
      const draft = await queries.lockInvoice(db, params.id, body)
      if (!draft) throw new Failure('notFound')
      requireMatch(request.headers['if-match'], draft)
      await service.changeInvoice(db, person.id, draft, body)
      return read(db, now, draft.id)
    },
  })

  serve(invoiceRoutes.remove, {
    find: ({ db, params }) => queries.lockInvoice(db, params.id),
    handle: async ({ db, person, subject, request }) => {
      await service.deleteDraft(db, person.id, subject)
      await recordAudit(db, request, deleted('invoice', subject.id, subject.title))
    },
  })

  serve(invoiceRoutes.issue, {
    find: ({ db, params }) => queries.lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      const { issue, current } = await service.prepareIssue(db, step, subject, body)
      // Read before the number is taken, for which others wait.
      const format = await findNumberFormat(db, subject.kind)
      const invoice = await toInvoiceWith(db, { ...subject, ...issue }, current, now)
      const left = invoice.left === null ? null : invoice.left - issue.total
      return { ...invoice, left, ...(await service.issueUnderNumber(db, subject, issue, format)) }
    },
  })

  serve(invoiceRoutes.send, {
    find: ({ db, params }) => queries.lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now, services, afterCommit }) => {
      const step = await stepOf(db, { person, now, services })
      afterCommit(async () => services.delivery.wake())
      await service.sendInvoice(db, step, subject, body.email)
      return read(db, now, subject.id)
    },
  })

  serve(invoiceRoutes.link, {
    find: ({ db, params }) => queries.findInvoice(db, params.id),
    handle: async ({ subject, services }) => {
      return { path: linkPathOf(subject, services.settings.sessionSecret) ?? null }
    },
  })

  serve(invoiceRoutes.renewLink, {
    find: ({ db, params }) => queries.lockInvoice(db, params.id),
    handle: async ({ db, person, subject, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      return { path: linkPathOf(await service.renewLink(db, step, subject), step.secret) ?? null }
    },
  })

  serve(invoiceRoutes.followUp, {
    find: ({ db, params }) => queries.lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      await service.followUp(db, person.id, subject, body, now)
      return read(db, now, subject.id)
    },
  })

  serve(invoiceRoutes.void, {
    find: ({ db, params }) => queries.lockInvoice(db, params.id),
    handle: async ({ db, person, subject, body, now, services }) => {
      const step = await stepOf(db, { person, now, services })
      const copyId = await service.voidInvoice(db, step, subject, body)
      return { ...(await read(db, now, subject.id)), copyId }
    },
  })

  serve(invoiceRoutes.page, {
    find: ({ db, params }) => queries.findInvoice(db, params.id),
    handle: async ({ db, person, subject, now, request }) => {
      const company = await requireCompany(db)
      const document = await documentOf(db, company, subject, now)
      const { logoUrl: logo } = toSettings(company, person.role)
      const missing = await missingCharacters(document, person.id)
      const isDraft = subject.number === null
      const name = isDraft ? 'This draft was not issued yet.' : 'This is what the customer gets.'
      const bar = documentBar(name, `/api/invoices/${subject.id}/document.pdf`, missing)
      return pageResponse(request, { document, logo, bar, name: fileNameOf(subject) })
    },
  })

  serve(invoiceRoutes.pdf, {
    find: ({ db, params }) => queries.findInvoice(db, params.id),
    handle: async ({ db, person, subject, now, services }) => {
      const company = await requireCompany(db)
      const document = await documentOf(db, company, subject, now)
      const readPictures = logoAlone(services.files, company)
      return pdfResponse({ document, readPictures, name: fileNameOf(subject), by: person.id })
    },
  })
}
