import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { clearCookie, readCookie, setCookie } from '../../http/cookies.ts'
import { isFromOwnPage } from '../../http/guards.ts'
import type { Services } from '../../http/services.ts'
import { startSession } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { reason } from '../../platform/systemError.ts'
import { companyBrand } from '../company/queries.ts'
import { subjectOf } from '../people/names.ts'
import type { UserRow } from '../people/queries.ts'
import { type Claims, SIGN_IN_TIMEOUT_MS, singleSignOn } from './oidc.ts'
import { goTo, safeReturn, send } from './pages/layout.ts'
import { noticePage } from './pages/pages.ts'
import { findByEmail, findBySubject, setSubject } from './queries.ts'
import { consumeInvite, findInvitedByEmail, linkTo } from './service.ts'
import { signInSucceeded, singleSignOnFailed } from './signInAudit.ts'

const PATH = '/api/login/oidc'

/**
 * Finds the person for the claims of the provider, in the caller's transaction: by the linked
 * account, else by an address that the provider has verified, which links the account. An invited
 * person joins with it. Never adds a person.
 */
async function findOrLinkPerson(
  db: Db,
  request: FastifyRequest,
  { subject, verifiedEmail }: Claims,
  now: Date,
): Promise<UserRow | undefined> {
  const bySubject = await findBySubject(db, subject)
  if (bySubject) return bySubject.person
  if (verifiedEmail === undefined) return undefined
  const byEmail = await findByEmail(db, verifiedEmail)
  if (byEmail) {
    // The account is linked to another subject of the provider, so the address may have a new owner
    // there.
    if (byEmail.oidcSubject !== null) return undefined
    await setSubject(db, byEmail.person.id, subject, now)
    await recordAudit(db, request, linked(byEmail.person))
    return byEmail.person
  }
  const invited = await findInvitedByEmail(db, verifiedEmail, now)
  if (!invited || !(await consumeInvite(db, invited))) return undefined
  await setSubject(db, invited.id, subject, now)
  const joined = { actorId: invited.id, ...subjectOf(invited), detail: { role: invited.role } }
  await recordAudit(db, request, { action: 'person.joined', ...joined }, linked(invited))
  await publish(db, invited.id, { name: 'person.joined', subjectId: invited.id })
  return invited
}

const linked = (person: UserRow) =>
  ({ action: 'singleSignOn.linked', actorId: person.id, ...subjectOf(person) }) as const

/** The routes of single sign-on, if it is configured. */
export function oidcPages(api: FastifyInstance, services: Services) {
  const { settings, now, database } = services
  if (!settings.oidc) return
  const { db } = database
  const { label } = settings.oidc
  const provider = singleSignOn(settings.oidc, { secret: settings.sessionSecret, now })

  const notice = async (reply: FastifyReply, status: number, title: string, lead: string) =>
    send(reply, status, noticePage({ company: await companyBrand(db), title, lead }))

  api.get<{ Querystring: Record<string, unknown> }>(
    PATH,
    { config: { may: 'anyone' } },
    async (request, reply) => {
      const returnTo = safeReturn(request.query.returnTo)
      // The provider may sign a person in without asking, so only our own pages may lead to it.
      if (!isFromOwnPage(request, settings.publicUrl))
        return goTo(reply, `/api/login?returnTo=${encodeURIComponent(returnTo)}`)
      const back = linkTo(request, settings, `${PATH}/callback`)
      const started = await provider
        // A signed-in person comes here to prove their identity, so the provider has to ask them.
        .begin(back, returnTo, { again: request.person !== null })
        .catch((error: unknown) => {
          request.log.error({ err: error }, 'The sign-in provider could not be reached')
          return undefined
        })
      if (!started)
        return notice(
          reply,
          503,
          'Not reachable',
          `${label} does not answer right now. Try again in a moment.`,
        )
      setCookie(reply, settings, 'plumbline_oidc', {
        value: started.cookie,
        maxAge: SIGN_IN_TIMEOUT_MS / 1000,
      })
      return goTo(reply, started.address)
    },
  )

  api.get(`${PATH}/callback`, { config: { may: 'anyone' } }, async (request, reply) => {
    clearCookie(reply, settings, 'plumbline_oidc')
    const pending = provider.pending(readCookie(request, settings, 'plumbline_oidc'))
    const claims =
      pending &&
      (await provider
        .finish(new URL(linkTo(request, settings, request.url)), pending)
        .catch((error: unknown) => {
          request.log.warn(`Single sign-on failed: ${reason(error)}`)
          return undefined
        }))
    // Without a cookie there is no entry: any site can send a browser here.
    if (pending && !claims) await singleSignOnFailed(db, request)
    if (!pending || !claims)
      return notice(
        reply,
        401,
        'Not signed in',
        `Signing in with ${label} did not work. Try again.`,
      )
    const signedIn = await db.transaction(async (tx) => {
      const person = await findOrLinkPerson(tx, request, claims, now())
      if (!person) return false
      await startSession(tx, services, request, reply, person.id, claims.confirmedAt)
      await signInSucceeded(tx, request, person, 'singleSignOn')
      return true
    })
    if (signedIn) return goTo(reply, pending.returnTo)
    await singleSignOnFailed(db, request)
    return notice(
      reply,
      403,
      'No account found',
      `You have signed in with ${label}, but no account here has that address. Ask an admin of your company to invite you.`,
    )
  })
}
