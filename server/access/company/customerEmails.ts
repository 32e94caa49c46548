import { asLine, email as emailAddress } from '@plumbline/contract/text.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { users } from '../../schema/people.ts'
import { fullName } from '../people/names.ts'
import type { Company } from './queries.ts'

/** The person of the office who sent something to a customer. */
interface Sender {
  readonly name: string
  /** Null if they have none that can be written to. */
  readonly address: string | null
}

/** The person who sent something; undefined if they have left. */
export async function findSender(db: Db, id: string | null): Promise<Sender | undefined> {
  if (id === null) return undefined
  const [sender] = await db
    .select({ name: fullName, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!sender) return undefined
  const { data = null } = emailAddress.safeParse(sender.email)
  return { name: asLine(sender.name), address: data }
}

/** The circumstances in which the email of a delivery is written. */
export interface Writing {
  readonly files: FileStore
  readonly publicUrl: string
  /** The secret of links. */
  readonly secret: string
  /** Whether cards are taken here. */
  readonly takesCards: boolean
  readonly now: Date
}

/** An email to a customer. */
export interface Letter {
  readonly subject: string
  /** The name of the customer. */
  readonly to: string | null
  /** The text without greeting and signature, in paragraphs. */
  readonly blocks: readonly string[]
  readonly address: string
  readonly company: Company
  readonly sender: Sender | undefined
  /** The first part of its Message-ID: the same for all attempts to send it. */
  readonly messageId: string
  /** A PDF. */
  readonly attachment?: { readonly filename: string; readonly content: Buffer }
  /** Whether nobody of the office pressed a button for it. */
  readonly isAutomatic: boolean
}

/** The ways to answer an email; empty if none would reach somebody. */
function waysToAnswer(sender: Sender | undefined, { phone }: Company): string[] {
  const call = phone && `call us at ${asLine(phone)}`
  if (sender?.address) return [`Any questions? Answer this email${call ? `, or ${call}` : ''}.`]
  return call ? [`Any questions? Please ${call}.`] : []
}

/** The email of a letter. Replies go to the person who sent it. */
export function letterEmail(letter: Letter, publicUrl: string): QueuedEmail {
  const { subject, to, blocks, address, company, sender, attachment } = letter
  const name = to === null ? '' : asLine(to)
  const companyName = asLine(company.companyName)
  return {
    to: { name, address },
    fromName: companyName,
    ...(sender?.address && { replyTo: { name: sender.name, address: sender.address } }),
    subject: asLine(subject),
    text: [
      name ? `Hello ${name},` : 'Hello,',
      ...blocks,
      ...waysToAnswer(sender, company),
      sender ? `${sender.name}\n${companyName}` : companyName,
      '',
    ].join('\n\n'),
    ...(attachment && { attachments: [{ ...attachment, contentType: 'application/pdf' }] }),
    messageId: `<${letter.messageId}@${new URL(publicUrl).hostname}>`,
    headers: letter.isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {},
  }
}

/** The outcome of an email to a customer, with the reason of a mail server that refused it. */
export type EmailOutcome =
  | { readonly kind: 'emailed' }
  | { readonly kind: 'notDelivered'; readonly reason: string }
