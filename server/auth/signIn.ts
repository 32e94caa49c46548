import { authRoutes } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance } from 'fastify'
import { readBody } from '../http/body.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { endSession, startSession } from '../http/session.ts'
import { toUser } from '../people/queries.ts'
import { companyName } from '../settings/queries.ts'
import { troubleOf } from './pages/form.ts'
import { goTo, safeReturn, send, sendFailure } from './pages/layout.ts'
import { setupPage, signInPage, signOutPage } from './pages/pages.ts'
import { checkPassword } from './passwords.ts'
import { findByEmail, stillStands } from './queries.ts'
import { opensToAll } from './sampleSignIn.ts'
import { setupNeeded } from './setupQueries.ts'
import { clearAccount, countAccount, countAddress } from './throttle.ts'

/** Signing in, who is signed in, signing out. */
export function signIn(serve: Serve) {
  serve(authRoutes.login, {
    // What was counted must stay counted when the sign-in fails.
    transaction: false,
    handle: async ({ db, body, now, services, request, reply }) => {
      await countAddress(db, { ip: request.ip, most: services.settings.rateSignIn, now })
      await countAccount(db, body.email, now)
      const known = await findByEmail(db, body.email)
      const hash = known?.passwordHash
      const fits = await checkPassword(hash, body.password)
      if (!known || !hash || !fits) throw new Failure('wrongCredentials')
      await db.transaction(async (tx) => {
        if (!(await stillStands(tx, known.person.id, hash))) throw new Failure('wrongCredentials')
        await clearAccount(tx, body.email)
        await startSession(tx, services, request, reply, known.person.id)
      })
      return toUser(known.person)
    },
    page: async ({ failure }, { db, request, reply, services }) => {
      const { email = '', returnTo } = readBody(request, true) as Record<string, string | undefined>
      if (!failure) return goTo(reply, safeReturn(returnTo))
      const company = await companyName(db)
      const oidc = services.settings.oidc?.label
      return sendFailure(
        reply,
        failure,
        signInPage({
          company,
          email,
          oidc,
          returnTo: safeReturn(returnTo),
          trouble: troubleOf(failure),
        }),
      )
    },
  })

  serve(authRoutes.me, { handle: async ({ person }) => toUser(person) })

  serve(authRoutes.logout, {
    handle: async ({ db, services, request, reply }) => endSession(db, services, request, reply),
    page: async (_outcome, { reply }) => goTo(reply, '/'),
  })
}

/** The pages a browser is sent to: `/api/login` and `/api/logout`. */
export function signInPages(api: FastifyInstance, services: Services) {
  const { settings, setupCode, prepareSample } = services
  const { db } = services.database

  api.get<{ Querystring: Record<string, unknown> }>(
    '/api/login',
    { config: { may: 'anyone' } },
    async (request, reply) => {
      const { role, returnTo } = request.query
      if (request.person) return goTo(reply, safeReturn(returnTo))
      if (await setupNeeded(db)) {
        return send(
          reply,
          200,
          setupPage({
            typed: {},
            asksCode: setupCode !== undefined,
            hasSample: prepareSample !== undefined,
          }),
        )
      }
      const company = await companyName(db)
      const open = await opensToAll(db, services, request)
      const view = {
        company,
        open,
        oidc: settings.oidc?.label,
        role: typeof role === 'string' ? role : undefined,
      }
      const note =
        request.query.done === 'password'
          ? 'Your new password is saved. Sign in with it.'
          : undefined
      return send(reply, 200, signInPage({ ...view, note, returnTo: safeReturn(returnTo) }))
    },
  )

  api.get('/api/logout', { config: { may: 'anyone' } }, async (request, reply) => {
    const site = request.headers['sec-fetch-site']
    if (request.person && (site === 'cross-site' || site === 'same-site')) {
      return send(reply, 200, signOutPage(await companyName(db)))
    }
    await endSession(db, services, request, reply)
    return goTo(reply, '/')
  })
}
