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

/** The message of whatever was thrown. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
