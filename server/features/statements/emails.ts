import { formatSpan } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { dueLine } from '@plumbline/contract/statementTexts.ts'
import { findSender, letterEmail, type Writing } from '../../access/company/customerEmails.ts'
import { findCompany } from '../../access/company/queries.ts'
import { statementDocument } from '../../documents/statement.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { attachedPdf } from '../invoices/documents.ts'
import { senderId } from './queries.ts'
import { fileNameOf, findHead, statementOf } from './statement.ts'

/** A delivery of a statement. */
interface Delivery {
  readonly id: string
  readonly customerId: string
  readonly fromDay: string
  readonly toDay: string
  readonly address: string
}

/**
 * The email of a due delivery with the statement as a PDF. Undefined if its period has become too
 * long for a statement.
 */
export async function writeEmail(
  db: Db,
  { files, publicUrl, now }: Writing,
  { id, customerId, fromDay: from, toDay: to, address }: Delivery,
): Promise<QueuedEmail | undefined> {
  const customer = await findHead(db, customerId)
  const company = await findCompany(db)
  if (!customer || !company) return undefined
  const statement = await statementOf(db, customer, { from, to }, now).catch((error: unknown) => {
    if (error instanceof Failure && error.name === 'invalid') return undefined
    throw error
  })
  if (!statement) return undefined
  const { closing } = statement
  const period = formatSpan(from, to)
  const due = dueLine(statement)
  const amount = formatCents(closing).replace('-', '−')
  return letterEmail(
    {
      subject: `${company.companyName}: statement for ${period}`,
      ...{ to: customer.name, address, company },
      blocks: [
        `Your statement for ${period} is attached.`,
        `The balance is ${due === null ? amount : `${amount}, ${due}`}.`,
        ...(closing > 0 ? ['A payment sent in the last few days may not be on it yet.'] : []),
      ],
      sender: await findSender(db, await senderId(db, customerId)),
      messageId: id,
      attachment: await attachedPdf(statementDocument(company, statement), {
        files,
        company,
        name: fileNameOf(statement),
      }),
      isAutomatic: false,
    },
    publicUrl,
  )
}

/** Announces that a statement was sent or could not be, which its delivery says. */
export async function noteEmail(db: Db, { customerId }: Delivery) {
  await publish(db, null, { name: 'customer.statement', subjectId: customerId })
}
