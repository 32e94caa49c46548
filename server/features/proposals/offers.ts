import type { Offer, OfferPhoto } from '@plumbline/contract/changeOrders.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { may, type Person } from '@plumbline/contract/policy.ts'
import { chosenLines } from '@plumbline/contract/pricedLines.ts'
import { amountInCents, lineAmount, totalsOf } from '@plumbline/contract/totals.ts'
import { inArray } from 'drizzle-orm'
import { findCompany } from '../../access/company/queries.ts'
import { companyDays } from '../../access/company/service.ts'
import { fullName } from '../../access/people/names.ts'
import { readProposal } from '../../documents/canonical.ts'
import type { Proposal } from '../../documents/model.ts'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { contentOf } from '../changeOrders/document.ts'
import { visibleOf } from '../changeOrders/photos.ts'
import { type FoundChange, findChange, lockChange } from '../changeOrders/queries.ts'
import { effectOf } from '../changeOrders/service.ts'
import { placesOf } from './photos.ts'
import * as queries from './queries.ts'

/** The versions that a client reads: the one that waits, and one that was answered. */
const readable: ReadonlySet<string> = new Set(['sent', 'approved', 'declined'])

/** A change order as the customer reads it. */
interface Reading {
  readonly content: Proposal
  /** The version that was sent; none where the office approved the change order for them. */
  readonly version: queries.ProposalRow | undefined
  readonly photos: OfferPhoto[]
}

/**
 * Fails with 404 for a change order that is not sent, or withdrawn. The office sees it as it would
 * be sent.
 */
async function readingOf(db: Db, person: Person, change: FoundChange): Promise<Reading> {
  const { order } = change
  const version = await queries.lastVersion(db, { changeOrderId: order.id })
  const isAccepted = order.status === 'approved' && !version?.evidence
  if (version && readable.has(version.status) && !isAccepted) {
    const content = readProposal(version.content)
    return { content, version, photos: await photosOfVersion(db, version.id, content) }
  }
  const company = await findCompany(db)
  if (!company || !(isAccepted || person.role === 'admin')) throw new Failure('notFound')
  const found = await visibleOf(db, person, order)
  const content = await contentOf(db, company, change, found)
  const photos = found.map(({ id, shown }) => offerPhoto(shown, `/api/photos/${id}/image`))
  return { content, version: undefined, photos }
}

const offerPhoto = ({ sha256: _, ...shown }: Proposal['photos'][number], url: string) => ({
  ...shown,
  url,
})

/** The photos of a version that still exist. */
async function photosOfVersion(db: Db, id: string, { photos }: Proposal): Promise<OfferPhoto[]> {
  if (photos.length === 0) return []
  const places = new Set(await placesOf(db, id))
  return photos
    .map((photo, at) => ({ photo, place: at + 1 }))
    .filter(({ place }) => places.has(place))
    .map(({ photo, place }) => offerPhoto(photo, `/api/proposals/${id}/photo?place=${place}`))
}

/** The names of the person who sent a version, and of the reader's account. */
async function namesOf(db: Db, person: Person, version: queries.ProposalRow | undefined) {
  const ids = [person.id, version?.sentById].filter((id) => typeof id === 'string')
  const rows = await db
    .select({ id: users.id, name: fullName })
    .from(users)
    .where(inArray(users.id, ids))
  const nameOf = (id: string | null | undefined) => rows.find((row) => row.id === id)?.name ?? null
  return { sentByName: nameOf(version?.sentById), account: nameOf(person.id) }
}

/**
 * A change order as it was last sent. Fails with 404 for clients if it is not sent, or withdrawn.
 */
export async function readOffer(
  db: Db,
  person: Person,
  change: FoundChange,
  now: Date,
): Promise<Offer> {
  const { order, job } = change
  const { content, version, photos } = await readingOf(db, person, change)
  const { today, calendar } = await companyDays(db, now)
  const { sentByName, account } = await namesOf(db, person, version)
  const lines = chosenLines(content.sections)
  const { tax, total } = totalsOf(lines, content)
  const { daysAdded = 0, movesEnd = false } = content.change ?? {}
  const isOver = version && queries.statusOn(version, today) === 'expired'
  const isOpen = order.status === 'sent' && version && !isOver
  const effect = { total: Number(amountInCents(total)), daysAdded, movesEnd }
  return {
    id: order.id,
    jobId: job.id,
    jobName: job.name,
    number: order.number,
    status: isOver ? 'expired' : order.status,
    title: content.title,
    reason: content.introduction,
    sentByName,
    photos,
    lastDay: version?.lastDay ?? null,
    lines: lines.map((line) => ({
      description: line.description,
      details: line.details,
      quantity: line.quantity,
      unit: line.unit,
      unitPrice: line.unitPrice,
      amount: lineAmount(line),
    })),
    ...{ taxName: content.taxName, taxRate: content.taxRate, tax, total, daysAdded },
    effect: isOpen ? effectOf(job, effect, calendar) : null,
    consent: content.consent,
    proposalId: version?.id ?? null,
    version: version?.sha256 ?? null,
    signedBy: version?.evidence?.name ?? null,
    decidedAt: order.decidedAt?.toISOString() ?? null,
    signer: person.role === 'client' ? account : null,
  }
}

/** A locked change order with its last version. */
export interface LockedOffer extends FoundChange {
  readonly version: queries.LockedProposal | undefined
}

/** A change order that the person may read: as a client, one that is for them. */
export async function findOffer(
  db: Db,
  person: Person,
  id: string,
): Promise<FoundChange | undefined> {
  const change = await findChange(db, id)
  return change && may(person, 'changeOrder.offer', change) ? change : undefined
}

/**
 * Locks a change order that is for the client with its last version, in the order of locks.
 */
export async function lockOffer(
  db: Db,
  person: Person,
  id: string,
): Promise<LockedOffer | undefined> {
  const change = (await findOffer(db, person, id)) && (await lockChange(db, id))
  const last = change && (await queries.lastVersion(db, { changeOrderId: id }))
  const version = last && (await queries.findProposal(db, last.id, { lock: true }))
  return change && { ...change, version: version && { ...version, bid: undefined, change } }
}

/**
 * The version that waits for an answer. Fails with 409 if there is none, or its last day is over.
 */
export function requireOpen(
  { version }: LockedOffer,
  timeZone: string,
  now: Date,
): queries.LockedProposal {
  if (!version || queries.statusOn(version, dayIn(timeZone, now)) !== 'sent')
    throw new Failure('proposalClosed')
  return version
}
