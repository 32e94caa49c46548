import type { Db } from '../db/handle.ts'
import type { Database } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Settings } from '../settings.ts'

/** Makes the files of the invented company durable, before any transaction is open. */
export type PrepareSample = (
  services: Pick<Services, 'files' | 'settings'>,
  options: { readonly now: Date; readonly timeZone: string },
) => Promise<PreparedSample>

export interface PreparedSample {
  /** Fills the company of an admin, in the caller's transaction. */
  load(db: Db, ownerId: string): Promise<unknown>
  /** Takes the files back, when the transaction failed. */
  undo(): Promise<unknown>
}

/** What the application is handed; nothing in it reaches for a global. */
export interface Services {
  readonly database: Database
  readonly settings: Settings
  readonly files: FileStore
  /** The clock, so that expiry can be tested by passing another. */
  readonly now: () => Date
  /** Undefined where no mail can be sent. */
  readonly mail: Mailer | undefined
  /** What set-up asks for, where the server can be reached from other machines. */
  readonly setupCode: string | undefined
  /** Fills a company that was just set up with the invented one; undefined where there is none. */
  readonly prepareSample: PrepareSample | undefined
}
