import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import {
  type EmailOutcome,
  findSender,
  type Letter,
  letterEmail,
  type Writing,
} from '../../access/company/customerEmails.ts'
import { type Company, findCompany } from '../../access/company/queries.ts'
import { readProposal } from '../../documents/canonical.ts'
import type { Evidence, Proposal } from '../../documents/model.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { readCopy } from './copies.ts'
import { isShown } from './decide.ts'
import { linkPathOf } from './links.ts'
import * as queries from './queries.ts'

/** The most bytes of a signed copy that is attached. A larger one is behind the link. */
const MAX_ATTACHED = 5 * 1024 * 1024

/** A delivery about a proposal. */
interface Delivery {
  readonly id: string
  readonly proposalId: string
  readonly letter: queries.Letter
  readonly address: string
}

interface Written {
  readonly email: QueuedEmail
  /** Whether the signed copy that belongs to it is not made yet. */
  readonly awaitsCopy: boolean
}

type Words = Pick<Letter, 'subject' | 'to' | 'blocks'>

/** `proposal for Deck (P-2026-0031)`, but `change order 3 for Deck`. */
function namesOf({ title, change }: Proposal, { number }: queries.ProposalRow) {
  if (!change) return { named: `proposal for ${title}`, detail: ` (${number})` }
  return { named: `${number.toLowerCase()} for ${change.job}`, detail: '' }
}

const daysText = (days: number) => `Adds ${days === 1 ? '1 working day' : `${days} working days`}`

/** The words that come with the link of an open version. */
function offerWords(proposal: queries.ProposalRow, company: Company, link: string): Words {
  const content = readProposal(proposal.content)
  const { named, detail } = namesOf(content, proposal)
  const { change, customer } = content
  const { version, total, lastDay } = proposal
  const facts = [
    ...(change
      ? [change.daysAdded > 0 ? `${content.title}\n${daysText(change.daysAdded)}` : content.title]
      : []),
    `Total: ${formatDollars((total / 100).toFixed(2))}`,
    `${change ? 'Answer by' : 'Good until'}: ${formatDay(lastDay)}`,
  ]
  return {
    subject: `${company.companyName}: ${named}`,
    to: customer.name,
    blocks: [
      `Here is our ${named}${detail}.`,
      facts.join('\n'),
      ...(version > 1
        ? [`This is version ${version}. The link to the version before no longer works.`]
        : []),
      'Open this link to read it, ask us a question or sign. Anybody who has the link can open it.',
      link,
    ],
  }
}

/** The words that come with a signed copy. */
function signedWords(
  proposal: queries.ProposalRow,
  company: Company,
  evidence: Evidence,
  { isAttached, link }: { readonly isAttached: boolean; readonly link: string | undefined },
): Words {
  const { named, detail } = namesOf(readProposal(proposal.content), proposal)
  const day = dayIn(company.timeZone, new Date(evidence.signedAt))
  const found = isAttached
    ? 'It is also at this link for 90 days:'
    : 'It is at this link for 90 days:'
  return {
    subject: `${company.companyName}: signed ${named}`,
    to: evidence.name,
    blocks: [
      `Thank you. You signed our ${named}${detail} on ${formatDay(day)}. The total is ${formatDollars(evidence.total)}.`,
      ...(isAttached ? ['Your signed copy is attached.'] : []),
      ...(link === undefined
        ? []
        : [`${isAttached ? '' : 'Your signed copy is ready. '}${found}`, link]),
    ],
  }
}

/**
 * The email of a due delivery as the proposal is now: the offer while it is open, with its current
 * link; the signed copy after the signature. Undefined if there is nothing to send any more, and
 * `noLink` if the link of an offer was made under another secret, so that it does not work.
 */
export async function writeEmail(
  db: Db,
  { files, publicUrl, secret, now }: Writing,
  { id, proposalId, letter: kind, address }: Delivery,
): Promise<Written | 'noLink' | undefined> {
  const proposal = await queries.findProposal(db, proposalId)
  const company = await findCompany(db)
  if (!proposal || !company) return undefined
  const { number, evidence, copyKey } = proposal
  if ((kind === 'signed') !== (evidence !== null)) return undefined
  // A new link may come with a later email. Read after the proposal, so that both are seen or none.
  if (kind === 'offer' && (await queries.isFollowedByOffer(db, { id, proposalId })))
    return undefined
  const works = isShown(proposal, dayIn(company.timeZone, now), now)
  const path = works ? linkPathOf(proposal, secret) : undefined
  const link = path && publicUrl + path
  const copy = evidence ? await readCopy(files, proposal, MAX_ATTACHED) : undefined
  const awaitsCopy = evidence !== null && copyKey === null
  if (!link && !copy && !awaitsCopy) return works ? 'noLink' : undefined
  const words = evidence
    ? signedWords(proposal, company, evidence, { isAttached: copy !== undefined, link })
    : offerWords(proposal, company, link ?? '')
  const letter: Letter = {
    ...words,
    address,
    company,
    sender: await findSender(db, proposal.sentById),
    // A retry with a new link gets another id: mail programs hide an email whose id they have.
    messageId: `${id}.${proposal.linkMadeAt.getTime()}`,
    ...(copy && { attachment: { filename: `${number}.pdf`, content: copy } }),
    // Nobody has pressed a button for the copy.
    isAutomatic: evidence !== null,
  }
  return { email: letterEmail(letter, publicUrl), awaitsCopy }
}

/** Notes what became of an email in the history of its proposal. */
export async function noteEmail(
  db: Db,
  { proposalId, letter, address }: Delivery,
  noted: EmailOutcome,
) {
  const { kind } = noted
  const copy = letter === 'signed' ? `Signed copy to ${address}` : null
  // The address of an offer is in the event before.
  const note = noted.kind === 'emailed' ? copy : `${copy ?? address}: ${noted.reason}`
  await queries.insertHappening(db, { proposalId, kind, actorId: null, note })
  await publish(db, null, { name: `proposal.${kind}`, subjectId: proposalId })
}
