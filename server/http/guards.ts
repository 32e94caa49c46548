import rateLimit from '@fastify/rate-limit'
import { Failure } from '@plumbline/contract/failures.ts'
import { type Action, mayEver } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hostName } from '../platform/loopback.ts'
import { perMinute } from './limits/rates.ts'
import type { Services } from './services.ts'
import { identify, type SignedIn } from './session.ts'
import { viewAs } from './viewAs.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person, if any. */
    person: SignedIn | null
    /** The id of their session, as stored (not the token in the cookie). */
    sessionId: string | null
    /**
     * When the person last proved their identity, by signing in or by entering their password
     * again.
     */
    confirmedAt: Date | null
    /** Whether the request needed a recent confirmation of their identity. */
    neededConfirmation: boolean
    /** Whether they still have to set up the second factor that the company requires. */
    lacksSecondFactor: boolean
    /** The ids of the events that this write has published so far. */
    publishedIds?: number[]
    /** Whether an admin is viewing as `person`. */
    isViewing: boolean
  }
  interface FastifyContextConfig {
    /** The action to check against the policy. A route below /api without one is a 404. */
    may?: Action | 'anyone'
    /**
     * Whether the route serves files to signed-in people. A screen loads dozens at once, so they do
     * not count against the rate limit.
     */
    isFile?: boolean
    /** Whether an admin who views as somebody may call this read. */
    isViewable?: boolean
    /** Whether a browser stores the reply for offline use. */
    keep?: Row['keep']
  }
}

/**
 * The most events of a write whose ids are sent with the reply. A tab recognizes its own events by
 * them, and does not read everything again.
 */
const MAX_EVENT_IDS = 50

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The origin as the browser sees it: the public address if it is set, else that of the request,
 * whose host has been checked.
 */
export function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`
}

/**
 * The origins whose pages may write: the public address, and the one that the request names.
 * Excludes http on the host of an https public address, since anybody in the network can serve a
 * page under that name.
 */
function ownOrigins(request: FastifyRequest, publicUrl: string | undefined): readonly string[] {
  const requested = `${request.protocol}://${request.host}`
  if (!publicUrl) return [requested]
  const { origin, protocol, hostname } = new URL(publicUrl)
  const isDowngrade = protocol === 'https:' && hostName(request.host) === hostname
  return isDowngrade ? [origin] : [origin, requested]
}

/** Refuses writes that another site started. Scripts send neither header, and pass. */
function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined) {
  if (SAFE.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreign = origin !== undefined && !ownOrigins(request, publicUrl).includes(origin)
  if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure('foreignOrigin')
}

/**
 * Whether one of our own pages leads here. Browsers report this on trusted origins. Over http, the
 * Referer does, which our pages always send to this site.
 */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { referer = '' } = request.headers
  return URL.canParse(referer) && ownOrigins(request, publicUrl).includes(new URL(referer).origin)
}

/** The role check: 401 if nobody is signed in, 403 for a role that may never do this. */
export function requireRole(action: Action | 'anyone', person: SignedIn | null) {
  if (action === 'anyone') return
  if (!person) throw new Failure('unauthorized')
  if (!mayEver(person.role, action)) throw new Failure('forbidden')
}

/**
 * The actions that an admin needs in order to set up a second factor: on their own account, and to
 * read the name of the company.
 */
const BEFORE_SECOND_FACTOR = new Set(['anyone', 'account.read', 'account.change', 'settings.read'])

/**
 * Refuses (403) everything but setting up a second factor to an admin who lacks the one that the
 * company requires.
 */
export function requireSecondFactor(action: Action | 'anyone', request: FastifyRequest) {
  if (request.lacksSecondFactor && !BEFORE_SECOND_FACTOR.has(action))
    throw new Failure('secondFactorRequired')
}

/**
 * Adds the hooks that every call below /api passes before its body is read: origin, session, rate
 * limit, viewing as somebody, role. Denies by default.
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
    const isFew = publishedIds.length > 0 && publishedIds.length <= MAX_EVENT_IDS
    if (isFew && reply.statusCode < 300) reply.header('x-event-ids', publishedIds.join(' '))
  })
  await api.register(rateLimit, { global: false })
  const calls = api.rateLimit({
    ...perMinute,
    max: settings.rateCalls,
    allowList: (request) => request.routeOptions.config.isFile === true,
    keyGenerator: (request) => request.person?.id ?? request.ip,
  })
  api.addHook('onRequest', async (request) => requireSameOrigin(request, settings.publicUrl))
  api.addHook('onRequest', async (request, reply) => identify(services, request, reply))
  api.addHook('onRequest', calls)
  api.addHook('onRequest', async (request) => {
    const { may } = request.routeOptions.config
    if (may === undefined) throw new Failure('notFound')
    requireSecondFactor(may, request)
    // After the rate limit, which counts for the admin.
    await viewAs(services.database.db, request)
    requireRole(may, request.person)
  })
}
