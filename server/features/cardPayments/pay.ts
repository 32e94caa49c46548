import { isCardAmount } from '@plumbline/contract/cardStates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { countCall } from '../../http/limits/rates.ts'
import type { Services } from '../../http/services.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type FoundInvoice, lockInvoice, owedOf } from '../invoices/queries.ts'
import type { CardParts } from './cards.ts'
import * as queries from './queries.ts'
import { endSession } from './settle.ts'
import { reaching } from './stripe.ts'

/** The dependencies of card payments. Fails with 409 where no cards are taken. */
export function requireCards({ database, cards, settings, now, delivery }: Services): CardParts {
  if (!cards) throw new Failure('cardsOff')
  const { db } = database
  return { db, stripe: cards.stripe, settings, now, onQueued: delivery.wake }
}

/**
 * The time that a page is open, in milliseconds. Stripe takes no less than half an hour by its own
 * clock.
 */
const LIFETIME_MS = 35 * MINUTE_MS
/** The most pages of an invoice in a minute. */
const MAX_PAGES = 10

/** Finds and locks the invoice that a person may pay; undefined if there is none. */
type FindPayable = (db: Db) => Promise<FoundInvoice | undefined>

/** The addresses to which Stripe returns. `success` gets the id of the session. */
interface Returns {
  readonly success: string
  readonly cancel: string
}

/** Fails with 409 for an invoice that cannot be paid by card now. */
function requirePayable(invoice: FoundInvoice) {
  if (invoice.processing !== null) throw new Failure('cardProcessing')
  if (!isCardAmount(owedOf(invoice))) throw new Failure('notPayable')
}

interface Attempt {
  readonly session: queries.CardSession
  readonly invoice: FoundInvoice
}

/** A page of the invoice that is open, which has to be ended first. */
interface OpenPage {
  readonly openId: string
}

/** The attempt that is made now, unless a page is open. Fails with 409 as `startPayment`. */
async function attempt(
  { db, now }: CardParts,
  find: FindPayable,
): Promise<Attempt | OpenPage | undefined> {
  return inTransaction(db, async (tx) => {
    const invoice = await find(tx)
    if (!invoice) return undefined
    requirePayable(invoice)
    const open = await queries.findOpen(tx, invoice.id)
    if (open?.stripeId) return { openId: open.stripeId }
    await countCall(tx, `card:${invoice.id}`, MAX_PAGES, now())
    // It is being opened for somebody else, who gets no page then.
    if (open) await queries.updateSession(tx, open.id, { state: 'expired' })
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
    const made = { invoiceId: invoice.id, amount: owedOf(invoice), expiresAt, createdAt }
    return { session: await queries.insertSession(tx, made), invoice }
  })
}

/** Opens the page of an attempt at Stripe. A call that is repeated opens one page. */
async function openPage(
  parts: CardParts,
  { session: { id, invoiceId, attempt: count, amount, expiresAt }, invoice }: Attempt,
  { success, cancel }: Returns,
) {
  const stripe = await parts.stripe()
  const name = `Invoice ${invoice.number}`
  const metadata = { invoice: invoiceId }
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      submit_type: 'pay',
      // The amount is that of the invoice, in its currency.
      adaptive_pricing: { enabled: false },
      client_reference_id: id,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: amount, product_data: { name } },
        },
      ],
      expires_at: Math.floor(expiresAt.getTime() / 1000),
      ...{ success_url: success, cancel_url: cancel, metadata },
      payment_intent_data: { description: name, metadata },
    },
    { idempotencyKey: `${invoiceId}:${amount}:${count}` },
  )
}

/**
 * Notes the page of an attempt, unless the invoice was paid or changed while it was opened.
 * @returns whether it can be paid
 */
const notePage = (
  { db }: CardParts,
  { session: { id, invoiceId, amount } }: Attempt,
  stripeId: string,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId)
    const session = await queries.findSession(tx, id)
    if (session?.state === 'open') await queries.updateSession(tx, id, { stripeId })
    return session?.state === 'open' && invoice !== undefined && owedOf(invoice) === amount
  })

/** The failure that asks to try again soon. */
const tryAgain = () => new Failure('stripeUnavailable', { retryAfter: 5 })

/** The most pages that are ended for one, where several people open them at once. */
const MAX_ENDED = 3

async function start(parts: CardParts, find: FindPayable, returns: Returns) {
  let made = await attempt(parts, find)
  for (let ended = 0; made !== undefined && 'openId' in made; ended++) {
    if (ended === MAX_ENDED) throw tryAgain()
    await endSession(parts, made.openId)
    made = await attempt(parts, find)
  }
  if (made === undefined) return undefined
  const { id: stripeId, url } = await openPage(parts, made, returns)
  if (url === null) throw tryAgain()
  if (await notePage(parts, made, stripeId)) return url
  await endSession(parts, stripeId)
  throw new Failure('notPayable')
}

/**
 * Opens a page at Stripe on which what is owed of an invoice is paid by card. The page before it
 * ends. Fails with 409 if nothing can be paid now, and with 503 where Stripe cannot be reached.
 * @returns its address; undefined if the invoice is not found
 */
export const startPayment = (
  parts: CardParts,
  find: FindPayable,
  returns: Returns,
): Promise<string | undefined> => reaching(start(parts, find, returns))
