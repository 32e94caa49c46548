/** Whether it is an error of the operating system or of Postgres with one of these codes. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Whether it is an error of the operating system, such as for a file that cannot be written. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}

/** The innermost cause of an error (Drizzle wraps the driver's). */
export function causeOf(error: Error): Error & { code?: string; detail?: string } {
  return error.cause instanceof Error ? causeOf(error.cause) : error
}

/**
 * Postgres error classes whose messages quote values: data errors, and errors raised by a trigger.
 */
const QUOTING_CLASSES = /^(22|P0|XX000)/
const HIDDEN_MESSAGE = 'The message may quote data and is not shown'

/**
 * The message of an error without any user data. The messages of drivers contain the values of a
 * statement, a rejected row or the text that could not be parsed.
 */
export function safeMessage(error: Error): string {
  const { message } = error
  const facts = error as Error & { code?: unknown; query?: unknown; severity?: unknown }
  // Drizzle: the statement, followed by its parameters.
  if (typeof facts.query === 'string' && 'params' in error) return `Failed query: ${facts.query}`
  if (facts.severity !== undefined && QUOTING_CLASSES.test(String(facts.code)))
    return HIDDEN_MESSAGE
  if (error instanceof SyntaxError) return HIDDEN_MESSAGE
  // A mail server quotes the address, and sometimes the email.
  if ('responseCode' in error)
    return `The mail server answered ${String(error.responseCode).slice(0, 3)}`
  // Node quotes the unexpected value.
  return message.replace(/\bReceived\b.*/s, 'Received another value')
}

/**
 * The reason something failed, in one line that is safe to log. For an error that wraps one of a
 * driver, the reason of the inner error.
 */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  return safeMessage('query' in error ? causeOf(error) : error)
}
