import { addDays, dayIn, formatDay } from '@plumbline/contract/dates.ts'
import {
  amountsOf,
  type InvoiceAmounts,
  leftOf,
  type Problem,
} from '@plumbline/contract/invoiceAmounts.ts'
import type { InvoiceContent } from '@plumbline/contract/invoiceContent.ts'
import type { InvoiceDraft } from '@plumbline/contract/invoiceDrafts.ts'
import { termDays, termNames } from '@plumbline/contract/invoiceStatuses.ts'
import { dollarsOf } from '@plumbline/contract/totals.ts'
import { findProposalSettings } from '../../access/company/proposalSettings.ts'
import type { Company } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type InvoicedJob, readJobMoney } from './jobMoney.ts'
import { draftOf, type FoundInvoice } from './queries.ts'

/** The amounts of a draft with the money of its job. */
export interface Drafted {
  readonly draft: InvoiceDraft
  readonly job: InvoicedJob | null
  readonly amounts: InvoiceAmounts | { readonly problem: Problem }
}

/** A draft that can be issued. */
export interface Issuable extends Drafted {
  readonly amounts: InvoiceAmounts
}

/** Cents as exact dollars. */
const exact = (cents: number) => dollarsOf(BigInt(cents))

type JobOf = Pick<FoundInvoice, 'jobId' | 'approvedAmount'>

/** The money of the job of an invoice; null without one. */
export const jobMoneyOf = async (db: Db, { jobId, approvedAmount }: JobOf) =>
  jobId === null ? null : readJobMoney(db, { id: jobId, approvedAmount })

/** A draft with its amounts as of now. */
export function drafted(draft: InvoiceDraft, job: InvoicedJob | null): Drafted {
  return { draft, job, amounts: amountsOf(draft, job) }
}

/** The day on which an invoice of a day is due; a credit memo has its own day as one. */
export function dueDayOf(
  { kind, terms, dueOn }: Pick<InvoiceDraft, 'kind' | 'terms' | 'dueOn'>,
  day: string,
): string {
  if (kind === 'creditMemo') return day
  return terms === 'day' ? (dueOn ?? day) : addDays(day, termDays[terms])
}

/** The words of the part of a contract, with the place of a payment in its schedule. */
function portionWords({ basis }: InvoiceDraft, job: InvoicedJob) {
  if (basis.kind === 'step') {
    const { length } = job.steps
    const details = length > 1 ? `Payment ${basis.step + 1} of ${length}` : null
    return { description: job.steps[basis.step]?.title ?? '', details }
  }
  if (basis.kind === 'percent') {
    const before = job.invoiced.amount === 0 ? '' : ', less what was invoiced before'
    return { description: `${basis.soFar}% of the contract${before}`, details: null }
  }
  return { description: 'Part of the contract', details: null }
}

/** The amounts as they stand on paper: those of a credit memo are what is credited. */
function onPaper(kind: InvoiceDraft['kind'], amounts: InvoiceAmounts): InvoiceAmounts {
  if (kind === 'invoice') return amounts
  const { lines, subtotal, taxable, tax, total } = amounts
  const credited = (cents: number) => 0 - cents
  return {
    ...{ ...amounts, lines: lines.map(credited), subtotal: credited(subtotal) },
    ...{ taxable: credited(taxable), tax: credited(tax), total: credited(total) },
  }
}

/** The lines of an invoice as they stand on paper, without tax. */
function linesOf({ draft, job, amounts }: Issuable, timeZone: string): InvoiceContent['lines'] {
  const uncounted = { quantity: null, unit: null, unitPrice: null }
  const changes = draft.changeOrderIds.map((id) => job?.changes.find((one) => one.id === id))
  return [
    ...(amounts.portion === null || !job
      ? []
      : [{ ...portionWords(draft, job), ...uncounted, amount: exact(amounts.portion) }]),
    ...draft.lines.map(({ taxable: _, ...line }, at) => ({
      ...line,
      amount: exact(amounts.lines[at] ?? 0),
    })),
    ...changes.flatMap((change, at) => {
      if (!change) return []
      const { number, title, approvedBy, approvedAt } = change
      const day = approvedAt && formatDay(dayIn(timeZone, approvedAt))
      const by = [approvedBy && `Approved by ${approvedBy}`, day].filter(Boolean).join(', ')
      return {
        ...{ description: `Change order ${number}, ${title}`, details: by || null },
        ...{ ...uncounted, amount: exact(amounts.changes[at] ?? 0) },
      }
    }),
  ]
}

/** The facts of the day of issue that stand on an invoice. */
export interface IssueFacts {
  readonly company: Pick<Company, 'companyName' | 'address' | 'phone' | 'timeZone'>
  readonly license: string | null
  readonly taxName: string
  readonly customer: InvoiceContent['customer']
  readonly site: InvoiceContent['job']
  /** Whether it is the customer of the job, who may read what the contract is. */
  readonly isOwnJob: boolean
}

/** The content of an invoice with the facts of a day. */
export function invoiceContent(
  { company, license, taxName, customer, site, isOwnJob }: IssueFacts,
  { draft, job, amounts: signed }: Issuable,
): InvoiceContent {
  const { companyName, address, phone, timeZone } = company
  const { kind, discount } = draft
  const amounts = onPaper(kind, signed)
  const isInvoice = kind === 'invoice'
  return {
    kind,
    title: draft.title,
    company: { name: companyName, address, phone, license },
    customer,
    job: site,
    lines: linesOf({ draft, job, amounts }, timeZone),
    subtotal: exact(amounts.subtotal),
    discount: exact(amounts.discount),
    discountPercent: discount?.kind === 'percent' ? discount.value : null,
    taxName,
    // The tax of a contract and its changes can have several rates.
    taxRate: amounts.portion === null && amounts.changes.length === 0 ? draft.taxRate : null,
    taxable: exact(amounts.taxable),
    tax: exact(amounts.tax),
    total: exact(amounts.total),
    contract:
      job?.hasContract && isOwnJob && isInvoice
        ? {
            amount: exact(job.contract.amount),
            before: exact(job.invoiced.amount),
            left: exact(leftOf(job) - amounts.total),
          }
        : null,
    terms: draft.terms === 'day' || !isInvoice ? null : termNames[draft.terms],
    message: draft.message,
  }
}

/** The content of an invoice as it would be issued now. */
export async function contentOf(
  db: Db,
  company: Company,
  found: FoundInvoice,
  issuable: Issuable,
): Promise<InvoiceContent> {
  const { taxName, licenseNumber: license } = await findProposalSettings(db)
  const { jobName, jobAddress } = found
  const facts: IssueFacts = {
    ...{ company, license, taxName },
    customer: {
      name: found.customerName,
      company: found.customerCompany,
      address: found.customerAddress,
    },
    site: jobName === null ? null : { name: jobName, address: jobAddress ?? '' },
    isOwnJob: found.jobCustomerId === found.customerId,
  }
  return invoiceContent(facts, issuable)
}

/** The content of a draft, or the problem with it. */
export async function draftContent(
  db: Db,
  company: Company,
  found: FoundInvoice,
): Promise<InvoiceContent | { readonly problem: Problem }> {
  const current = drafted(draftOf(found), await jobMoneyOf(db, found))
  const { amounts } = current
  return 'problem' in amounts ? amounts : contentOf(db, company, found, { ...current, amounts })
}
