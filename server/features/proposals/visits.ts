import { Failure } from '@plumbline/contract/failures.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'

/** The time after which another view of the same document counts. */
const VIEW_MS = 30 * MINUTE_MS

/** Whether a view counts after the last one. */
export const isNewView = (last: Date | undefined, now: Date): boolean =>
  !last || now.getTime() - last.getTime() >= VIEW_MS

/** The kind of device of a view, from the name of the browser. */
export const deviceOf = (browser: string): string =>
  /Mobi/.test(browser) ? 'on a phone' : 'on a computer'

/** The most questions about a document: somebody who has more calls. */
const MAX_QUESTIONS = 50

/** Fails with 429 after too many questions about a document. */
export function requireFewQuestions(asked: number) {
  if (asked >= MAX_QUESTIONS) throw new Failure('tooMany', { retryAfter: 3600 })
}
