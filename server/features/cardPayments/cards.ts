import type Stripe from 'stripe'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'

/** Takes cards through an account at Stripe. */
export interface Cards {
  /** The client of Stripe's API. */
  readonly stripe: () => Promise<Stripe>
  /** The secret under which Stripe signs its events. */
  readonly webhookSecret: string
  /** Schedules a check for pages on which another amount is paid than is owed by now. */
  wake(): void
  /** Checks these pages now, and payments that are processing; for tests. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** The dependencies of a step of a card payment. */
export interface CardParts {
  readonly db: Db
  readonly stripe: Cards['stripe']
  readonly settings: Pick<Settings, 'sessionSecret' | 'smtp' | 'publicUrl'>
  readonly now: () => Date
  /** Called when an email was queued. */
  readonly onQueued: () => void
}

/** Stands for the id of the session in the address to which Stripe returns. */
export const SESSION_ID = '{CHECKOUT_SESSION_ID}'
