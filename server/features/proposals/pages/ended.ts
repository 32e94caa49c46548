import type { FastifyReply, FastifyRequest } from 'fastify'
import { send, sendFailure } from '../../../access/auth/pages/layout.ts'
import { companyBrand, findCompany } from '../../../access/company/queries.ts'
import { logged } from '../../../http/failures.ts'
import { countUnknownLink } from '../../../http/limits/attempts.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { endedPage, type Letterhead } from './frame.ts'

/** The most links that do not work which a network may try in a minute. */
const MAX_UNKNOWN = 30

/** The company as the head of the page of a link. */
export async function letterheadOf(db: Db): Promise<Letterhead> {
  const company = await findCompany(db)
  const { address = null, phone = null } = company ?? {}
  return { ...(await companyBrand(db)), address, phone }
}

/** Sends the page of a link that does not work: 404, or 429 after too many of them. */
export async function sendEnded(db: Db, now: Date, request: FastifyRequest, reply: FastifyReply) {
  const content = endedPage(await letterheadOf(db))
  try {
    await countUnknownLink(db, { ip: request.ip, most: MAX_UNKNOWN, now })
  } catch (error) {
    return sendFailure(reply, logged(request, error), content)
  }
  return send(reply, 404, content)
}
