import { authRoutes } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { startSession } from '../http/session.ts'
import { record } from '../live/record.ts'
import { toUser } from '../people/queries.ts'
import { companyName } from '../settings/queries.ts'
import { troubleOf } from './pages/form.ts'
import { goTo, send, sendFailure } from './pages/layout.ts'
import { invitePage, noticePage } from './pages/pages.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './queries.ts'
import { requireStrongPassword } from './rules.ts'
import { findInvited, invitePath, takeInvite } from './service.ts'
import { countAddress } from './throttle.ts'

/** Why a link does not work is nobody's business but the admin's. */
const gone = (company: string) =>
  noticePage({
    company,
    title: 'This link no longer works',
    lead: 'It may have been used, replaced or too old. Ask an admin of your company for a new one.',
  })

/** Joining by an invite link. */
export function joining(serve: Serve) {
  serve(authRoutes.acceptInvite, {
    transaction: false,
    find: ({ db, params, now, services }) => findInvited(db, services.settings, params.token, now),
    handle: async ({ db, subject, body, now, services, request, reply }) => {
      await countAddress(db, { ip: request.ip, most: services.settings.rateSignIn, now })
      await requireStrongPassword(db, subject, body.password, 'password')
      const passwordHash = await hashPassword(body.password)
      return db.transaction(async (tx) => {
        if (!(await takeInvite(tx, subject))) throw new Failure('notFound')
        await setPassword(tx, subject.id, passwordHash, now)
        await record(tx, subject.id, { name: 'person.joined', subjectId: subject.id })
        await startSession(tx, services, request, reply, subject.id)
        return toUser({ ...subject, isInvited: false, inviteExpiry: null })
      })
    },
    page: async ({ failure }, { db, params, now, services, reply }) => {
      if (!failure) return goTo(reply, '/')
      const company = await companyName(db)
      const person = await findInvited(db, services.settings, params.token, now)
      if (!person) return send(reply, 404, gone(company))
      const { firstName: name, email } = person
      const trouble = troubleOf(failure)
      return sendFailure(
        reply,
        failure,
        invitePage({ company, name, email, action: invitePath(params.token), trouble }),
      )
    },
  })
}

/** `/api/invite/<token>` as a browser opens it. */
export function joiningPages(api: FastifyInstance, { database: { db }, settings, now }: Services) {
  api.get<{ Params: { token: string } }>(
    '/api/invite/:token',
    { config: { may: 'anyone' } },
    async ({ params: { token } }, reply) => {
      const company = await companyName(db)
      const person = await findInvited(db, settings, token, now())
      if (!person) return send(reply, 404, gone(company))
      const { firstName: name, email } = person
      return send(reply, 200, invitePage({ company, name, email, action: invitePath(token) }))
    },
  )
}
