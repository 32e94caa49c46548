import { reason } from '../systemError.ts'

/**
 * Whom it concerns that an email was not taken: the `server`, which takes none at all just now; this `email`, which may be taken
 * later; or its `recipient`, whom the server refuses for good.
 */
export type Concerned = 'server' | 'email' | 'recipient'

/** Why an email was not taken by the mail server. */
export class MailProblem extends Error {
  override readonly name = 'MailProblem'
  readonly concerns: Concerned
  /** What the server said, in one line: for admins, since it may quote the address. Never for the log. */
  readonly answer: string

  constructor(message: string, concerns: Concerned, answer: string) {
    super(message)
    this.concerns = concerns
    this.answer = answer
  }
}

const MOST_SHOWN = 300

/** Control characters and what a terminal or a page would show otherwise than as text become spaces. */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SHOWN)

interface Answered {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/** Answers to the recipient or the text, not to the connection before. */
const OF_EMAIL = /^(RCPT TO|DATA)$/

/**
 * Whom an answer of a mail server concerns. Codes below 500 pass. Above, 5.1 and 5.2 are about the address and its mailbox; 5.7
 * is about what is allowed, such as to send by this server at all, and without such a code what was said of the recipient counts.
 */
function concernedBy({ code, command = '', responseCode, response = '' }: Answered): Concerned {
  if (code === 'EENVELOPE' && command === 'API') return 'recipient'
  if (responseCode === undefined || !OF_EMAIL.test(command)) return 'server'
  if (responseCode < 500) return 'email'
  const [, subject] = /^\d{3}[ -]\d\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? []
  if (subject === '1' || subject === '2') return 'recipient'
  return command === 'RCPT TO' && subject !== '7' ? 'recipient' : 'email'
}

/** The problem that an error of the transport stands for. */
export function problemOf(error: unknown): MailProblem {
  if (!(error instanceof Error)) return new MailProblem(reason(error), 'server', '')
  const answered = error as Answered
  const concerns = concernedBy(answered)
  const isAddress = concerns === 'recipient' && answered.responseCode === undefined
  const answer = isAddress ? 'This is not a valid address' : oneLine(answered.response ?? '')
  return new MailProblem(reason(error), concerns, answer)
}
