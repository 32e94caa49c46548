import type { Passwords } from '../access/auth/passwords.ts'
import type { Delivery } from '../app/delivery/worker.ts'
import type { Live } from '../events/hub.ts'
import type { Source } from '../events/recordAudit.ts'
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
  /** Adds the sample rows, in the caller's transaction. */
  load(db: Db, ownerId: string): Promise<unknown>
  /** Deletes the files again, when the transaction failed. */
  undo(): Promise<unknown>
}

/** The code that setup asks for unless the request comes from the machine itself: only its operator can read what is printed. */
export interface SetupCode {
  /** Prints it, unless that was done. */
  show(): void
  /** Whether this is it, however it is typed. */
  fits(typed: string): boolean
}

/** What the application works with; nothing in it uses a global. */
export interface Services {
  readonly database: Database
  readonly settings: Settings
  readonly files: FileStore
  readonly renditions: PhotoRenditions
  /** Makes a backup in the background, on request. */
  readonly backups: { startNow(by: Pick<Source, 'person' | 'ip'>): Promise<void> }
  /** The clock; tests pass their own. */
  readonly now: () => Date
  /** Tells browsers what has changed. */
  readonly live: Live
  /** Undefined where SMTP is not configured. */
  readonly mail: Mailer | undefined
  /** Sends notifications by email and push. */
  readonly delivery: Delivery
  readonly passwords: Passwords
  /** Whether an address is one of a push service that is known. */
  readonly isPushService: (endpoint: URL) => boolean
  /** Whether other machines can reach the server, directly or through a proxy. */
  readonly isPublic: boolean
  /** The code that setup asks for, except on the machine itself. */
  readonly setupCode: SetupCode
  /** Prepares the sample company for setup; undefined where it is not offered. */
  readonly prepareSample: PrepareSample | undefined
}
