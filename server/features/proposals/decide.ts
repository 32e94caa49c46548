import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { asLine, line, optionalText, text } from '@plumbline/contract/text.ts'
import { amountInCents } from '@plumbline/contract/totals.ts'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Company } from '../../access/company/queries.ts'
import { canonicalOf, readProposal } from '../../documents/canonical.ts'
import { DRAWING, type Evidence, type Strokes, totalOf } from '../../documents/model.ts'
import { publish } from '../../events/publish.ts'
import { validate } from '../../http/validate.ts'
import type { Db } from '../../platform/db/handle.ts'
import { proposals } from '../../schema/proposals.ts'
import { findBid } from '../bids/queries.ts'
import { convertBid } from '../bids/service.ts'
import { type Typed, withChoices } from './choices.ts'
import * as queries from './queries.ts'

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

export interface Visit {
  readonly company: Company
  readonly now: Date
  readonly linkHash: string
}

/** The proposal of a link; undefined for a link that does not work. */
export async function findByLink(
  db: Db,
  linkHash: string,
): Promise<queries.ProposalRow | undefined> {
  const [row] = await db.select().from(proposals).where(eq(proposals.linkHash, linkHash))
  return row
}

/** The number of days for which the link of a signed proposal works. */
const SIGNED_DAYS = 90

/** Whether the link of a proposal works: while it is open, and for a while after it was signed. */
export function isShown(proposal: queries.ProposalRow, today: string, now: Date): boolean {
  if (proposal.evidence) {
    const age = now.getTime() - new Date(proposal.evidence.signedAt).getTime()
    return age <= SIGNED_DAYS * 86_400_000
  }
  return queries.statusOn(proposal, today) === 'sent'
}

/**
 * Locks the bid and the proposal of a link, in the order of locks. Fails with 404 for a link that
 * no longer works.
 */
async function lockByLink(db: Db, { linkHash, company, now }: Visit) {
  const found = await findByLink(db, linkHash)
  const bid = found && (await findBid(db, found.bidId, { lock: true }))
  const proposal = found && (await queries.findProposal(db, found.id, { lock: true }))
  const isCurrent = proposal?.linkHash === linkHash
  if (!bid || !proposal || !isCurrent || !isShown(proposal, dayIn(company.timeZone, now), now))
    throw new Failure('notFound')
  return { bid, proposal }
}

const publishStep = (db: Db, { bidId, version }: queries.ProposalRow, kind: string) =>
  publish(db, null, { name: 'bid.proposal', subjectId: bidId, detail: { kind, version } })

/**
 * Approves the proposal of a link with the choices of a form: the bid becomes a job of the total
 * that was shown. Repeating it changes nothing. Fails with 404 for a link that no longer works,
 * with 400 for a form that is not complete, and with 409 if the total or the version is another.
 */
export async function approve(db: Db, visit: Visit, typed: Typed, visitor: Visitor) {
  const { bid, proposal } = await lockByLink(db, visit)
  if (proposal.status === 'approved') return
  const { name, way, strokes, total, version } = validate(Signature, typed)
  const drawn = way === 'drawn' ? drawingOf(strokes) : null
  if (drawn === undefined || (way === 'drawn' && drawn === null))
    throw new Failure('invalid', { message: NOT_SIGNED, fields: { strokes: NOT_SIGNED } })
  const chosen = withChoices(readProposal(proposal.content), typed)
  if (total !== totalOf(chosen) || version !== proposal.sha256) throw new Failure('proposalChanged')
  const evidence: Evidence = {
    name,
    strokes: drawn,
    signedAt: visit.now.toISOString(),
    ...visitor,
    sentTo: proposal.sentTo,
    consent: chosen.consent,
    total,
    sha256: proposal.sha256,
  }
  await convertBid(db, null, bid, Number(amountInCents(total)))
  const signed = { status: 'approved', signedContent: canonicalOf(chosen), evidence } as const
  await queries.updateProposal(db, proposal.id, signed)
  await queries.insertHappening(db, { proposalId: proposal.id, kind: 'approved', actorId: null })
  await publishStep(db, proposal, 'approved')
}

const Refusal = z.object({ reason: optionalText(2000).default(null) })

/** Declines the open proposal of a link, perhaps with a reason. Its link ends. */
export async function decline(db: Db, visit: Visit, typed: Typed) {
  const { proposal } = await lockByLink(db, visit)
  if (proposal.status !== 'sent') throw new Failure('notFound')
  const { reason: note } = validate(Refusal, typed)
  await queries.updateProposal(db, proposal.id, { status: 'declined', linkHash: null })
  await queries.insertHappening(db, {
    ...{ proposalId: proposal.id, kind: 'declined', actorId: null, note },
  })
  await publishStep(db, proposal, 'declined')
}

/** The most questions about a version: somebody who has more calls. */
const MAX_QUESTIONS = 50

const Question = z.object({ question: text(2000, 'Write your question') })

/** Stores a question about the proposal of a link. */
export async function askQuestion(db: Db, visit: Visit, typed: Typed) {
  const { proposal } = await lockByLink(db, visit)
  const { question: note } = validate(Question, typed)
  if ((await queries.countQuestions(db, proposal.id)) >= MAX_QUESTIONS)
    throw new Failure('tooMany', { retryAfter: 3600 })
  await queries.insertHappening(db, {
    ...{ proposalId: proposal.id, kind: 'question', actorId: null, note },
  })
  await publishStep(db, proposal, 'question')
}

/** The minutes after which another view of a proposal counts. */
const VIEW_MINUTES = 30

/** Notes that a customer has the proposal on screen, once in half an hour. */
export async function noteView(db: Db, visit: Visit, { browser }: Visitor) {
  const { proposal } = await lockByLink(db, visit)
  if (proposal.status !== 'sent') return
  const last = await queries.lastView(db, proposal.id)
  if (last && visit.now.getTime() - last.getTime() < VIEW_MINUTES * 60_000) return
  const note = /Mobi/.test(browser) ? 'on a phone' : 'on a computer'
  await queries.insertHappening(db, {
    ...{ proposalId: proposal.id, kind: 'viewed', actorId: null, note: asLine(note) },
  })
  await publishStep(db, proposal, 'viewed')
}
