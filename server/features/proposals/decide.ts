import type { Effect } from '@plumbline/contract/changeOrders.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { line, optionalText, text } from '@plumbline/contract/text.ts'
import { amountInCents } from '@plumbline/contract/totals.ts'
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Company } from '../../access/company/queries.ts'
import { companyDays } from '../../access/company/service.ts'
import { canonicalOf, readProposal } from '../../documents/canonical.ts'
import {
  choicesOf,
  DRAWING,
  type Evidence,
  type Proposal,
  type Strokes,
  totalOf,
} from '../../documents/model.ts'
import { recordAudit, type Source } from '../../events/recordAudit.ts'
import { validate } from '../../http/validate.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposals } from '../../schema/proposals.ts'
import { convertBid } from '../bids/service.ts'
import { draftOf, type FoundChange, updateChange } from '../changeOrders/queries.ts'
import { amountChange, approveChange } from '../changeOrders/service.ts'
import { recordClients } from '../jobs/service.ts'
import { type Typed, withChoices } from './choices.ts'
import * as queries from './queries.ts'
import { publishStep } from './steps.ts'
import { deviceOf, isNewView, requireFewQuestions } from './visits.ts'

/** The most strokes of a drawing, and the most characters in which it is sent. */
const MAX_STROKES = 200
const MAX_DRAWING = 60_000

const coordinate = (max: number) => z.number().int().min(0).max(max)
const Drawing = z
  .array(z.array(z.tuple([coordinate(DRAWING.width), coordinate(DRAWING.height)])).min(1))
  .max(MAX_STROKES)

/** The drawing that a form sends as text. Null for none; undefined for what is no drawing. */
function drawingOf(sent: string): Strokes | null | undefined {
  if (sent === '') return null
  try {
    const strokes = Drawing.parse(JSON.parse(sent))
    // A drawing needs more than a touch.
    return strokes.reduce((points, stroke) => points + stroke.length, 0) > 3 ? strokes : null
  } catch {
    return undefined
  }
}

const NOT_SIGNED = 'Sign in the box, or type your name'

const Signature = z.object({
  name: line(200, 'Enter your name'),
  consent: z.literal('yes', 'Please agree to sign electronically'),
  way: z.enum(['typed', 'drawn'], NOT_SIGNED).default('typed'),
  strokes: z
    .string()
    .max(MAX_DRAWING, 'This drawing is too large. Clear it and sign once more')
    .default(''),
  /** The total and the version that the customer saw. */
  total: z.string('').default(''),
  version: z.string('').default(''),
})

/** The visitor of a page, as the server saw them. */
export interface Visitor {
  /** The network address as the server saw it. */
  readonly address: string
  readonly browser: string
}

/** The visitor who sent a request. */
export const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({
  address: ip,
  browser: (headers['user-agent'] ?? '').slice(0, 300),
})

export interface Visit {
  readonly company: Company
  readonly now: Date
  /** Whether emails are sent here (`sendsEmail`). */
  readonly emails: boolean
  readonly linkHash: string
}

/** The proposal of a link; undefined for a link that does not work. */
async function findByLink(db: Db, linkHash: string): Promise<queries.ProposalRow | undefined> {
  const [row] = await db.select().from(proposals).where(eq(proposals.linkHash, linkHash))
  return row
}

/** The number of days for which the link of a signed proposal works. */
const SIGNED_DAYS = 90

/** The facts of a proposal by which its link works or not. */
interface Standing extends Pick<queries.ProposalRow, 'status' | 'lastDay'> {
  readonly evidence: Pick<Evidence, 'signedAt'> | null
}

/** Whether the link of a proposal works: while it is open, and for a while after it was signed. */
export function isShown(proposal: Standing, today: string, now: Date): boolean {
  if (proposal.evidence) {
    const age = now.getTime() - new Date(proposal.evidence.signedAt).getTime()
    return age <= SIGNED_DAYS * 86_400_000
  }
  return queries.statusOn(proposal, today) === 'sent'
}

/**
 * The proposal of a link that works on a day. Its words are read only then: otherwise the time of
 * the answer would tell an expired link from an unknown one.
 */
export async function findShown(
  db: Db,
  linkHash: string,
  today: string,
  now: Date,
): Promise<queries.ProposalRow | undefined> {
  const { status, lastDay, evidence } = proposals
  const signedAt = sql<string | null>`${evidence}->>'signedAt'`
  const [found] = await db
    .select({ status, lastDay, signedAt })
    .from(proposals)
    .where(eq(proposals.linkHash, linkHash))
  if (!found) return undefined
  const standing = { ...found, evidence: found.signedAt ? { signedAt: found.signedAt } : null }
  return isShown(standing, today, now) ? findByLink(db, linkHash) : undefined
}

/**
 * Locks the proposal of a link and what it is of, in the order of locks. Fails with 404 for a link
 * that no longer works.
 */
async function lockByLink(db: Db, { linkHash, company, now }: Visit) {
  const found = await findByLink(db, linkHash)
  const proposal = found && (await queries.lockProposal(db, found.id))
  const isCurrent = proposal?.linkHash === linkHash
  if (!proposal || !isCurrent || !isShown(proposal, dayIn(company.timeZone, now), now))
    throw new Failure('notFound')
  return proposal
}

/** The customer who answers: with a link, or signed in. */
interface Customer {
  /** Null for a customer with a link. */
  readonly actorId: string | null
  readonly now: Date
}

interface Signer extends Customer {
  /** Whether emails are sent here (`sendsEmail`). */
  readonly emails: boolean
}

/** The agreement to a version, with the choices of the customer. */
export interface Agreement {
  readonly chosen: Proposal
  /** The name and drawing of the customer, and the total and version that they saw. */
  readonly name: string
  readonly strokes: Strokes | null
  readonly total: string
  readonly version: string
  readonly visitor: Visitor
  /** The address with which they are signed in. */
  readonly account?: string
}

interface Signed {
  readonly effect: Effect | undefined
  readonly jobId: string | undefined
}

/**
 * Approves a locked open version: a bid becomes a job of the total that was shown, a change order
 * moves the contract of its job. Fails with 409 if the total or the version is another.
 * @returns what a change order did to the contract, or the job that a bid became
 */
export async function sign(
  db: Db,
  { actorId, now, emails }: Signer,
  { change, bid, ...proposal }: queries.LockedProposal,
  { chosen, name, strokes, total, version, visitor, account }: Agreement,
): Promise<Signed> {
  if (total !== totalOf(chosen) || version !== proposal.sha256) throw new Failure('proposalChanged')
  const { consent } = chosen
  const evidence: Evidence = {
    ...{ name, strokes, signedAt: now.toISOString(), ...visitor },
    ...{ sentTo: proposal.sentTo, ...(account !== undefined && { account }) },
    ...{ consent, choices: choicesOf(chosen), total, sha256: proposal.sha256 },
  }
  const job = bid && (await convertBid(db, actorId, bid, Number(amountInCents(total))))
  const effect = change && (await approveSent(db, { actorId, now }, change))
  const signed = { status: 'approved', signedContent: canonicalOf(chosen), evidence } as const
  await queries.updateProposal(db, proposal.id, signed)
  await queries.insertHappening(db, { proposalId: proposal.id, kind: 'approved', actorId })
  // The copy of a link that was handed over goes to the address of the customer.
  const address = account ?? proposal.sentTo ?? chosen.customer.email
  if (emails && address)
    await queries.queueEmail(db, { proposalId: proposal.id, letter: 'signed', address }, now)
  if (bid) await publishStep(db, actorId, { ...proposal, change: undefined }, 'approved')
  return { effect, jobId: job?.id }
}

/** Approves a locked change order as it was sent. */
async function approveSent(db: Db, { actorId, now }: Customer, change: FoundChange) {
  const draft = change.order.sent ?? draftOf(change.order)
  const { calendar } = await companyDays(db, now)
  return approveChange(db, change, { draft, now, calendar, actorId })
}

/**
 * Approves the proposal of a link with the choices of a form. Repeating it changes nothing. Fails
 * with 404 for a link that no longer works, with 400 for a form that is not complete, and as
 * {@link sign}.
 */
export async function approve(
  db: Db,
  visit: Visit,
  typed: Typed,
  visitor: Visitor,
  source: Source,
) {
  const proposal = await lockByLink(db, visit)
  if (proposal.status === 'approved') return
  const { name, way, strokes, total, version } = validate(Signature, typed)
  const drawn = way === 'drawn' ? drawingOf(strokes) : null
  if (drawn === undefined || (way === 'drawn' && drawn === null))
    throw new Failure('invalid', { message: NOT_SIGNED, fields: { strokes: NOT_SIGNED } })
  const chosen = withChoices(readProposal(proposal.content), typed)
  const agreement = { chosen, name, strokes: drawn, total, version, visitor }
  const { now, emails } = visit
  const signer = { actorId: null, now, emails }
  const { effect, jobId } = await sign(db, signer, proposal, agreement)
  if (proposal.change && effect)
    await recordAudit(db, source, amountChange(proposal.change, effect))
  // The client of the bid reads the job from now on.
  if (jobId) await recordClients(db, source, [{ id: jobId, clientId: null, client: null }])
}

/** Declines a locked open version, perhaps with a reason. Its link ends. */
export async function refuse(
  db: Db,
  { actorId, now }: Customer,
  proposal: queries.LockedProposal,
  note: string | null,
) {
  const { id: proposalId, changeOrderId } = proposal
  await queries.updateProposal(db, proposalId, { status: 'declined', linkHash: null })
  if (changeOrderId) await updateChange(db, changeOrderId, { status: 'declined', decidedAt: now })
  await queries.insertHappening(db, { proposalId, kind: 'declined', actorId, note })
  await publishStep(db, actorId, proposal, 'declined')
}

const Refusal = z.object({ reason: optionalText(2000).default(null) })

/** Declines the open proposal of a link. */
export async function decline(db: Db, visit: Visit, typed: Typed) {
  const proposal = await lockByLink(db, visit)
  if (proposal.status !== 'sent') throw new Failure('notFound')
  const { reason } = validate(Refusal, typed)
  await refuse(db, { actorId: null, now: visit.now }, proposal, reason)
}

/** Stores a question about a locked version. Fails with 429 after too many. */
export async function ask(
  db: Db,
  actorId: string | null,
  proposal: queries.LockedProposal,
  note: string,
) {
  const { id: proposalId } = proposal
  requireFewQuestions(await queries.countQuestions(db, proposalId))
  await queries.insertHappening(db, { proposalId, kind: 'question', actorId, note })
  await publishStep(db, actorId, proposal, 'question')
}

const Question = z.object({ question: text(2000, 'Write your question') })

/** Stores a question about the proposal of a link. */
export async function askQuestion(db: Db, visit: Visit, typed: Typed) {
  const proposal = await lockByLink(db, visit)
  const { question } = validate(Question, typed)
  await ask(db, null, proposal, question)
}

/** Notes that a customer has an open version on screen, once in half an hour. */
export async function noteSeen(
  db: Db,
  { actorId, now }: Customer,
  proposal: queries.LockedProposal,
  { browser }: Visitor,
) {
  if (proposal.status !== 'sent') return
  if (!isNewView(await queries.lastView(db, proposal.id), now)) return
  const note = deviceOf(browser)
  await queries.insertHappening(db, { proposalId: proposal.id, kind: 'viewed', actorId, note })
  await publishStep(db, actorId, proposal, 'viewed')
}

/** Notes that a customer has the proposal of a link on screen. */
export async function noteView(db: Db, visit: Visit, visitor: Visitor) {
  const proposal = await lockByLink(db, visit)
  await noteSeen(db, { actorId: null, now: visit.now }, proposal, visitor)
}
