import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { subjectOf } from '../people/names.ts'
import type { UserRow } from '../people/queries.ts'

type Named = Pick<UserRow, 'id' | 'firstName' | 'lastName'>

/** The ways a person can sign in. */
export type SignInMethod =
  | 'password'
  | 'passwordAndCode'
  | 'singleSignOn'
  | 'invite'
  | 'sample'
  | 'passkey'
  | 'setUp'

/** Records that a person has signed in. */
export const signInSucceeded = (
  db: Db,
  request: FastifyRequest,
  person: Named,
  method: SignInMethod,
) =>
  recordAudit(db, request, {
    action: 'signIn.succeeded',
    actorId: person.id,
    ...subjectOf(person),
    detail: { method },
  })

/**
 * The place where a credential was entered: a password to sign in, a password again by a signed-in
 * person, or a code to sign in.
 */
export type Typed = 'signIn' | 'signedIn' | 'code'

/**
 * Records a failed attempt, and whether it made the account wait. An unknown email address leaves
 * no trace, since it may be a password in the wrong field. The same statement is made for it, so
 * that its duration reveals nothing.
 * @param wait in milliseconds, 0 for none
 */
export async function signInFailed(
  db: Db,
  request: FastifyRequest,
  person: Named | undefined,
  wait: number,
  at: Typed = 'signIn',
) {
  const subject = {
    ...(at !== 'signedIn' && { actorId: null }),
    ...(person && subjectOf(person)),
  }
  await recordAudit(
    db,
    request,
    { action: 'signIn.failed', ...subject, detail: { at } },
    ...(wait > 0
      ? [{ action: 'signIn.locked', ...subject, detail: { seconds: wait / 1000 } } as const]
      : []),
  )
}

/**
 * Records a failed single sign-on. The person is not recorded, since only a verified response of
 * the provider names them.
 */
export const singleSignOnFailed = (db: Db, request: FastifyRequest) =>
  recordAudit(db, request, {
    action: 'signIn.failed',
    actorId: null,
    detail: { method: 'singleSignOn' satisfies SignInMethod },
  })

/**
 * Records that a passkey was refused. The person is not recorded, since they are unknown until the
 * passkey has been checked.
 */
export const passkeyFailed = (db: Db, request: FastifyRequest) =>
  recordAudit(db, request, {
    action: 'signIn.failed',
    actorId: null,
    detail: { method: 'passkey' satisfies SignInMethod },
  })
