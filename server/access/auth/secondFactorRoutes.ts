import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { requireConfirmed } from '../../http/confirmation.ts'
import type { Serve } from '../../http/serve.ts'
import { endSessionsOf } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { adminsNeedSecondFactor, companyName, findCompany } from '../company/queries.ts'
import { findUser, type UserRow } from '../people/queries.ts'
import { mailChange } from './mailChange.ts'
import { countPasskeys, deletePasskeys } from './passkeys.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recoveryCodes.ts'
import * as factor from './secondFactor.ts'
import { signOutEverywhere } from './service.ts'

/** The person's credentials, locked. A 409 while two-step sign-in is off. */
async function lockEnabled(db: Db, userId: string) {
  const locked = await factor.lockCredentials(db, userId)
  if (!locked?.totpConfirmedAt) throw new Failure('secondFactorOff')
  return locked
}

const subjectOf = ({ id, firstName, lastName }: UserRow) => ({
  subjectId: id,
  subject: `${firstName} ${lastName}`,
})

/**
 * Binds two-step sign-in: a person's own, and the removal by an admin for one who has lost theirs.
 */
export function secondFactor(serve: Serve) {
  serve(secondFactorRoutes.read, {
    handle: async ({ db, person }) => {
      const company = person.role === 'admin' ? await findCompany(db) : undefined
      return {
        enabledAt: (await factor.enabledAt(db, person.id))?.toISOString() ?? null,
        recoveryCodesLeft: await countRecoveryCodes(db, person.id),
        required: company?.adminsNeedSecondFactor ?? false,
      }
    },
  })

  serve(secondFactorRoutes.start, {
    handle: async ({ db, person, services, request, now }) => {
      requireConfirmed(request, now)
      const locked = await factor.lockCredentials(db, person.id)
      if (locked?.totpConfirmedAt) throw new Failure('secondFactorOn')
      const secret = factor.newSecret()
      await factor.saveSecret(db, services.settings, { userId: person.id, secret, now })
      const uri = factor.authenticatorUri(secret, await companyName(db), person.email)
      return { secret, uri }
    },
  })

  serve(secondFactorRoutes.confirm, {
    handle: async ({ db, person, body, services, request, now, afterCommit }) => {
      requireConfirmed(request, now)
      const locked = await factor.lockCredentials(db, person.id)
      if (locked?.totpConfirmedAt) throw new Failure('secondFactorOn')
      if (!locked?.totpSecret) throw new Failure('secondFactorOff')
      const typed = { locked, typed: body.code, now }
      const change = { totpConfirmedAt: now }
      if (!(await factor.acceptAppCode(db, services.settings, typed, change)))
        throw invalid({ code: 'That code is not right' })
      const recoveryCodes = await replaceRecoveryCodes(db, services.settings, person.id)
      await endSessionsOf(db, person.id, request.sessionId)
      await recordAudit(db, request, { action: 'secondFactor.enabled', ...subjectOf(person) })
      afterCommit(() => mailChange(services, person, 'two-step sign-in was turned on.'))
      return { recoveryCodes }
    },
  })

  serve(secondFactorRoutes.remove, {
    handle: async ({ db, person, services, request, now, afterCommit }) => {
      requireConfirmed(request, now)
      const isRequired = person.role === 'admin' && (await adminsNeedSecondFactor(db))
      await lockEnabled(db, person.id)
      if (isRequired && (await countPasskeys(db, person.id)) === 0)
        throw new Failure('secondFactorNeeded')
      await factor.clearSecondFactor(db, person.id)
      await recordAudit(db, request, { action: 'secondFactor.disabled', ...subjectOf(person) })
      afterCommit(() => mailChange(services, person, 'two-step sign-in was turned off.'))
    },
  })

  serve(secondFactorRoutes.newRecoveryCodes, {
    handle: async ({ db, person, services, request, now, afterCommit }) => {
      requireConfirmed(request, now)
      await lockEnabled(db, person.id)
      const recoveryCodes = await replaceRecoveryCodes(db, services.settings, person.id)
      const action = 'secondFactor.recoveryCodesMade'
      await recordAudit(db, request, { action, ...subjectOf(person) })
      afterCommit(() => mailChange(services, person, 'new recovery codes were made.'))
      return { recoveryCodes }
    },
  })

  serve(secondFactorRoutes.removeOf, {
    find: ({ db, params }) => findUser(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, services, request, now, afterCommit }) => {
      requireConfirmed(request, now)
      if (subject.id === person.id)
        throw new Failure('forbidden', { message: 'Change your own under My account' })
      const locked = await factor.lockCredentials(db, subject.id)
      await factor.clearSecondFactor(db, subject.id)
      const passkeys = await deletePasskeys(db, subject.id)
      if (!locked?.totpConfirmedAt && passkeys === 0) throw new Failure('secondFactorOff')
      // Somebody who found the lost phone may be signed in with it, and read its calendar.
      await signOutEverywhere(db, subject.id)
      await recordAudit(db, request, {
        action: 'secondFactor.disabled',
        ...subjectOf(subject),
        detail: { passkeys },
      })
      const change = 'an admin removed the second factor. Your password alone signs you in now.'
      afterCommit(() => mailChange(services, subject, change))
    },
  })
}
