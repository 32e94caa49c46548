import { z } from 'zod'
import { day } from './dates.ts'
import { proposalEvents, proposalStatuses } from './proposalStatuses.ts'
import { route } from './route.ts'
import { id, optionalEmail, optionalText } from './text.ts'

/** An event of a proposal. */
const ProposalEvent = z.object({
  id,
  kind: z.enum(proposalEvents),
  /** The person of the company; null for the customer and for the program. */
  actorName: z.string().nullable(),
  /** A question, the reason of a refusal, or how the customer said yes. */
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type ProposalEvent = z.infer<typeof ProposalEvent>

/** The place of a photo in a version, counted from 1. */
export const photoPlace = z
  .string('Send the place of a photo')
  .regex(/^[1-9]\d?$/, 'Send the place of a photo')
  .default('1')
  .transform(Number)

/** A version of a bid or a change order as it was sent. */
export const Proposal = z.object({
  id,
  /** It is a version of a bid or of a change order. */
  bidId: id.nullable(),
  changeOrderId: id.nullable(),
  /** Such as `P-2026-0031`, the same for all versions of a bid; `Change order 3` of a job. */
  number: z.string(),
  version: z.number().int(),
  status: z.enum(proposalStatuses),
  /** Exact dollars, with the choices as they were sent. */
  total: z.string(),
  sentByName: z.string().nullable(),
  /** The address it was sent to; null where the link was copied. */
  sentTo: z.string().nullable(),
  sentAt: z.iso.datetime(),
  /** The last day on which it can be accepted, in the company's time zone. */
  lastDay: z.iso.date(),
  /** The hash of its content. */
  sha256: z.string(),
  /**
   * Whether the bid or the change order differs from it in any word that would be sent now. Only
   * the last version of a list can differ, while it waits for an answer or was declined.
   */
  differs: z.boolean(),
  /** Oldest first. */
  events: z.array(ProposalEvent),
  updatedAt: z.iso.datetime(),
})
export type Proposal = z.infer<typeof Proposal>

/** Exact dollars as the API writes them. */
const dollars = z
  .string('Must be text')
  .regex(/^-?\d{1,12}\.\d\d$/, 'Send dollars such as 52000.00')

/**
 * `email` is the address that it goes to; without one, its link is copied. A `total` that is not
 * the one of the bid any more is refused as stale.
 */
export const SendProposal = z.object(
  { email: optionalEmail.optional(), total: dollars.optional() },
  'Send the address as an object',
)
export type SendProposal = z.output<typeof SendProposal>

/** `note` says why, for the office alone. */
export const WithdrawProposal = z.object(
  { note: optionalText(2000).optional() },
  'Send the note as an object',
)

/**
 * `sendEmail` sends the new link to the address that the version was sent to, if there is one and
 * emails are sent here.
 */
const RenewLink = z
  .object(
    { sendEmail: z.boolean('Must be true or false').optional() },
    'Send the choice as an object',
  )
  .optional()
export type RenewLink = z.output<typeof RenewLink>

/** The path of the page that a customer opens; null once it has ended. */
const ProposalLink = z.object({ path: z.string().nullable() })

/** `lastDay` is the last day to answer, two weeks from now at first. */
export const SendChangeOrder = SendProposal.extend({ lastDay: day.optional() })
export type SendChangeOrder = z.output<typeof SendChangeOrder>

const bidProposals = '/api/pending-bids/:id/proposals' as const
const changeProposals = '/api/change-orders/:id/proposals' as const
const path = '/api/proposals/:id' as const

export const proposalRoutes = {
  list: route({
    method: 'GET',
    path: bidProposals,
    summary: 'The versions of a bid that were sent, newest first, with what happened to them',
    may: 'proposal.read',
    about: ['bid'],
    keep: true,
    reply: z.array(Proposal),
  }),
  send: route({
    method: 'POST',
    path: bidProposals,
    summary: 'Send a bid as it is now: a new version, which ends the link of the one before',
    may: 'proposal.send',
    body: SendProposal,
    reply: Proposal,
    status: 201,
    fails: ['bidDecided', 'nothingToSend', 'stale'],
  }),
  listOfChange: route({
    method: 'GET',
    path: changeProposals,
    summary: 'The versions of a change order that were sent, newest first',
    may: 'proposal.read',
    about: ['changeOrder'],
    keep: true,
    reply: z.array(Proposal),
  }),
  sendChange: route({
    method: 'POST',
    path: changeProposals,
    summary:
      'Send a change order as it is now: a new version, which ends the link of the one before',
    may: 'proposal.send',
    body: SendChangeOrder,
    reply: Proposal,
    status: 201,
    fails: [
      'changeOrderApproved',
      'contractBelowZero',
      'contractTooLarge',
      'nothingToSend',
      'stale',
    ],
  }),
  link: route({
    method: 'GET',
    path: `${path}/link`,
    summary: 'The link of a proposal that is open, or of a signed one while it works',
    may: 'proposal.send',
    about: ['bid', 'changeOrder'],
    keep: false,
    reply: ProposalLink,
  }),
  renewLink: route({
    method: 'POST',
    path: `${path}/renew-link`,
    summary: 'Make a new link of an open proposal; the one before no longer works',
    may: 'proposal.send',
    body: RenewLink,
    reply: ProposalLink,
    status: 200,
    fails: ['linkEnded'],
  }),
  withdraw: route({
    method: 'POST',
    path: `${path}/withdraw`,
    summary: 'Withdraw an open proposal: its link no longer works',
    may: 'proposal.send',
    body: WithdrawProposal,
    reply: Proposal,
    status: 200,
    fails: ['proposalClosed', 'stale'],
  }),
  page: route({
    method: 'GET',
    path: `${path}/document`,
    summary: 'A proposal as it was sent, as a page that can be printed',
    may: 'proposal.document',
    keep: false,
    query: z.object({ print: z.string().max(10).optional() }),
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
  photo: route({
    method: 'GET',
    path: `${path}/photo`,
    summary: 'A photo of a proposal as it was sent',
    may: 'proposal.document',
    keep: true,
    query: z.object({ place: photoPlace }),
    reply: z.void(),
    file: true,
  }),
  pdf: route({
    method: 'GET',
    path: `${path}/document.pdf`,
    summary: 'A proposal as it was sent, as a PDF',
    may: 'proposal.document',
    keep: false,
    reply: z.void(),
    file: true,
    fails: ['documentFailed'],
  }),
}
