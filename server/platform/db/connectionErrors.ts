import { isCode } from '../systemError.ts'

/**
 * True when an error means that the database could not be reached or the connection broke, so that trying again later
 * makes sense (a 503); false for everything that is wrong with the statement itself. Looks through wrappers such as
 * Drizzle's.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isConnectionError)) return true
  return (
    isCode(error, ...networkCodes, ...postgresCodes) ||
    isMissingSocket(error) ||
    pgMessages.test(error.message) ||
    (error.cause !== undefined && isConnectionError(error.cause))
  )
}

/** A Unix socket that is not there yet. Any other missing file is not the database's. */
const isMissingSocket = (error: Error) =>
  isCode(error, 'ENOENT') && 'syscall' in error && error.syscall === 'connect'

const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** Connection failures; shut down by an administrator or after a crash; starting up; out of memory, connections. */
const postgresCodes = [
  '08000',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53000',
  '53200',
  '53300',
]
/** Errors of the `pg` client that carry no code. */
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/
