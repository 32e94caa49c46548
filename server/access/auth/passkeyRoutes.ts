import { Failure } from '@plumbline/contract/failures.ts'
import { passkeyRoutes, type Registration } from '@plumbline/contract/passkeys.ts'
import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../../events/recordAudit.ts'
import { requireConfirmed } from '../../http/confirmation.ts'
import { reauthorize } from '../../http/reauthorize.ts'
import type { Serve } from '../../http/serve.ts'
import { passkeys } from '../../schema/auth.ts'
import { adminsNeedSecondFactor, companyName } from '../company/queries.ts'
import { mailChange } from './mailChange.ts'
import * as keys from './passkeys.ts'
import { enabledAt, lockCredentials } from './secondFactor.ts'

const MAX_PASSKEYS = 20

/** The response of the browser in the form that the library accepts. */
export const withExtensions = <const C extends object>(credential: C) => ({
  ...credential,
  clientExtensionResults: {},
})

/** The transports that the browser reports, in the type of the library. */
const transportsOf = (transports: readonly string[]) =>
  transports as readonly AuthenticatorTransport[] as AuthenticatorTransport[]

/**
 * Whether the authenticator attests itself with certificates, which were not requested. The library
 * would read them, and fetch revocation lists from the addresses in them.
 */
export function hasCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  return (
    format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
  )
}

/**
 * Checks a passkey that the browser has created.
 * @throws Failure badPasskey
 */
async function checkNew(
  credential: Registration,
  expected: { expectedChallenge: string; expectedOrigin: string; expectedRPID: string },
) {
  const response = {
    ...withExtensions(credential),
    response: {
      ...credential.response,
      transports: transportsOf(credential.response.transports),
    },
  }
  try {
    if (!hasCertificates(credential.response.attestationObject)) {
      const { registrationInfo } = await verifyRegistrationResponse({ ...expected, response })
      if (registrationInfo) return registrationInfo.credential
    }
  } catch {
    // The error messages of the library would not help the person.
  }
  throw new Failure('badPasskey')
}

/** Binds a person's own passkeys. */
export function passkeyAccount(serve: Serve) {
  serve(passkeyRoutes.list, {
    handle: async ({ db, person }) => (await keys.listPasskeys(db, person.id)).map(keys.toPasskey),
  })

  serve(passkeyRoutes.begin, {
    handle: async ({ db, person, services, request, reply, now }) => {
      requireConfirmed(request, now)
      const existing = await keys.listPasskeys(db, person.id)
      const options = await generateRegistrationOptions({
        rpName: await companyName(db),
        rpID: keys.relyingParty(request, services.settings).expectedRPID,
        userID: new TextEncoder().encode(person.id),
        userName: person.email,
        userDisplayName: `${person.firstName} ${person.lastName}`,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: existing.map(({ id, transports }) => ({
          id,
          transports: transportsOf(transports),
        })),
        timeout: keys.CHALLENGE_LIFETIME_MS,
      })
      keys.saveChallenge(services, reply, options.challenge, person.id)
      return { options: { ...options } }
    },
  })

  serve(passkeyRoutes.add, {
    // A challenge is spent even when the response is refused.
    transaction: false,
    handle: async (context) => {
      const { db, person, body, services, request, reply, now } = context
      requireConfirmed(request, now)
      const { credential, name } = body
      const site = keys.relyingParty(request, services.settings)
      const challenge = await keys.spendChallenge(db, services, { request, reply }, person.id)
      if (challenge === undefined) throw new Failure('badPasskey')
      const created = await checkNew(credential, { ...site, expectedChallenge: challenge })
      const row = await db.transaction(async (tx) => {
        await reauthorize(passkeyRoutes.add, { ...context, db: tx })
        await lockCredentials(tx, person.id)
        if ((await keys.countPasskeys(tx, person.id)) >= MAX_PASSKEYS)
          throw new Failure('tooManyPasskeys')
        const [added] = await tx
          .insert(passkeys)
          .values({
            id: created.id,
            userId: person.id,
            publicKey: Buffer.from(created.publicKey).toString('base64url'),
            counter: created.counter,
            transports: credential.response.transports,
            name,
          })
          .onConflictDoNothing()
          .returning()
        if (!added) throw new Failure('passkeyTaken')
        await recordAudit(tx, request, { action: 'passkey.added', detail: { name } })
        return added
      })
      await mailChange(services, person, `the passkey “${name}” was added.`)
      return keys.toPasskey(row)
    },
  })

  serve(passkeyRoutes.remove, {
    find: ({ db, person, params }) => keys.findPasskey(db, person.id, params.credential),
    handle: async ({ db, person, subject, services, request, now, afterCommit }) => {
      requireConfirmed(request, now)
      const isRequired = person.role === 'admin' && (await adminsNeedSecondFactor(db))
      await lockCredentials(db, person.id)
      const isLast = (await keys.countPasskeys(db, person.id)) === 1
      if (isRequired && isLast && !(await enabledAt(db, person.id)))
        throw new Failure('secondFactorNeeded')
      await db.delete(passkeys).where(eq(passkeys.id, subject.id))
      const { name } = subject
      await recordAudit(db, request, { action: 'passkey.removed', detail: { name } })
      afterCommit(() => mailChange(services, person, `the passkey “${name}” was removed.`))
    },
  })
}
