import { accountRoutes } from '@plumbline/contract/account.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type { Serve } from '../http/serve.ts'
import { endSessionsOf } from '../http/session.ts'
import { companyName } from './company.ts'
import { findByEmail, requireStrong, setPassword } from './credentials.ts'
import { passwordChangedLetter } from './letters.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { endOneSession, findSession, listSessions } from './sessionQueries.ts'
import { clearAccount, countAccount } from './throttle.ts'

/** One's own account: the password, and where one is signed in. */
export function account(serve: Serve) {
  serve(accountRoutes.changePassword, {
    transaction: false,
    handle: async ({ db, person, body, now, services, request }) => {
      const { currentPassword, newPassword } = body
      await countAccount(db, person.email, now)
      const known = await findByEmail(db, person.email)
      if (!(await checkPassword(known?.passwordHash, currentPassword))) {
        throw invalid({ currentPassword: 'That is not your current password' })
      }
      await clearAccount(db, person.email)
      if (newPassword === currentPassword)
        throw invalid({ newPassword: 'Choose another one than before' })
      await requireStrong(db, person, newPassword, 'newPassword')
      const passwordHash = await hashPassword(newPassword)
      await db.transaction((tx) => setPassword(tx, person.id, passwordHash, now, request.sessionId))
      const company = await companyName(db)
      services.mail?.post(passwordChangedLetter(person, company))
    },
  })

  serve(accountRoutes.sessions, {
    handle: ({ db, person, request, now }) => listSessions(db, person.id, request.sessionId, now),
  })

  serve(accountRoutes.endSession, {
    find: ({ db, person, params }) => findSession(db, person.id, params.sid),
    handle: async ({ db, subject }) => endOneSession(db, subject.sid),
  })

  serve(accountRoutes.endOtherSessions, {
    handle: ({ db, person, request }) => endSessionsOf(db, person.id, request.sessionId),
  })
}
