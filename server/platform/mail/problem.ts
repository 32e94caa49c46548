import { reason } from '../systemError.ts'

/**
 * The scope of a rejection: the `server`, which accepts no emails at the moment; this `email`,
 * which may be accepted later; or its `recipient`, whom the server rejects permanently.
 */
export type ProblemScope = 'server' | 'email' | 'recipient'

/** The reason a mail server did not accept an email. */
export class MailProblem extends Error {
  override readonly name = 'MailProblem'
  readonly concerns: ProblemScope
  /**
   * The reply of the server, in one line. For admins only, never for the log, since it may quote
   * the address.
   */
  readonly reply: string

  constructor(message: string, concerns: ProblemScope, answer: string) {
    super(message)
    this.concerns = concerns
    this.reply = answer
  }
}

const MAX_REPLY_LENGTH = 300

/**
 * Replaces control characters, and others that a terminal or a page would not show as text, by
 * spaces.
 */
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REPLY_LENGTH)

interface TransportError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/**
 * The SMTP commands whose replies are about the recipient or the text, not about the connection.
 */
const EMAIL_COMMANDS = /^(RCPT TO|DATA)$/

/**
 * The scope of a reply of a mail server. Codes below 500 are temporary. Above, 5.1 and 5.2 are
 * about the address and its mailbox, and 5.7 is about permissions, such as to send through this
 * server at all. Without an enhanced code, a reply to the recipient command concerns the recipient.
 */
function scopeOf({
  code,
  command = '',
  responseCode,
  response = '',
}: TransportError): ProblemScope {
  if (code === 'EENVELOPE' && command === 'API') return 'recipient'
  if (responseCode === undefined || !EMAIL_COMMANDS.test(command)) return 'server'
  if (responseCode < 500) return 'email'
  const [, subject] = /^\d{3}[ -]\d\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? []
  if (subject === '1' || subject === '2') return 'recipient'
  return command === 'RCPT TO' && subject !== '7' ? 'recipient' : 'email'
}

/** The problem that a transport error stands for. */
export function problemOf(error: unknown): MailProblem {
  if (!(error instanceof Error)) return new MailProblem(reason(error), 'server', '')
  const failure = error as TransportError
  const concerns = scopeOf(failure)
  const isAddress = concerns === 'recipient' && failure.responseCode === undefined
  const answer = isAddress ? 'This is not a valid address' : oneLine(failure.response ?? '')
  return new MailProblem(reason(error), concerns, answer)
}
