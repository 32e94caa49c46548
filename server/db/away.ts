import { isCode } from '../systemError.ts'

/**
 * True when an error means that the database could not be reached or broke off, so that trying again later makes sense
 * (a 503); false for everything that is wrong with the statement itself. Looks through wrappers, Drizzle's among them.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  return (
    isCode(error, ...network, ...postgres) ||
    said.test(error.message) ||
    (error.cause !== undefined && isAway(error.cause))
  )
}

const network = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** Connection failures; shut down by an administrator or after a crash; starting up; out of disk, memory, connections. */
const postgres = [
  '08000',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53000',
  '53100',
  '53200',
  '53300',
]
/** What `pg` says without a code. */
const said =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/
