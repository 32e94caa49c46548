import { authRoutes, type Credentials } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { User } from '@plumbline/contract/people.ts'
import type { FastifyInstance } from 'fastify'
import { clearAccount, countAccount } from '../../http/limits/attempts.ts'
import { tooMany } from '../../http/limits/rates.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { endSession } from '../../http/session.ts'
import { network } from '../../platform/network.ts'
import { companyBrand, findCompany } from '../company/queries.ts'
import { logoResponse } from '../company/service.ts'
import { toUser } from '../people/queries.ts'
import { CodeRequired, codeForm, finishSignIn, signInWithTicket } from './finishSignIn.ts'
import { signInAttempt } from './knownBrowser.ts'
import { formErrorsOf } from './pages/form.ts'
import { type AuthContext, formRoute } from './pages/formRoute.ts'
import { goTo, safeReturn, send, sendFailure } from './pages/layout.ts'
import { codePage, setupPage, signInPage, signOutPage } from './pages/pages.ts'
import { findByEmail, withCurrentHash } from './queries.ts'
import { allowsSampleSignIn } from './sampleSignIn.ts'
import { setupView } from './setupCode.ts'
import { setupNeeded } from './setupQueries.ts'
import { signInFailed } from './signInAudit.ts'

/** Signs the person in. Not in one transaction, since a failed attempt must stay counted. */
async function login(context: AuthContext, { email, password, code }: Credentials): Promise<User> {
  const { db, now, services, request } = context
  const { settings, passwords } = services
  const typed = signInAttempt(request, settings, email)
  const { wait, budgetWait } = await countAccount(db, typed, settings.rateSignIn, now)
  const account = await findByEmail(db, email)
  const hash = account?.passwordHash
  const matches = await passwords.matches(hash, password, network(request.ip))
  if (!account || !hash || !matches) {
    await signInFailed(db, request, account?.person, wait)
    throw budgetWait > 0 ? tooMany(budgetWait) : new Failure('wrongCredentials')
  }
  await clearAccount(db, typed, settings.rateSignIn)
  return finishSignIn(context, await withCurrentHash(db, passwords, account, password), code)
}

const logout = ({ db, services, request, reply }: AuthContext) =>
  endSession(db, services, request, reply)

/** Binds signing in, reading the signed-in person, and signing out. */
export function signIn(serve: Serve) {
  serve(authRoutes.login, {
    transaction: false,
    handle: (context) => login(context, context.body),
  })
  serve(authRoutes.me, { handle: async ({ person }) => toUser(person, person.role) })
  serve(authRoutes.logout, { handle: logout })
}

/** The forms of `/api/login` and `/api/logout`. */
export function signInForms(api: FastifyInstance, services: Services) {
  formRoute(api, services, authRoutes.login, {
    submit: login,
    done: ({ reply }, { returnTo }) => goTo(reply, safeReturn(returnTo)),
    failed: async ({ db, request, reply }, failure, { email = '', returnTo }) => {
      const company = await companyBrand(db)
      if (failure instanceof CodeRequired) {
        const { ticket } = failure
        return send(reply, 200, codePage({ company, ticket, returnTo: safeReturn(returnTo) }))
      }
      const oidc = services.settings.oidc?.label
      const errors = formErrorsOf(failure)
      const open = await allowsSampleSignIn(db, services, request)
      const view = { company, email, oidc, open, returnTo: safeReturn(returnTo), errors }
      return sendFailure(reply, failure, signInPage(view))
    },
  })
  formRoute(api, services, codeForm, {
    submit: signInWithTicket,
    done: ({ reply }, { returnTo }) => goTo(reply, safeReturn(returnTo)),
    failed: async ({ db, reply }, failure, { ticket = '', returnTo, with: method }) => {
      const company = await companyBrand(db)
      const view = { company, returnTo: safeReturn(returnTo), errors: formErrorsOf(failure) }
      const isRecovery = method === 'recoveryCode'
      if (failure.name !== 'unauthorized')
        return sendFailure(reply, failure, codePage({ ...view, ticket, isRecovery }))
      const oidc = services.settings.oidc?.label
      return sendFailure(reply, failure, signInPage({ ...view, oidc }))
    },
  })
  formRoute(api, services, authRoutes.logout, {
    submit: logout,
    done: ({ reply }) => goTo(reply, '/'),
    failed: ({ reply }) => goTo(reply, '/'),
  })
}

/** The pages of `/api/login` and `/api/logout` that a browser is redirected to. */
export function signInPages(pages: FastifyInstance, services: Services) {
  const { settings } = services
  const { db } = services.database

  pages.get<{ Querystring: Record<string, unknown> }>(
    '/api/login',
    { config: { may: 'anyone' } },
    async (request, reply) => {
      const { role, returnTo } = request.query
      if (request.person) return goTo(reply, safeReturn(returnTo))
      if (await setupNeeded(db)) {
        return send(reply, 200, setupPage({ typed: {}, ...setupView(services, request) }))
      }
      const company = await companyBrand(db)
      const open = await allowsSampleSignIn(db, services, request)
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

  // The pages show the logo and the name to anybody who opens them.
  pages.get('/api/login/logo', { config: { may: 'anyone' } }, async (request, reply) => {
    const company = await findCompany(db)
    if (!company) throw new Failure('notFound')
    const { status, headers, body } = await logoResponse(request, services.files, company)
    return reply.code(status).headers(headers).send(body)
  })

  pages.get('/api/logout', { config: { may: 'anyone' } }, async (request, reply) => {
    const site = request.headers['sec-fetch-site']
    if (request.person && (site === 'cross-site' || site === 'same-site')) {
      return send(reply, 200, signOutPage(await companyBrand(db)))
    }
    await endSession(db, services, request, reply)
    return goTo(reply, '/')
  })
}
