import { accountLinkRoutes, type NewPassword } from '@plumbline/contract/accountLinks.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../../events/recordAudit.ts'
import { countResetRequest, liftAccount } from '../../http/limits/attempts.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { passwordChangedEmail, resetEmail } from '../../platform/mail/emails.ts'
import { type Brand, companyBrand, companyName } from '../company/queries.ts'
import { subjectOf } from '../people/names.ts'
import { formErrorsOf } from './pages/form.ts'
import { type AuthContext, formRoute } from './pages/formRoute.ts'
import { goTo, send, sendFailure } from './pages/layout.ts'
import { forgotPage, forgotSentPage, noticePage, resetPage } from './pages/pages.ts'
import { requireStrongPassword } from './rules.ts'
import {
  consumeReset,
  createResetByEmail,
  findResetting,
  type ResetPerson,
  resetPath,
  setPassword,
} from './service.ts'
import { tokenOf } from './tokens.ts'

/**
 * Whether reset links are sent by email. A request can name a false host, so a link in an email
 * that anybody can trigger is only ever built from PUBLIC_URL.
 */
const sendsMail = ({ mail, settings }: Services) =>
  mail !== undefined && settings.publicUrl !== undefined

/**
 * Emails a link to set a new password, at most three times an hour. Runs the same statements for an
 * unknown address, and only records that a reset was requested.
 */
async function requestReset(
  { db, now, services, request }: AuthContext,
  { email }: { email: string },
): Promise<void> {
  const { settings, mail } = services
  await countResetRequest(db, { ip: request.ip, most: settings.rateSignIn, now })
  const company = await companyName(db)
  if (!sendsMail(services)) return
  const reset = await db.transaction(async (tx) => {
    const created = await createResetByEmail(tx, settings, email, now)
    await recordAudit(tx, request, {
      action: 'password.resetRequested',
      actorId: null,
      ...(created && subjectOf(created)),
    })
    return created
  })
  if (!reset?.token) return
  // Sent after the response, so that its duration reveals nothing.
  mail?.send(resetEmail(reset, company, `${settings.publicUrl}${resetPath(reset.token)}`))
}

/** Sets the new password of the person a reset link is for. */
async function resetPassword(
  { db, now, services, request }: AuthContext,
  person: ResetPerson,
  { password }: NewPassword,
): Promise<void> {
  await requireStrongPassword(db, person, password, 'password')
  const passwordHash = await services.passwords.hash(password)
  await db.transaction(async (tx) => {
    if (!(await consumeReset(tx, person.tokenHash, now))) throw new Failure('notFound')
    await setPassword(tx, person.id, passwordHash, now)
    if (person.email !== null) await liftAccount(tx, person.email)
    await recordAudit(tx, request, {
      action: 'password.reset',
      actorId: person.id,
      ...subjectOf(person),
    })
  })
  services.mail?.send(passwordChangedEmail(person, await companyName(db)))
}

const findResetPerson = ({ db, now, services, request }: Omit<AuthContext, 'reply'>) =>
  findResetting(db, services.settings, tokenOf(request), now)

/** Binds requesting and using a reset link with JSON. */
export function passwordReset(serve: Serve) {
  serve(accountLinkRoutes.forgotPassword, {
    transaction: false,
    handle: (context) => requestReset(context, context.body),
  })
  serve(accountLinkRoutes.resetPassword, {
    transaction: false,
    find: findResetPerson,
    handle: (context) => resetPassword(context, context.subject, context.body),
  })
}

const expiredLinkPage = (company: Brand) =>
  noticePage({
    company,
    title: 'This link no longer works',
    lead: 'It may have been used, withdrawn or older than 30 minutes. Ask for a new one.',
  })

const formOf = ({ firstName: name, email }: ResetPerson, company: Brand, token: string) => ({
  company,
  name,
  email,
  action: resetPath(token),
})

/** The forms of `/api/forgot-password` and `/api/reset-password/<token>`. */
export function passwordResetForms(api: FastifyInstance, services: Services) {
  formRoute(api, services, accountLinkRoutes.forgotPassword, {
    submit: requestReset,
    done: async ({ db, reply }) => send(reply, 200, forgotSentPage(await companyBrand(db))),
    failed: async ({ db, reply }, failure) => {
      const company = await companyBrand(db)
      const view = { company, sendsMail: sendsMail(services), errors: formErrorsOf(failure) }
      return sendFailure(reply, failure, forgotPage(view))
    },
  })
  formRoute(api, services, accountLinkRoutes.resetPassword, {
    submit: async (context, body) => {
      const person = await findResetPerson(context)
      if (!person) throw new Failure('notFound')
      await resetPassword(context, person, body)
    },
    done: ({ reply }) => goTo(reply, '/api/login?done=password'),
    failed: async (context, failure) => {
      const { db, request, reply } = context
      const company = await companyBrand(db)
      const person = await findResetPerson(context)
      if (!person) return send(reply, 404, expiredLinkPage(company))
      const form = formOf(person, company, tokenOf(request))
      return sendFailure(reply, failure, resetPage({ ...form, errors: formErrorsOf(failure) }))
    },
  })
}

/** The pages of `/api/forgot-password` and `/api/reset-password/<token>`. */
export function passwordResetPages(pages: FastifyInstance, services: Services) {
  const { db } = services.database

  pages.get('/api/forgot-password', { config: { may: 'anyone' } }, async (_request, reply) => {
    const company = await companyBrand(db)
    return send(reply, 200, forgotPage({ company, sendsMail: sendsMail(services) }))
  })

  pages.get('/api/reset-password/:token', { config: { may: 'anyone' } }, async (request, reply) => {
    const company = await companyBrand(db)
    const person = await findResetPerson({ db, now: services.now(), services, request })
    if (!person) return send(reply, 404, expiredLinkPage(company))
    return send(reply, 200, resetPage(formOf(person, company, tokenOf(request))))
  })
}
