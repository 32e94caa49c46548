import { accountLinkRoutes, type NewPassword } from '@plumbline/contract/accountLinks.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { User } from '@plumbline/contract/people.ts'
import type { FastifyInstance } from 'fastify'
import { publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { startSession } from '../../http/session.ts'
import { type Brand, companyBrand } from '../company/queries.ts'
import { subjectOf } from '../people/names.ts'
import { toUser, type UserRow } from '../people/queries.ts'
import { formErrorsOf } from './pages/form.ts'
import { type AuthContext, formRoute } from './pages/formRoute.ts'
import { goTo, send, sendFailure } from './pages/layout.ts'
import { invitePage, noticePage } from './pages/pages.ts'
import { requireStrongPassword } from './rules.ts'
import { consumeInvite, findInvited, invitePath, setPassword } from './service.ts'
import { signInSucceeded } from './signInAudit.ts'
import { tokenOf } from './tokens.ts'

/** Sets the password of an invited person and signs them in. */
async function acceptInvite(
  { db, now, services, request, reply }: AuthContext,
  person: UserRow,
  { password }: NewPassword,
): Promise<User> {
  await requireStrongPassword(db, person, password, 'password')
  const passwordHash = await services.passwords.hash(password)
  return db.transaction(async (tx) => {
    if (!(await consumeInvite(tx, person))) throw new Failure('notFound')
    await setPassword(tx, person.id, passwordHash, now)
    await startSession(tx, services, request, reply, person.id)
    await recordAudit(tx, request, {
      action: 'person.joined',
      actorId: person.id,
      ...subjectOf(person),
      detail: { role: person.role },
    })
    await signInSucceeded(tx, request, person, 'invite')
    await publish(tx, person.id, { name: 'person.joined', subjectId: person.id })
    return toUser({ ...person, isInvited: false, inviteExpiry: null }, person.role)
  })
}

const findInvitedPerson = ({ db, now, services, request }: Omit<AuthContext, 'reply'>) =>
  findInvited(db, services.settings, tokenOf(request), now)

/** Binds accepting an invite with JSON. */
export function invites(serve: Serve) {
  serve(accountLinkRoutes.acceptInvite, {
    transaction: false,
    find: findInvitedPerson,
    handle: (context) => acceptInvite(context, context.subject, context.body),
  })
}

/** The page for a link that does not work. It does not say why: only admins may know. */
const invalidLinkPage = (company: Brand) =>
  noticePage({
    company,
    title: 'This link no longer works',
    lead: 'It may have been used, replaced or too old. Ask an admin of your company for a new one.',
  })

const formOf = ({ firstName: name, email, role }: UserRow, company: Brand, token: string) => ({
  company,
  name,
  email,
  role,
  action: invitePath(token),
})

/** The form of `/api/invite/<token>`. */
export function inviteForms(api: FastifyInstance, services: Services) {
  formRoute(api, services, accountLinkRoutes.acceptInvite, {
    submit: async (context, body) => {
      const person = await findInvitedPerson(context)
      if (!person) throw new Failure('notFound')
      return acceptInvite(context, person, body)
    },
    done: ({ reply }) => goTo(reply, '/'),
    failed: async (context, failure) => {
      const { db, request, reply } = context
      const company = await companyBrand(db)
      const person = await findInvitedPerson(context)
      if (!person) return send(reply, 404, invalidLinkPage(company))
      const form = formOf(person, company, tokenOf(request))
      return sendFailure(reply, failure, invitePage({ ...form, errors: formErrorsOf(failure) }))
    },
  })
}

/** The page of `/api/invite/<token>`. */
export function invitePages(pages: FastifyInstance, services: Services) {
  const { db } = services.database
  pages.get('/api/invite/:token', { config: { may: 'anyone' } }, async (request, reply) => {
    const company = await companyBrand(db)
    const person = await findInvitedPerson({ db, now: services.now(), services, request })
    if (!person) return send(reply, 404, invalidLinkPage(company))
    return send(reply, 200, invitePage(formOf(person, company, tokenOf(request))))
  })
}
