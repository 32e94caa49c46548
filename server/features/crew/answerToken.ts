import { timingSafeEqual } from 'node:crypto'
import type { CrewDay } from '@plumbline/contract/crew.ts'
import { derivedToken } from '../../access/auth/tokens.ts'

type Day = Pick<CrewDay, 'id' | 'subcontractorId' | 'assignedDate'>

const FORM = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[\w-]{43}$/

/** The id of the crew day that a token names; undefined for an invalid token. */
export const dayIdOf = (token: string): string | undefined => FORM.exec(token)?.slice(1).join('-')

/**
 * The token in the link with which a sub answers a crew day without signing in. It stops working
 * when the day moves or another sub gets it. At most a hundred characters, as a path parameter.
 */
export function answerToken({ id, subcontractorId, assignedDate }: Day, secret: string): string {
  const proof = derivedToken('crewDay', `${id} ${subcontractorId}`, new Date(assignedDate), secret)
  return `${id.replaceAll('-', '')}${proof}`
}

/** Whether a token is the one of this crew day. */
export function isAnswerToken(token: string, day: Day, secret: string): boolean {
  const [given, right] = [Buffer.from(token), Buffer.from(answerToken(day, secret))]
  return given.length === right.length && timingSafeEqual(given, right)
}

export const answerPath = (token: string) => `/api/crew-day/${token}`
