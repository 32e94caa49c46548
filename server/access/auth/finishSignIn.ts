import { createHash } from 'node:crypto'
import { Failure } from '@plumbline/contract/failures.ts'
import type { User } from '@plumbline/contract/people.ts'
import { route } from '@plumbline/contract/route.ts'
import { typedCode } from '@plumbline/contract/text.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { z } from 'zod'
import { recordAudit } from '../../events/recordAudit.ts'
import { clearCode, countCode } from '../../http/limits/attempts.ts'
import { seal, unseal } from '../../http/seal.ts'
import { startSession } from '../../http/session.ts'
import { toUser } from '../people/queries.ts'
import { rememberBrowser } from './knownBrowser.ts'
import type { AuthContext } from './pages/formRoute.ts'
import { type Account, findAccount } from './queries.ts'
import { acceptCode, lockCredentials } from './secondFactor.ts'
import { signInFailed, signInSucceeded } from './signInAudit.ts'

/** The lifetime of the page that asks for the code, in milliseconds. */
const TICKET_LIFETIME_MS = 5 * MINUTE_MS

/** The sealed ticket that the page that asks for the code sends back. */
const Ticket = z.object({ userId: z.string(), password: z.string(), until: z.number() })

/**
 * The form of the second step. It is not in the contract: a JSON call sends its code with the
 * password.
 */
export const codeForm = route({
  method: 'POST',
  path: '/api/login/code',
  summary: 'The second step of the sign-in page',
  may: 'anyone',
  body: z.object({ ticket: z.string().max(1000), code: typedCode }),
  reply: z.void(),
})

/**
 * Thrown when the password was right and a code is missing. The ticket stands for the password on
 * the page that asks for the code.
 */
export class CodeRequired extends Failure {
  readonly ticket: string

  constructor(ticket: string) {
    super('codeRequired')
    this.ticket = ticket
  }
}

/** Ties a ticket to the password, so that it ends when the password is changed. */
const fingerprint = (passwordHash: string | null) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')

/**
 * Signs in a person whose password was right, with their code if they have a second factor.
 * @throws CodeRequired without a code, Failure wrongCode, and wrongCredentials if the password was
 *   changed in the meantime
 */
export async function finishSignIn(
  context: AuthContext,
  account: Account,
  code: string | undefined,
): Promise<User> {
  const { db, now, services, request, reply } = context
  const { person, passwordHash, asksForCode, needsPasskey } = account
  if (needsPasskey) throw new Failure('passkeyRequired')
  const { settings } = services
  const ticket = () => {
    const until = now.getTime() + TICKET_LIFETIME_MS
    const password = fingerprint(passwordHash)
    return seal({ userId: person.id, password, until }, settings.sessionSecret, 'secondFactor')
  }
  if (asksForCode && code === undefined) throw new CodeRequired(ticket())
  const wait = asksForCode ? await countCode(db, person.id, now) : 0
  await db
    .transaction(async (tx) => {
      const locked = await lockCredentials(tx, person.id)
      if (!locked || locked.passwordHash !== passwordHash) throw new Failure('wrongCredentials')
      if (locked.totpConfirmedAt) {
        // Turned on after the account was read.
        if (!asksForCode || code === undefined) throw new CodeRequired(ticket())
        const accepted = await acceptCode(tx, settings, { locked, typed: code, now })
        await clearCode(tx, person.id)
        if (accepted === 'recoveryCode') {
          const action = 'secondFactor.recoveryCodeUsed'
          await recordAudit(tx, request, { action, actorId: person.id })
        }
      }
      await startSession(tx, services, request, reply, person.id)
      await signInSucceeded(tx, request, person, asksForCode ? 'passwordAndCode' : 'password')
    })
    .catch(async (error: unknown) => {
      if (error instanceof Failure && error.name === 'wrongCode')
        await signInFailed(db, request, person, wait, 'code')
      throw error
    })
  rememberBrowser(reply, settings, person.email)
  return toUser(person, person.role)
}

const EXPIRED_MESSAGE = 'That took too long. Enter your email and password again'

/**
 * The second step, on the page that asks for the code.
 * @throws Failure unauthorized for a ticket that no longer works
 */
export async function signInWithTicket(
  context: AuthContext,
  { ticket, code }: { ticket: string; code: string },
): Promise<User> {
  const { db, now, services } = context
  const { settings } = services
  const { data } = Ticket.safeParse(unseal(ticket, settings.sessionSecret, 'secondFactor'))
  const account =
    data && data.until >= now.getTime() ? await findAccount(db, data.userId) : undefined
  if (!account || fingerprint(account.passwordHash) !== data?.password)
    throw new Failure('unauthorized', { message: EXPIRED_MESSAGE })
  return finishSignIn(context, account, code)
}
