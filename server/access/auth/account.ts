import { accountRoutes } from '@plumbline/contract/account.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../events/recordAudit.ts'
import { clearSession, countSession } from '../../http/limits/attempts.ts'
import { reauthorize } from '../../http/reauthorize.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import type { SignedIn } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { passwordChangedEmail } from '../../platform/mail/emails.ts'
import { companyName } from '../company/queries.ts'
import { subjectOf } from '../people/names.ts'
import { findByEmail } from './queries.ts'
import { requireStrongPassword } from './rules.ts'
import { setPassword, signOutEverywhere } from './service.ts'
import { confirmSession, endOneSession, findSession, listSessions } from './sessions.ts'
import { signInFailed } from './signInAudit.ts'

interface Checked {
  readonly db: Db
  readonly person: SignedIn
  readonly now: Date
  readonly services: Services
  readonly request: FastifyRequest
}

/**
 * Checks the password of a signed-in person. Wrong ones are counted per session (429) and recorded,
 * outside a transaction, so that a failed attempt stays counted.
 */
async function requirePassword(
  { db, person, now, services, request }: Checked,
  password: string,
  wrong: Failure,
) {
  const sid = request.sessionId
  if (sid === null) throw new Failure('unauthorized')
  const wait = await countSession(db, sid, now)
  const found = await findByEmail(db, person.email)
  if (!(await services.passwords.matches(found?.passwordHash, password))) {
    await signInFailed(db, request, person, wait, 'signedIn')
    throw wrong
  }
  await clearSession(db, sid)
}

/** Binds a person's own account: their password and their sessions. */
export function account(serve: Serve) {
  serve(accountRoutes.changePassword, {
    transaction: false,
    handle: async (context) => {
      const { db, person, body, now, services, request } = context
      const { currentPassword, newPassword } = body
      const wrong = invalid({ currentPassword: 'That is not your current password' })
      await requirePassword(context, currentPassword, wrong)
      if (newPassword === currentPassword)
        throw invalid({ newPassword: 'Choose a password that differs from the current one' })
      await requireStrongPassword(db, person, newPassword, 'newPassword')
      const passwordHash = await services.passwords.hash(newPassword)
      await db.transaction(async (tx) => {
        await reauthorize(accountRoutes.changePassword, { ...context, db: tx })
        await setPassword(tx, person.id, passwordHash, now, request.sessionId)
        await recordAudit(tx, request, { action: 'password.changed', ...subjectOf(person) })
      })
      const company = await companyName(db)
      services.mail?.send(passwordChangedEmail(person, company))
    },
  })

  serve(accountRoutes.confirmWays, {
    handle: async ({ db, person, services }) => ({
      password: Boolean((await findByEmail(db, person.email))?.passwordHash),
      singleSignOn: services.settings.oidc?.label ?? null,
    }),
  })

  serve(accountRoutes.confirm, {
    transaction: false,
    handle: async (context) => {
      const { db, person, body, now, request } = context
      const wrong = invalid({ password: 'That is not your password' })
      await requirePassword(context, body.password, wrong)
      await db.transaction(async (tx) => {
        await reauthorize(accountRoutes.confirm, { ...context, db: tx })
        await confirmSession(tx, request.sessionId, now)
        await recordAudit(tx, request, { action: 'password.confirmed', ...subjectOf(person) })
      })
    },
  })

  serve(accountRoutes.sessions, {
    handle: ({ db, person, request, now }) => listSessions(db, person.id, request.sessionId, now),
  })

  serve(accountRoutes.endSession, {
    find: ({ db, person, params }) => findSession(db, person.id, params.sid),
    handle: async ({ db, subject, person, request }) => {
      await endOneSession(db, subject.sid)
      await recordAudit(db, request, { action: 'signIn.endedElsewhere', ...subjectOf(person) })
    },
  })

  serve(accountRoutes.endOtherSessions, {
    handle: async ({ db, person, request }) => {
      const entry = { action: 'signIn.endedElsewhere', ...subjectOf(person) } as const
      if (await signOutEverywhere(db, person.id, request.sessionId))
        await recordAudit(db, request, entry)
    },
  })
}
