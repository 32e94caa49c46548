import { dayIn } from '@plumbline/contract/dates.ts'
import type { NumberFormat } from '@plumbline/contract/documentNumbers.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { type InvoiceAmounts, leftOf } from '@plumbline/contract/invoiceAmounts.ts'
import type { InvoiceDraft } from '@plumbline/contract/invoiceDrafts.ts'
import type { FollowUpInvoice, IssueInvoice } from '@plumbline/contract/invoices.ts'
import { dollarsOf } from '@plumbline/contract/totals.ts'
import { takenNumber } from '../../access/company/documentNumbers.ts'
import type { Step } from '../../access/company/step.ts'
import { canonicalOf } from '../../documents/canonical.ts'
import type { Db } from '../../platform/db/handle.ts'
import { holdCustomer } from '../customers/queries.ts'
import { findJob, lockJob } from '../jobs/queries.ts'
import { contentOf, type Drafted, drafted, dueDayOf, jobMoneyOf } from './content.ts'
import { publishOf } from './events.ts'
import type { InvoicedJob } from './jobMoney.ts'
import { linkHashOf, linkPathOf } from './links.ts'
import * as queries from './queries.ts'
import { queueFirstReminder, queueReminders } from './reminders.ts'

const todayOf = ({ company, now }: Step) => dayIn(company.timeZone, now)

/** The amounts of a draft. Fails with 400 for those that cannot be invoiced. */
function requireAmounts({ amounts }: Drafted): InvoiceAmounts {
  if ('problem' in amounts) throw invalid(amounts.problem)
  return amounts
}

/** Fails with 409 for a payment or change order that is on another invoice. */
function requireFree({ draft, job }: Drafted, invoiceId: string | null) {
  const { basis, changeOrderIds } = draft
  const step = basis.kind === 'step' ? job?.steps[basis.step] : undefined
  const chosen = job?.changes.filter(({ id }) => changeOrderIds.includes(id)) ?? []
  const taken = [step, ...chosen].some(
    (source) => source && source.invoiceId !== null && source.invoiceId !== invoiceId,
  )
  if (taken) throw new Failure('alreadyInvoiced')
}

/** The payments and change orders of a draft. */
const sourcesOf = ({ basis, changeOrderIds }: InvoiceDraft, job: InvoicedJob | null) => [
  ...(basis.kind === 'step' && job ? [{ bidId: job.bidId, step: basis.step }] : []),
  ...changeOrderIds.map((changeOrderId) => ({ changeOrderId })),
]

/** The columns of a draft. */
function rowOf({ draft: all }: Drafted, { total, tax, taxable }: InvoiceAmounts) {
  const { kind, customerId, jobId, title, note, ...draft } = all
  return { kind, customerId, jobId, title, note, draft, total, tax, taxable }
}

/**
 * Locks the job of a draft and holds its customer, in the order of locks. Fails with 400 if one of
 * them was deleted.
 */
async function lockSubjects(db: Db, actorId: string, draft: InvoiceDraft): Promise<Drafted> {
  const { jobId } = draft
  if (jobId !== null && !(await lockJob(db, jobId, 'no key update')))
    throw invalid({ jobId: 'This job was deleted' })
  const customerId = await holdCustomer(db, draft.customerId)
  if (customerId === undefined) throw invalid({ customerId: 'This customer was deleted' })
  const job = jobId === null ? undefined : await findJob(db, { id: actorId, role: 'admin' }, jobId)
  const approvedAmount = job?.approvedAmount ?? null
  return drafted({ ...draft, customerId }, await jobMoneyOf(db, { jobId, approvedAmount }))
}

/** Adds a draft. Fails with 400 or 409 for one that cannot be invoiced. */
export async function createInvoice(db: Db, actorId: string, typed: InvoiceDraft): Promise<string> {
  const current = await lockSubjects(db, actorId, typed)
  const amounts = requireAmounts(current)
  requireFree(current, null)
  const id = await queries.insertInvoice(db, rowOf(current, amounts))
  await queries.replaceSources(db, id, sourcesOf(current.draft, current.job))
  await queries.insertHappening(db, { invoiceId: id, kind: 'created', actorId })
  await publishOf(db, actorId, 'invoice.created', { id, jobId: current.draft.jobId })
  return id
}

/** Fails with 409 for an invoice that was issued. */
function requireDraft({ status }: queries.InvoiceRow) {
  if (status !== 'draft') throw new Failure('invoiceIssued')
}

/** Replaces a locked draft. Fails with 400 or 409 for one that cannot be invoiced. */
export async function changeInvoice(
  db: Db,
  actorId: string,
  found: queries.FoundInvoice,
  typed: InvoiceDraft,
) {
  requireDraft(found)
  if (typed.kind !== found.kind) throw invalid({ kind: 'This stays as it was added' })
  const current = await lockSubjects(db, actorId, typed)
  const amounts = requireAmounts(current)
  requireFree(current, found.id)
  await queries.updateInvoice(db, found.id, rowOf(current, amounts))
  await queries.replaceSources(db, found.id, sourcesOf(current.draft, current.job))
  const { jobId } = current.draft
  await publishOf(db, actorId, 'invoice.changed', { id: found.id, jobId })
}

/** Deletes a locked draft. Fails with 409 for an invoice that was issued. */
export async function deleteDraft(db: Db, actorId: string, found: queries.FoundInvoice) {
  requireDraft(found)
  await queries.deleteInvoice(db, found.id)
  await publishOf(db, actorId, 'invoice.deleted', found)
}

/** The columns of an invoice that was issued, without its number. */
type Issue = Pick<
  queries.InvoiceRow,
  'status' | 'content' | 'total' | 'tax' | 'taxable' | 'sentTo' | 'linkMadeAt' | 'linkHash'
> & { readonly issuedOn: string; readonly dueOn: string }

/**
 * Prepares to issue a locked draft, which {@link issueUnderNumber} ends. Fails with 409 if it was
 * issued, or is more than is left of the contract, and with 400 if it is due before today.
 */
export async function prepareIssue(
  db: Db,
  step: Step,
  found: queries.FoundInvoice,
  { total: shown, overContract, email = null }: IssueInvoice,
): Promise<{ readonly issue: Issue; readonly current: Drafted }> {
  requireDraft(found)
  const { actorId, company } = step
  const current = drafted(queries.draftOf(found), await jobMoneyOf(db, found))
  const { draft, job } = current
  const amounts = requireAmounts(current)
  const { total, tax, taxable } = amounts
  if (shown !== undefined && shown !== total) throw new Failure('stale')
  if (job?.hasContract && total > Math.max(leftOf(job), 0) && !overContract)
    throw new Failure('overContract')
  const issuedOn = todayOf(step)
  const dueOn = dueDayOf(draft, issuedOn)
  if (dueOn < issuedOn) throw invalid({ dueOn: 'Choose a day from today on' })
  const content = canonicalOf(await contentOf(db, company, found, { ...current, amounts }))
  await queries.insertHappening(db, { invoiceId: found.id, kind: 'issued', actorId })
  const event = found.kind === 'creditMemo' ? 'invoice.credited' : 'invoice.issued'
  await publishOf(db, actorId, event, found)
  if (email !== null) await queueEmail(db, step, found.id, email)
  await queueFirstReminder(db, { ...found, total, issuedOn, dueOn }, step.now)
  const amountsAndDays = { total, tax, taxable, issuedOn, dueOn }
  const link = { ...newLink(step, found), sentTo: email }
  return { issue: { status: 'issued', content, ...amountsAndDays, ...link }, current }
}

/**
 * Issues an invoice under the next number of its kind and year. All others wait for that number
 * until the transaction ends, so nothing comes after it.
 */
export async function issueUnderNumber(
  db: Db,
  { id, kind }: Pick<queries.InvoiceRow, 'id' | 'kind'>,
  issue: Issue,
  format: NumberFormat,
) {
  const year = Number(issue.issuedOn.slice(0, 4))
  return queries.updateWithNumber(db, id, issue, takenNumber(db, kind, year, format))
}

/** Notes that an invoice goes to an address, and queues its email where emails are sent. */
async function queueEmail(
  db: Db,
  { actorId, now, emails }: Step,
  invoiceId: string,
  address: string,
) {
  await queries.insertHappening(db, { invoiceId, kind: 'sent', actorId, note: address })
  if (emails) await queries.queueEmail(db, { invoiceId, address }, now)
}

/** Fails with 409 unless an invoice is issued. */
function requireIssued({ status }: queries.InvoiceRow) {
  if (status !== 'issued') throw new Failure('invoiceNotOpen')
}

/** Sends a locked invoice to an address. Fails with 409 unless it is issued. */
export async function sendInvoice(
  db: Db,
  step: Step,
  found: queries.FoundInvoice,
  address: string,
) {
  requireIssued(found)
  // A link that was made under another secret works no more.
  const link = linkPathOf(found, step.secret) === undefined ? newLink(step, found) : {}
  await queries.updateInvoice(db, found.id, { sentTo: address, ...link })
  await queueEmail(db, step, found.id, address)
  await publishOf(db, step.actorId, 'invoice.sent', found)
}

/** Another link than the one an invoice has. */
function newLink({ now, secret }: Step, { id, linkMadeAt: before }: queries.InvoiceRow) {
  // No two links of an invoice are made at the same moment, which they are derived from.
  const linkMadeAt = new Date(Math.max(now.getTime(), (before?.getTime() ?? 0) + 1))
  return { linkMadeAt, linkHash: linkHashOf({ id, linkMadeAt }, secret) }
}

/** Makes a new link of a locked invoice. Fails with 409 unless it is issued. */
export async function renewLink(db: Db, step: Step, found: queries.FoundInvoice) {
  requireIssued(found)
  const { actorId } = step
  const { id } = found
  const link = newLink(step, found)
  await queries.updateInvoice(db, id, link)
  // It may be renewed because the one before was sent to the wrong address.
  await queries.dropEmails(db, id, step.now)
  await queries.insertHappening(db, { invoiceId: id, kind: 'renewed', actorId })
  await publishOf(db, actorId, 'invoice.renewed', found)
  return { id, ...link }
}

/**
 * Changes the due day and the office's note of a locked invoice, with a trace. Fails with 409 for
 * the due day of one that is not issued, and with 400 for a day before it was.
 */
export async function followUp(
  db: Db,
  actorId: string,
  found: queries.FoundInvoice,
  { dueOn = found.dueOn ?? undefined, note = found.note }: FollowUpInvoice,
  now: Date,
) {
  const { id, issuedOn, dueOn: before } = found
  const isMoved = dueOn !== undefined && dueOn !== before
  const isNoted = note !== found.note
  if (isMoved && found.kind === 'creditMemo') throw invalid({ dueOn: 'A credit memo is never due' })
  if (isMoved) requireIssued(found)
  if (isMoved && issuedOn !== null && dueOn < issuedOn)
    throw invalid({ dueOn: 'Choose a day from the day of the invoice on' })
  if (!isMoved && !isNoted) return
  await queries.updateInvoice(db, id, { ...(isMoved && { dueOn }), note })
  const happening = { invoiceId: id, actorId }
  if (isMoved)
    await queries.insertHappening(db, { ...happening, kind: 'dueDay', note: `${before} ${dueOn}` })
  if (isNoted) await queries.insertHappening(db, { ...happening, kind: 'note' })
  if (isMoved) await queueReminders(db, [id], now)
  await publishOf(db, actorId, isMoved ? 'invoice.dueDay' : 'invoice.changed', found)
}

/**
 * The draft of a void invoice, to be corrected. A percentage is of all that was invoiced by then:
 * where more was invoiced since, the copy has the same amount.
 */
async function copyOf(db: Db, found: queries.FoundInvoice): Promise<InvoiceDraft> {
  const { draft, job, amounts } = drafted(queries.draftOf(found), await jobMoneyOf(db, found))
  if (draft.basis.kind !== 'percent' || !job) return draft
  if (!('problem' in amounts) && amounts.total === found.total) return draft
  const chosen = job.changes.filter(({ id }) => draft.changeOrderIds.includes(id))
  const part = found.total - chosen.reduce((sum, { amount }) => sum + amount, 0)
  return part > 0 ? { ...draft, basis: { kind: 'amount', amount: dollarsOf(BigInt(part)) } } : draft
}

/**
 * Makes a locked invoice void: its payment and change orders can be invoiced again. Fails with 409
 * unless it is issued, while there are payments for it or a credit memo is used, and while a card
 * payment of it is processing.
 * @returns the id of a draft of the same if `copy` asks for it
 */
export async function voidInvoice(
  db: Db,
  step: Step,
  found: queries.FoundInvoice,
  { reason, copy }: { readonly reason: string; readonly copy: boolean },
): Promise<string | null> {
  requireIssued(found)
  const { id } = found
  const { actorId } = step
  // All that use money lock its customer first, which is locked here.
  if (found.paid !== 0) throw new Failure('moneyApplied')
  if (found.processing !== null) throw new Failure('cardProcessing')
  await queries.updateInvoice(db, id, { status: 'void', voidedOn: todayOf(step) })
  await queries.replaceSources(db, id, [])
  await queueReminders(db, [id], step.now)
  await queries.insertHappening(db, { invoiceId: id, kind: 'voided', actorId, note: reason })
  await publishOf(db, actorId, 'invoice.voided', found)
  return copy ? createInvoice(db, actorId, await copyOf(db, found)) : null
}
