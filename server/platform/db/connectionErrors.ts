import { isCode } from '../systemError.ts'

/**
 * Whether an error means that the database could not be reached or the connection broke, so that it
 * makes sense to try again later (a 503). False for errors of the statement itself. Looks through
 * wrappers such as those of Drizzle.
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

/** Whether a Unix socket does not exist yet. Other missing files do not concern the database. */
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
/**
 * Connection failures; shut down by an administrator or after a crash; starting up; out of memory
 * or connections.
 */
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
/** Messages of errors of the `pg` client that have no code. */
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/
