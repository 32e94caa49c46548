import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { noteAddress } from '../../features/customers/queries.ts'
import { noteEmail, writeEmail } from '../../features/proposals/emails.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { attempt, type EmailSending, isOld } from './attempt.ts'
import type { ProposalDelivery } from './queries.ts'
import type { Outcome } from './sending.ts'

interface ProposalSending extends EmailSending {
  readonly files: FileStore
}

/** The note in the history of a proposal whose email was not accepted in time. */
const GIVEN_UP = 'The mail server did not accept it within two days'

/**
 * Sends a due email about a proposal as it is now. It is dropped if there is nothing left to send,
 * such as after a withdrawal.
 */
export async function sendProposalEmail(
  db: Db,
  { mail, settings, files, backoff }: ProposalSending,
  row: ProposalDelivery,
  now: Date,
): Promise<Outcome> {
  const { publicUrl, sessionSecret: secret } = settings
  const written =
    mail && publicUrl ? await writeEmail(db, { files, publicUrl, secret, now }, row) : undefined
  if (!mail || !written) return { state: 'dropped', seen: [] }
  if (written.awaitsCopy && !isOld(row, now))
    return { state: 'waiting', dueAt: new Date(now.getTime() + MINUTE_MS) }
  const result = await attempt(mail, backoff, row, written.email, now)
  if (result.state === 'waiting') return result
  if (result.state === 'sent') {
    await noteAddress(db, row.address, null)
    await noteEmail(db, row, { kind: 'emailed' })
    return { ...result, seen: [] }
  }
  const { error, refusal } = result
  if (refusal !== undefined) await noteAddress(db, row.address, now)
  await noteEmail(db, row, { kind: 'notDelivered', reason: refusal ?? GIVEN_UP })
  return { state: 'failed', error, seen: [] }
}
