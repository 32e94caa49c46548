import { backoffDelay } from '@plumbline/contract/backoff.ts'
import type { Log } from './db/log.ts'
import type { MailProblem } from './mail/problem.ts'

/**
 * Milliseconds before emails are sent again after the mail server accepted none: the first delay
 * and the longest.
 */
const FIRST_DELAY_MS = 2_000
const MAX_DELAY_MS = 300_000
/** After more rejected emails in a row than this, the problem is assumed to concern the server. */
const MAX_FAILURES_IN_A_ROW = 10

/**
 * Pauses the emails of this node after a mail server could not be reached or accepted none. It uses
 * the monotonic clock, and the delay doubles until an email is accepted.
 */
export class Backoff {
  #pauses = 0
  #until = 0
  #failuresInRow = 0
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Milliseconds until emails are sent again; 0 if there is no pause. */
  get left(): number {
    return Math.max(0, this.#until - performance.now())
  }

  succeeded() {
    this.#pauses = 0
    this.#failuresInRow = 0
  }

  /**
   * Begins a pause if the problem concerns all emails. Emails that fail at the same time count as
   * one problem.
   * @returns the remaining pause in milliseconds
   */
  failed({ concerns, message }: MailProblem): number {
    this.#failuresInRow += 1
    const isOfServer = concerns === 'server' || this.#failuresInRow > MAX_FAILURES_IN_A_ROW
    if (!isOfServer || this.left > 0) return this.left
    const delay = backoffDelay(this.#pauses, FIRST_DELAY_MS, MAX_DELAY_MS)
    this.#pauses += 1
    this.#until = performance.now() + delay
    this.#log.warn(
      `Emails about notifications wait, and are tried again in ${delay / 1000} s: ${message}`,
    )
    return this.left
  }
}
