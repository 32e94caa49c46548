import { authRoutes } from '@plumbline/contract/auth.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { reauthorise } from '../http/reauthorise.ts'
import type { Serve } from '../http/serve.ts'
import { endSessionsOf } from '../http/session.ts'
import { passwordChangedEmail } from '../mail/emails.ts'
import { companyName } from '../settings/queries.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { findByEmail, setPassword } from './queries.ts'
import { requireStrongPassword } from './rules.ts'
import { endOneSession, findSession, listSessions } from './sessions.ts'
import { clearAccount, countAccount } from './throttle.ts'

/** A person's own account: their password and their sessions. */
export function account(serve: Serve) {
  serve(authRoutes.changePassword, {
    transaction: false,
    handle: async (context) => {
      const { db, person, body, now, services, request } = context
      const { currentPassword, newPassword } = body
      await countAccount(db, person.email, now)
      const known = await findByEmail(db, person.email)
      if (!(await checkPassword(known?.passwordHash, currentPassword))) {
        throw invalid({ currentPassword: 'That is not your current password' })
      }
      await clearAccount(db, person.email)
      if (newPassword === currentPassword)
        throw invalid({ newPassword: 'Choose a password that differs from the current one' })
      await requireStrongPassword(db, person, newPassword, 'newPassword')
      const passwordHash = await hashPassword(newPassword)
      await db.transaction(async (tx) => {
        await reauthorise(authRoutes.changePassword, { ...context, db: tx })
        await setPassword(tx, person.id, passwordHash, now, request.sessionId)
      })
      const company = await companyName(db)
      services.mail?.send(passwordChangedEmail(person, company))
    },
  })

  serve(authRoutes.sessions, {
    handle: ({ db, person, request, now }) => listSessions(db, person.id, request.sessionId, now),
  })

  serve(authRoutes.endSession, {
    find: ({ db, person, params }) => findSession(db, person.id, params.sid),
    handle: async ({ db, subject }) => endOneSession(db, subject.sid),
  })

  serve(authRoutes.endOtherSessions, {
    handle: ({ db, person, request }) => endSessionsOf(db, person.id, request.sessionId),
  })
}
