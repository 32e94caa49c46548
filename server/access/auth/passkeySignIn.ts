import { Failure } from '@plumbline/contract/failures.ts'
import { type Assertion, passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import type { User } from '@plumbline/contract/people.ts'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import type { Serve } from '../../http/serve.ts'
import { startSession } from '../../http/session.ts'
import type { Db } from '../../platform/db/handle.ts'
import { passkeys } from '../../schema/auth.ts'
import { users } from '../../schema/people.ts'
import { notRemoved, toUser } from '../people/queries.ts'
import { rememberBrowser } from './knownBrowser.ts'
import type { AuthContext } from './pages/formRoute.ts'
import { withExtensions } from './passkeyRoutes.ts'
import { CHALLENGE_LIFETIME_MS, relyingParty, saveChallenge, spendChallenge } from './passkeys.ts'
import { passkeyFailed, signInSucceeded } from './signInAudit.ts'

/**
 * The passkey and its person, unless removed. It is locked, so that its counter is read and written
 * by one request at a time.
 */
async function lockPasskey(db: Db, id: string) {
  const [found] = await db
    .select({ passkey: passkeys, person: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(notRemoved, eq(passkeys.id, id)))
    .for('no key update', { of: passkeys })
  return found
}

/**
 * Signs in the person of a passkey, in the caller's transaction.
 * @throws Failure wrongPasskey, whatever is wrong
 */
async function acceptPasskey(
  { db, now, services, request, reply }: AuthContext,
  credential: Assertion,
  expectedChallenge: string,
): Promise<User> {
  const found = await lockPasskey(db, credential.id)
  if (!found) throw new Failure('wrongPasskey')
  const { passkey, person } = found
  const { userHandle, ...response } = credential.response
  // The browser reports the owner of the passkey, who must be the person it was stored for.
  const isOtherPerson = userHandle && Buffer.from(userHandle, 'base64url').toString() !== person.id
  if (isOtherPerson) throw new Failure('wrongPasskey')
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    ...relyingParty(request, services.settings),
    expectedChallenge,
    response: { ...withExtensions(credential), response },
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !info) throw new Failure('wrongPasskey')
  await db
    .update(passkeys)
    .set({ counter: info.newCounter, lastUsedAt: now })
    .where(eq(passkeys.id, passkey.id))
  await startSession(db, services, request, reply, person.id)
  await signInSucceeded(db, request, person, 'passkey')
  if (person.email !== null) rememberBrowser(reply, services.settings, person.email)
  return toUser(person, person.role)
}

/**
 * Binds signing in with a passkey that the browser finds by itself, before an email address is
 * entered.
 */
export function passkeySignIn(serve: Serve) {
  serve(passkeyRoutes.beginSignIn, {
    transaction: false,
    handle: async ({ services, request, reply }) => {
      const { settings } = services
      const options = await generateAuthenticationOptions({
        rpID: relyingParty(request, settings).expectedRPID,
        userVerification: 'required',
        timeout: CHALLENGE_LIFETIME_MS,
      })
      saveChallenge(services, reply, options.challenge, null)
      return { options: { ...options } }
    },
  })

  serve(passkeyRoutes.signIn, {
    // A challenge is spent even when the response is refused.
    transaction: false,
    handle: async (context) => {
      const { db, services, request, reply, body } = context
      try {
        const challenge = await spendChallenge(db, services, { request, reply }, null)
        if (challenge === undefined) throw new Failure('wrongPasskey')
        return await db.transaction((tx) =>
          acceptPasskey({ ...context, db: tx }, body.credential, challenge),
        )
      } catch (error) {
        if (error instanceof Failure && error.name === 'wrongPasskey')
          await passkeyFailed(db, request)
        throw error
      }
    },
  })
}
