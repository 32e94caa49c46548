/** True for an error of the operating system (or of Postgres) that carries one of these codes. */
export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** True for an error of the operating system, such as of a file that cannot be written. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}

/** The innermost cause of an error (Drizzle wraps the driver's). */
export function causeOf(error: Error): Error & { code?: string; detail?: string } {
  return error.cause instanceof Error ? causeOf(error.cause) : error
}

/** Classes of Postgres errors whose messages quote values: data, and what a trigger raises. */
const QUOTING = /^(22|P0|XX000)/
const NOT_SHOWN = 'The message may quote data and is not shown'

/**
 * The message of an error without anything that a person wrote: drivers put the values of a statement, a refused row or the
 * text that could not be parsed into theirs.
 */
export function safeMessage(error: Error): string {
  const { message } = error
  const facts = error as Error & { code?: unknown; query?: unknown; severity?: unknown }
  // Drizzle's: the statement, and then its parameters.
  if (typeof facts.query === 'string' && 'params' in error) return `Failed query: ${facts.query}`
  if (facts.severity !== undefined && QUOTING.test(String(facts.code))) return NOT_SHOWN
  if (error instanceof SyntaxError) return NOT_SHOWN
  // A mail server quotes the address, and sometimes the email.
  if ('responseCode' in error)
    return `The mail server answered ${String(error.responseCode).slice(0, 3)}`
  // Node shows the value that it did not expect.
  return message.replace(/\bReceived\b.*/s, 'Received another value')
}

/** Why something failed, in one line that is safe to log; of what wraps a driver's error, the driver's. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  return safeMessage('query' in error ? causeOf(error) : error)
}
