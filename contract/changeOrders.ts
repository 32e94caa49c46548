import { z } from 'zod'
import { changeOrderStatuses } from './changeOrderStatuses.ts'
import { chosenPhotos } from './chosenPhotos.ts'
import { MAX_CENTS } from './money.ts'
import { enteredNumber } from './numbers.ts'
import { misspelledToo, pageQuery } from './page.ts'
import { PricedLine, taxRate } from './pricing.ts'
import { route } from './route.ts'
import { id, line, optionalText, text } from './text.ts'
import { amountInCents, lineAmount } from './totals.ts'

/** The most change orders of a job, and the most lines and photos of one. */
export const MAX_CHANGE_ORDERS = 200
export const MAX_CHANGE_LINES = 100
export const MAX_CHANGE_PHOTOS = 12
const MAX_DAYS_ADDED = 365

const status = z.enum(changeOrderStatuses)
/** Exact dollars as the API writes them, perhaps below zero. */
const dollars = z.string()
const cents = z.number().int()

/** A line of a change order; with a quantity below zero, it is a credit. */
const ChangeLine = PricedLine.omit({ chosen: true, allowance: true })
export type ChangeLine = z.output<typeof ChangeLine>

const fields = {
  title: line(200, 'Title is required'),
  /** Why the work changes, for the customer. */
  reason: optionalText(4000).default(null),
  lines: z
    .array(ChangeLine, 'Send a list of lines')
    .max(MAX_CHANGE_LINES, `At most ${MAX_CHANGE_LINES} lines`)
    .refine(
      (lines) =>
        lines.reduce((sum, one) => {
          const amount = amountInCents(lineAmount(one))
          return sum + (amount < 0n ? -amount : amount)
        }, 0n) <= BigInt(MAX_CENTS),
      'That is too much in all',
    )
    .default([]),
  /** Photos of the job, in the order in which the customer sees them. */
  photoIds: chosenPhotos(MAX_CHANGE_PHOTOS).default([]),
  /** In percent. */
  taxRate: taxRate.default('0'),
  /** The working days by which the job takes longer. */
  daysAdded: enteredNumber('Enter days')
    .int('Whole days only')
    .min(0, `From 0 to ${MAX_DAYS_ADDED} days`)
    .max(MAX_DAYS_ADDED, `From 0 to ${MAX_DAYS_ADDED} days`)
    .default(0),
  /** Whether the end date of the job moves by these days when it is approved. */
  movesEnd: z.boolean('Must be true or false').default(true),
}

/** A change order as the office writes it. */
export const ChangeOrderDraft = z.object(fields, 'Send the change order as an object')
export type ChangeOrderDraft = z.output<typeof ChangeOrderDraft>

/** A change order that was found. */
const FoundChangeOrder = z.object({
  id,
  jobId: id,
  jobName: z.string(),
  number: z.number().int(),
  /** For a client, the title as it was sent. */
  title: z.string(),
})
export type FoundChangeOrder = z.infer<typeof FoundChangeOrder>

export const ChangeOrderFilter = z.object({
  limit: pageQuery.limit,
  search: pageQuery.search,
  ...misspelledToo,
})
export type ChangeOrderFilter = z.output<typeof ChangeOrderFilter>

/** The contract of a job before and after a change: cents and calendar days. */
const Effect = z.object({
  amountBefore: cents,
  amountAfter: cents,
  endBefore: z.iso.date().nullable(),
  endAfter: z.iso.date().nullable(),
})
export type Effect = z.infer<typeof Effect>

/** A change order for the office, with its costs. */
export const ChangeOrder = z.object({
  ...fields,
  id,
  jobId: id,
  jobName: z.string(),
  /** Counted by job. */
  number: z.number().int(),
  status,
  /** The total of the lines with tax. */
  total: dollars,
  /** The change to the contract as drafted; null once it is approved. */
  effect: Effect.nullable(),
  /** Whether the draft is another one than the version that was sent last. */
  differsFromSent: z.boolean(),
  /** The person of the office who approved it for the customer, and how the customer said yes. */
  acceptedByName: z.string().nullable(),
  acceptNote: z.string().nullable(),
  /** The client who can answer it signed in. */
  clientName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  updatedAt: z.iso.datetime(),
})
export type ChangeOrder = z.infer<typeof ChangeOrder>

/** A change order in the contract of a job. */
const ContractChange = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  status,
  total: cents,
  daysAdded: z.number().int(),
  /** The last day to answer, while it waits. */
  lastDay: z.iso.date().nullable(),
  /** When the customer last looked at it, while it waits. */
  viewedAt: z.iso.datetime().nullable(),
  /** Who approved it, and when: the name that was signed, or the person of the office. */
  approvedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** The version that the customer has or had; of an approved one, the signed copy. */
  proposalId: id.nullable(),
})
export type ContractChange = z.infer<typeof ContractChange>

/** The contract of a job. Amounts in cents. */
export const Contract = z.object({
  /** The amount without the approved changes. */
  original: cents,
  approvedChanges: cents,
  current: cents,
  /** The changes that wait for an answer. */
  waiting: cents,
  daysAdded: z.number().int(),
  /** Whether it was signed or changed, so that the amount only changes by change orders. */
  isSigned: z.boolean(),
  /** The tax of a new change order in percent; null for the client. */
  newTaxRate: z.string().nullable(),
  /** The signed proposal that the job was made from. */
  proposal: z
    .object({ id, number: z.string(), signedBy: z.string(), signedAt: z.iso.datetime() })
    .nullable(),
  /** By number. A client does not see those that were never sent or were withdrawn. */
  changes: z.array(ContractChange),
})
export type Contract = z.infer<typeof Contract>

/** A photo of a change order. */
const OfferPhoto = z.object({
  /** The address of the picture. */
  url: z.string(),
  caption: z.string().nullable(),
  /** The day it was taken. */
  day: z.iso.date(),
  /** Pixels. */
  width: z.number().int(),
  height: z.number().int(),
})
export type OfferPhoto = z.infer<typeof OfferPhoto>

/** A change order as it was sent to the customer, without any cost. */
export const Offer = z.object({
  id,
  jobId: id,
  jobName: z.string(),
  number: z.number().int(),
  status,
  title: z.string(),
  reason: z.string().nullable(),
  sentByName: z.string().nullable(),
  photos: z.array(OfferPhoto),
  /** The last day to answer; null for one that the office approved without sending it. */
  lastDay: z.iso.date().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      details: z.string().nullable(),
      quantity: z.string(),
      unit: z.string().nullable(),
      unitPrice: z.string(),
      amount: dollars,
    }),
  ),
  taxName: z.string(),
  taxRate: z.string(),
  /** Zero without tax. */
  tax: dollars,
  total: dollars,
  daysAdded: z.number().int(),
  /** The change to the contract; null once it was answered. */
  effect: Effect.nullable(),
  /** The text to agree to. */
  consent: z.string(),
  /**
   * The version that is shown, and the hash of its content; null for one that the office approved
   * for the customer.
   */
  proposalId: id.nullable(),
  version: z.string().nullable(),
  /** The name that was signed, and when. */
  signedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** The name of the account, to sign with. */
  signer: z.string().nullable(),
})
export type Offer = z.infer<typeof Offer>

/** The signature of a client who is signed in. */
export const ApproveOffer = z.object(
  {
    name: line(200, 'Enter your name'),
    consent: z.literal(true, 'Please agree to sign electronically'),
    /** The total and the version that were shown. */
    total: z.string('Send the total').regex(/^-?\d{1,12}\.\d\d$/, 'Send the total'),
    version: z.string('Send the version').regex(/^[\da-f]{64}$/, 'Send the version'),
  },
  'Send the signature as an object',
)

export const DeclineOffer = z.object(
  { reason: optionalText(2000).default(null) },
  'Send the reason as an object',
)
export const AskAboutOffer = z.object(
  { question: text(2000, 'Write your question') },
  'Send the question as an object',
)

/** `note` says how the customer said yes, for the office alone. */
export const AcceptChangeOrder = z.object(
  { note: text(2000, 'Say how the customer said yes') },
  'Send the note as an object',
)

const path = '/api/change-orders/:id' as const

/** The most change orders in one list. */
export const CHANGE_ORDER_LIMIT = 100

export const changeOrderRoutes = {
  list: route({
    method: 'GET',
    path: '/api/change-orders',
    summary: `The change orders by number and title, newest first: the first ${CHANGE_ORDER_LIMIT}. A client reads those that were sent to them`,
    may: 'changeOrder.list',
    about: ['changeOrder'],
    keep: false,
    query: ChangeOrderFilter,
    reply: z.array(FoundChangeOrder),
  }),
  contract: route({
    method: 'GET',
    path: '/api/jobs/:id/contract',
    summary: 'The contract of a job: what was agreed, and its change orders',
    may: 'contract.read',
    about: ['changeOrder', 'bid'],
    keep: true,
    reply: Contract,
  }),
  create: route({
    method: 'POST',
    path: '/api/jobs/:id/change-orders',
    summary: 'Add a change order to a job, as a draft',
    may: 'changeOrder.write',
    body: ChangeOrderDraft,
    reply: ChangeOrder,
    status: 201,
    fails: ['tooManyChangeOrders'],
  }),
  one: route({
    method: 'GET',
    path,
    summary: 'A change order with its costs',
    may: 'changeOrder.read',
    about: ['changeOrder', 'photo'],
    keep: true,
    reply: ChangeOrder,
  }),
  update: route({
    method: 'PUT',
    path,
    summary: 'Replace a change order; what was sent stays as it is until it is sent again',
    may: 'changeOrder.write',
    body: ChangeOrderDraft,
    reply: ChangeOrder,
    fails: ['changeOrderApproved', 'stale'],
  }),
  remove: route({
    method: 'DELETE',
    path,
    summary: 'Delete a change order that was never sent',
    may: 'changeOrder.write',
    reply: z.void(),
    status: 204,
    fails: ['changeOrderSent'],
  }),
  accept: route({
    method: 'POST',
    path: `${path}/accept`,
    summary: 'Approve a change order that the customer accepted in another way; its link ends',
    may: 'changeOrder.write',
    body: AcceptChangeOrder,
    reply: ChangeOrder,
    status: 200,
    fails: [
      'changeOrderApproved',
      'contractBelowZero',
      'contractTooLarge',
      'nothingToSend',
      'stale',
    ],
  }),
  offer: route({
    method: 'GET',
    path: `${path}/offer`,
    summary: 'A change order as it was last sent to the customer',
    may: 'changeOrder.offer',
    about: ['changeOrder'],
    keep: true,
    reply: Offer,
  }),
  view: route({
    method: 'POST',
    path: `${path}/view`,
    summary: 'Note that the client of the job has a change order on screen',
    may: 'changeOrder.answer',
    reply: z.void(),
    status: 204,
  }),
  approve: route({
    method: 'POST',
    path: `${path}/approve`,
    summary: 'Sign a change order as the client of the job',
    may: 'changeOrder.answer',
    body: ApproveOffer,
    reply: Offer,
    status: 200,
    fails: ['proposalClosed', 'proposalChanged', 'contractBelowZero', 'contractTooLarge'],
  }),
  decline: route({
    method: 'POST',
    path: `${path}/decline`,
    summary: 'Decline a change order as the client of the job',
    may: 'changeOrder.answer',
    body: DeclineOffer,
    reply: Offer,
    status: 200,
    fails: ['proposalClosed'],
  }),
  ask: route({
    method: 'POST',
    path: `${path}/ask`,
    summary: 'Ask a question about a change order as the client of the job',
    may: 'changeOrder.answer',
    body: AskAboutOffer,
    reply: Offer,
    status: 200,
    fails: ['proposalClosed'],
  }),
}
