import type { Log } from './db/log.ts'
import type { MailProblem } from './mail/problem.ts'

/** Milliseconds before emails are sent again after the mail server took none: the first time, and at most. */
const PAUSE = 2_000
const LONGEST_PAUSE = 300_000
/** So many emails in a row that are not taken are no matter of each of them. */
const MOST_IN_A_ROW = 10

/**
 * When this node sends emails again after a mail server could not be reached or took none. It counts by a clock that nobody sets, and
 * the pause doubles until one is taken.
 */
export class Backoff {
  #pause = PAUSE
  #until = 0
  #row = 0
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Milliseconds until emails are sent again; 0 where they are. */
  get left(): number {
    return Math.max(0, this.#until - performance.now())
  }

  succeeded() {
    this.#pause = PAUSE
    this.#row = 0
  }

  /** Begins a pause where the problem concerns all emails. Those that fail at the same time are one problem. @returns what is left of it */
  failed({ concerns, message }: MailProblem): number {
    this.#row += 1
    const isOfServer = concerns === 'server' || this.#row > MOST_IN_A_ROW
    if (!isOfServer || this.left > 0) return this.left
    this.#until = performance.now() + this.#pause
    this.#log.warn(
      `Emails about notifications wait, and are tried again in ${this.#pause / 1000} s: ${message}`,
    )
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE)
    return this.left
  }
}
