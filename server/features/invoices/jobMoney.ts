import { type JobMoney, portionsOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { Basis } from '@plumbline/contract/invoiceDrafts.ts'
import { chosenLines } from '@plumbline/contract/pricedLines.ts'
import { less, type Portion, totalOf } from '@plumbline/contract/progress.ts'
import {
  amountInCents,
  dollarsOf,
  scheduleOf,
  type Totals,
  totalsOf,
} from '@plumbline/contract/totals.ts'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { readProposal } from '../../documents/canonical.ts'
import type { Proposal } from '../../documents/model.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { invoiceSources, invoices } from '../../schema/invoices.ts'
import { bidPricings } from '../../schema/pricing.ts'
import { proposals } from '../../schema/proposals.ts'

const cents = (exact: string) => Number(amountInCents(exact))
const portionOf = ({
  total,
  tax,
  taxable,
}: Pick<Totals, 'total' | 'tax' | 'taxable'>): Portion => ({
  ...{ amount: cents(total), tax: cents(tax), taxable: cents(taxable) },
})

/** An approved change order with the facts that its line shows. */
interface InvoicedChange extends Portion {
  readonly id: string
  readonly number: number
  readonly title: string
  /** The name that was signed, or the person of the office who approved it. */
  readonly approvedBy: string | null
  readonly approvedAt: Date | null
  /** The invoice that it is on, also a draft. */
  readonly invoiceId: string | null
  readonly isInvoiced: boolean
}

/** The money of a job with where its parts are invoiced. */
export interface InvoicedJob extends JobMoney {
  /** The bid that has the schedule; null without one. */
  readonly bidId: string | null
  readonly steps: readonly (JobMoney['steps'][number] & {
    /** The invoice that it is on, also a draft. */
    readonly invoiceId: string | null
  })[]
  readonly changes: readonly InvoicedChange[]
}

type Terms = Pick<Proposal, 'sections' | 'discount' | 'taxRate' | 'schedule'>

/**
 * The bid that a job was made from, with its total and its schedule: as the customer signed it, or
 * as it was when the office approved it for them.
 */
async function agreedTerms(db: Db, jobId: string) {
  const [row] = await db
    .select({
      bidId: pendingBids.id,
      content: proposals.signedContent,
      pricing: bidPricings.pricing,
      estimatedAmount: pendingBids.estimatedAmount,
    })
    .from(pendingBids)
    .leftJoin(proposals, and(eq(proposals.bidId, pendingBids.id), isNotNull(proposals.evidence)))
    .leftJoin(bidPricings, eq(bidPricings.bidId, pendingBids.id))
    .where(eq(pendingBids.jobId, jobId))
  if (!row) return undefined
  const signed = row.content === null ? null : readProposal(row.content)
  const terms: Terms | null = signed ?? row.pricing
  if (!terms) return undefined
  const lines = chosenLines(terms.sections)
  const amount = signed ? signed.amount : dollarsOf(BigInt(row.estimatedAmount ?? 0))
  const totals =
    lines.length > 0 ? totalsOf(lines, terms) : { total: amount ?? '0.00', tax: '0', taxable: '0' }
  const shares = terms.schedule.map(({ share }) => share)
  const amounts = scheduleOf(totals.total, shares)
  const steps = terms.schedule.map(({ title }, at) => ({
    title,
    amount: cents(amounts[at] ?? '0'),
  }))
  return { bidId: row.bidId, ...portionOf(totals), steps }
}

const signedBy = sql<string | null>`(select p.evidence ->> 'name' from ${proposals} p
  where p.change_order_id = ${outer(changeOrders.id)} and p.evidence is not null)`

async function approvedChanges(db: Db, jobId: string): Promise<InvoicedChange[]> {
  const rows = await db
    .select({
      id: changeOrders.id,
      number: changeOrders.number,
      title: changeOrders.title,
      lines: changeOrders.lines,
      taxRate: changeOrders.taxRate,
      approvedAt: changeOrders.decidedAt,
      signedBy,
      acceptedBy: nameOf(changeOrders.acceptedById),
      invoiceId: invoiceSources.invoiceId,
      isInvoiced: sql<boolean>`coalesce(${invoices.status} = 'issued', false)`,
    })
    .from(changeOrders)
    .leftJoin(invoiceSources, eq(invoiceSources.changeOrderId, changeOrders.id))
    .leftJoin(invoices, eq(invoices.id, invoiceSources.invoiceId))
    .where(and(eq(changeOrders.jobId, jobId), eq(changeOrders.status, 'approved')))
    .orderBy(asc(changeOrders.number))
  return rows.map(({ lines, taxRate, signedBy: name, acceptedBy, ...row }) => ({
    ...row,
    ...portionOf(totalsOf(lines, { discount: null, taxRate })),
    approvedBy: name ?? acceptedBy,
  }))
}

/** The invoices of a job that were issued and are not void. */
const issuedOf = (db: Db, jobId: string) =>
  db
    .select({
      id: invoices.id,
      amount: invoices.total,
      tax: invoices.tax,
      taxable: invoices.taxable,
      kind: sql<Basis['kind']>`${invoices.draft} -> 'basis' ->> 'kind'`,
    })
    .from(invoices)
    .where(and(eq(invoices.jobId, jobId), eq(invoices.status, 'issued')))

/** The invoices, by the place of the payment of a signed schedule that is on them. */
async function invoicesOfSteps(db: Db, bidId: string) {
  const rows = await db
    .select({
      step: invoiceSources.step,
      invoiceId: invoiceSources.invoiceId,
      isDrafted: sql<boolean>`${invoices.status} = 'draft'`,
    })
    .from(invoiceSources)
    .innerJoin(invoices, eq(invoices.id, invoiceSources.invoiceId))
    .where(eq(invoiceSources.bidId, bidId))
  return new Map(rows.map(({ step, ...source }) => [step, source]))
}

/** The money of a job, of which its invoices are made. */
export async function readJobMoney(
  db: Db,
  job: { readonly id: string; readonly approvedAmount: number | null },
): Promise<InvoicedJob> {
  const agreed = await agreedTerms(db, job.id)
  const changes = await approvedChanges(db, job.id)
  const issued = await issuedOf(db, job.id)
  const ofContract = issued.filter(({ kind }) => kind !== 'lines')
  const ids = new Set(ofContract.map(({ id }) => id))
  const beside = changes.filter(({ invoiceId }) => invoiceId !== null && ids.has(invoiceId))
  const invoiced = totalOf(issued)
  const parts = less(totalOf(ofContract), totalOf(beside))
  const onInvoices = changes.filter(({ isInvoiced }) => isInvoiced)
  const byStep = agreed ? await invoicesOfSteps(db, agreed.bidId) : undefined
  const { tax, taxable } = totalOf(agreed ? [agreed, ...changes] : changes)
  return {
    contract: { amount: job.approvedAmount ?? 0, tax, taxable },
    // Work by the hour has neither an amount nor change orders.
    hasContract: (job.approvedAmount ?? 0) > 0 || changes.length > 0,
    invoiced,
    portions: portionsOf(invoiced, parts, onInvoices),
    bidId: agreed?.bidId ?? null,
    steps: (agreed?.steps ?? []).map((step, at) => ({
      ...step,
      ...(byStep?.get(at) ?? { invoiceId: null, isDrafted: false }),
    })),
    changes,
  }
}
