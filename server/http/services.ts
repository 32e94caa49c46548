import type { Passwords } from '../access/auth/passwords.ts'
import type { BackupRunner } from '../app/backup/nightly.ts'
import type { Delivery } from '../app/delivery/worker.ts'
import type { Live } from '../events/hub.ts'
import type { Cards } from '../features/cardPayments/cards.ts'
import type { PhotoRenditions } from '../features/photos/renditions.ts'
import type { Db } from '../platform/db/handle.ts'
import type { Database } from '../platform/db/open.ts'
import type { FileStore } from '../platform/files/store.ts'
import type { Mailer } from '../platform/mail/mail.ts'
import type { Settings } from '../platform/settings.ts'

/** Stores the files of the sample company, before any transaction is open. */
export type PrepareSample = (
  services: Pick<Services, 'files' | 'settings'>,
  options: { readonly now: Date; readonly timeZone: string },
) => Promise<PreparedSample>

export interface PreparedSample {
  /** Adds the sample rows in the caller's transaction. */
  load(db: Db, ownerId: string): Promise<unknown>
  /** Deletes the files when the transaction failed. */
  undo(): Promise<unknown>
}

/**
 * The code that setup requires unless the request comes from the machine itself. Only the operator
 * of the server can read what it prints.
 */
export interface SetupCode {
  /** Prints the code the first time it is called. */
  show(): void
  /** Whether this is the code, ignoring case and punctuation. */
  matches(typed: string): boolean
}

/** The dependencies of the application. Nothing in it uses a global. */
export interface Services {
  readonly database: Database
  readonly settings: Settings
  readonly files: FileStore
  readonly renditions: PhotoRenditions
  /** Makes backups on request. */
  readonly backups: Pick<BackupRunner, 'startNow' | 'makeNow'>
  /** The clock. Tests pass their own. */
  readonly now: () => Date
  /** Notifies browsers about changes. */
  readonly live: Live
  /** Undefined if SMTP is not configured. */
  readonly mail: Mailer | undefined
  /** Sends notifications by email and push. */
  readonly delivery: Delivery
  /** Undefined where no cards are taken. */
  readonly cards: Cards | undefined
  readonly passwords: Passwords
  /** Whether an address belongs to a known push service. */
  readonly isPushService: (endpoint: URL) => boolean
  /** Whether other machines can reach the server, directly or through a proxy. */
  readonly isPublic: boolean
  /** Whether a proxy was noticed that TRUST_PROXY does not name. */
  readonly proxy: { isUntrusted: boolean }
  /** The code that setup requires, except on the machine itself. */
  readonly setupCode: SetupCode
  /** Prepares the sample company for setup. Undefined if it is not offered. */
  readonly prepareSample: PrepareSample | undefined
}
