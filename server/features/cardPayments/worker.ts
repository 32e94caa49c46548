import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { reason } from '../../platform/systemError.ts'
import type { CardParts, Cards } from './cards.ts'
import { findMissed, handleEvent } from './handle.ts'
import * as queries from './queries.ts'
import { endSession, settleKnown } from './settle.ts'
import { openStripe } from './stripe.ts'

/** Events within this time lead to one check, in milliseconds. */
const BATCH_WINDOW_MS = 500

type WorkerParts = Omit<CardParts, 'stripe' | 'settings'> & {
  readonly settings: Pick<Settings, 'sessionSecret' | 'smtp' | 'publicUrl' | 'stripe'>
  readonly log: Log
}

/**
 * Takes cards through Stripe; undefined where no account is set up. Pages that have come to an end
 * are looked for each minute and after every event; payments that are processing, and events that
 * did not arrive, each hour.
 */
export function openCards({ log, settings, ...others }: WorkerParts): Cards | undefined {
  if (!settings.stripe) return undefined
  const stripe = openStripe(settings.stripe)
  const parts = { ...others, settings, stripe }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isClosing = false
  /** Whether something may have changed during a check. */
  let isStale = false

  /** Works on attempts or events one after the other. One that fails does not stop the others. */
  async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
    for (const one of all) {
      if (isClosing) return
      await work(one).catch((error: unknown) =>
        log.warn(`A card payment could not be checked: ${reason(error)}`),
      )
    }
  }

  const endStale = async () =>
    each(await queries.findStale(parts.db, parts.now()), ({ id, stripeId }) =>
      // Without a page, the program was stopped before Stripe had answered.
      stripeId === null ? queries.expireUnopened(parts.db, id) : endSession(parts, stripeId),
    )

  const settleProcessing = async () =>
    each(await queries.findProcessing(parts.db), async ({ stripeId }) => {
      if (stripeId !== null) await settleKnown(parts, stripeId)
    })

  const handleMissed = async () =>
    each(await findMissed(parts), (event) => handleEvent(parts, event))

  /** The checks that find out what no event has reported. */
  async function checkAll() {
    await settleProcessing()
    await handleMissed()
  }

  async function run(work: () => Promise<void>) {
    await work().catch((error: unknown) =>
      log.warn(`Card payments could not be checked: ${reason(error)}`),
    )
  }

  function check() {
    clearTimeout(timer)
    timer = undefined
    if (working) {
      isStale = true
      return
    }
    isStale = false
    working = run(endStale).finally(() => {
      working = undefined
      if (isStale) later()
    })
  }

  function later() {
    if (!isClosing) timer ??= setTimeout(check, BATCH_WINDOW_MS).unref()
  }

  const everyMinute = setInterval(check, MINUTE_MS).unref()
  const everyHour = setInterval(() => void run(checkAll), HOUR_MS).unref()

  return {
    stripe,
    webhookSecret: settings.stripe.webhookSecret,
    wake: later,
    async sweep() {
      await endStale()
      await checkAll()
    },
    async close() {
      isClosing = true
      clearInterval(everyMinute)
      clearInterval(everyHour)
      clearTimeout(timer)
      await working
    },
  }
}
