import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { subjectOf } from '../people/names.ts'
import type { UserRow } from '../people/queries.ts'

type Named = Pick<UserRow, 'id' | 'firstName' | 'lastName'>

/** What a person can sign in with. */
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

/** Where a password was typed, to sign in or again by somebody who is signed in; or a code, to sign in. */
export type Typed = 'signIn' | 'signedIn' | 'code'

/**
 * Records a failed try, and that it made the account wait. An address that nobody has leaves no trace: it may be a
 * password in the wrong field. The same statement is made for it, so that its time tells nothing.
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

/** Records that nobody was signed in by the provider. Who tried is not recorded: only a provider that is believed says so. */
export const singleSignOnFailed = (db: Db, request: FastifyRequest) =>
  recordAudit(db, request, {
    action: 'signIn.failed',
    actorId: null,
    detail: { method: 'singleSignOn' satisfies SignInMethod },
  })

/** Records that a passkey was refused. Whose it would be is not known before it was checked. */
export const passkeyFailed = (db: Db, request: FastifyRequest) =>
  recordAudit(db, request, {
    action: 'signIn.failed',
    actorId: null,
    detail: { method: 'passkey' satisfies SignInMethod },
  })
