import rateLimit from '@fastify/rate-limit'
import { Failure } from '@plumbline/contract/failures.ts'
import { type Action, mayEver } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostName } from '../platform/loopback.ts'
import type { Services } from './services.ts'
import { identify, type SignedIn } from './session.ts'
import { viewAs } from './viewAs.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, if anyone. */
    person: SignedIn | null
    /** The id of that person's session (as stored, not the cookie's token). */
    sessionId: string | null
    /** When the person last proved who they are, by signing in or by their password again. */
    confirmedAt: Date | null
    /** Whether what was asked for needed that they did so a short while ago. */
    neededConfirmation: boolean
    /** Whether that person still has to set up the second factor that the company asks for. */
    lacksSecondFactor: boolean
    /** The ids of the events that this write has published so far. */
    publishedIds?: number[]
    /** Whether an admin reads as `person`, who is somebody else then. */
    isViewing: boolean
  }
  interface FastifyContextConfig {
    /** The action to check with the policy; a route below /api without it is a 404. */
    may?: Action | 'anyone'
    /**
     * Serves a file to people who are signed in: a screen loads dozens at once, so they do not count
     * against the rate limit.
     */
    isFile?: boolean
    /** A read that is also served to an admin who views as somebody. */
    isViewable?: boolean
    /** Whether a browser keeps the reply for when it is offline. */
    keep?: Row['keep']
  }
}

/**
 * How many events a write may have published for their ids to be sent with the reply, by which a tab knows its own: it has
 * read everything again already.
 */
const MOST_IDS = 50

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The origin as the browser sees it: the public address if set, else that of the request, whose host is known. */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`
}

/**
 * The origins whose pages may write: the public address, and what the request calls the server. Not that over http where the
 * public address is https: anybody in the network can serve a page of that name.
 */
function ownOrigins(request: FastifyRequest, publicUrl: string | undefined): readonly string[] {
  const named = `${request.protocol}://${request.host}`
  if (!publicUrl) return [named]
  const { origin, protocol, hostname } = new URL(publicUrl)
  const isDowngrade = protocol === 'https:' && hostName(request.host) === hostname
  return isDowngrade ? [origin] : [origin, named]
}

/** Refuses writes that another site started; scripts, which send neither header, pass. */
function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined) {
  if (SAFE.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreign = origin !== undefined && !ownOrigins(request, publicUrl).includes(origin)
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure('foreignOrigin')
}

/**
 * Whether a page of ours leads here. Browsers say so themselves where the address is trusted; over http their Referer does,
 * which pages of ours always send to this site.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { referer = '' } = request.headers
  return URL.canParse(referer) && ownOrigins(request, publicUrl).includes(new URL(referer).origin)
}

/** The failure of a call beyond a rate. */
export const tooManyCalls = (_request: FastifyRequest, { ttl }: { ttl: number }) =>
  new Failure('tooMany', { retryAfter: Math.ceil(ttl / 1000) })

/** The role check: 401 for nobody, 403 for a role that never may. */
export function requireRole(action: Action | 'anyone', person: SignedIn | null) {
  if (action === 'anyone') return
  if (!person) throw new Failure('unauthorized')
  if (!mayEver(person.role, action)) throw new Failure('forbidden')
}

/** What an admin needs in order to set up a second factor: their own account, and the company's name. */
const BEFORE_SECOND_FACTOR = new Set(['anyone', 'account.read', 'account.change', 'settings.read'])

/** An admin who lacks the second factor that the company asks for may only set one up; anything else is a 403. */
export function requireSecondFactor(action: Action | 'anyone', request: FastifyRequest) {
  if (request.lacksSecondFactor && !BEFORE_SECOND_FACTOR.has(action))
    throw new Failure('secondFactorRequired')
}

/**
 * The hooks every call below /api passes before its body is read: origin, session, rate, whom it is viewed as, role. Deny
 * by default.
 */
export async function registerGuards(api: FastifyInstance, services: Services) {
  const { settings } = services
  api.decorateRequest('person', null)
  api.decorateRequest('sessionId', null)
  api.decorateRequest('confirmedAt', null)
  api.decorateRequest('neededConfirmation', false)
  api.decorateRequest('lacksSecondFactor', false)
  api.decorateRequest('isViewing', false)
  api.decorateRequest('publishedIds')
  api.addHook('onSend', async ({ publishedIds = [] }, reply) => {
    const isFew = publishedIds.length > 0 && publishedIds.length <= MOST_IDS
    if (isFew && reply.statusCode < 300) reply.header('x-event-ids', publishedIds.join(' '))
  })
  await api.register(rateLimit, { global: false })
  const calls = api.rateLimit({
    max: settings.rateCalls,
    timeWindow: 60_000,
    allowList: (request) => request.routeOptions.config.isFile === true,
    keyGenerator: (request) => request.person?.id ?? request.ip,
    errorResponseBuilder: tooManyCalls,
  })
  api.addHook('onRequest', async (request) => requireSameOrigin(request, settings.publicUrl))
  api.addHook('onRequest', async (request, reply) => identify(services, request, reply))
  api.addHook('onRequest', calls)
  api.addHook('onRequest', async (request) => {
    const { may } = request.routeOptions.config
    if (may === undefined) throw new Failure('notFound')
    requireSecondFactor(may, request)
    // After the rate, which counts for the admin.
    await viewAs(services.database.db, request)
    requireRole(may, request.person)
  })
}
