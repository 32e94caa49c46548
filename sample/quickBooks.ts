import { readInvoice } from '../server/documents/invoice.ts'
import { filesOf } from '../server/features/quickBooks/files.ts'
import { namesFor } from '../server/features/quickBooks/names.ts'
import type {
  quickBooksExports,
  quickBooksFiles,
  quickBooksRuns,
} from '../server/schema/quickBooks.ts'
import type { Calendar } from './calendar.ts'
import { customerRows } from './customers.ts'
import { seededId } from './deterministic.ts'
import { invoiceRows } from './invoices.ts'
import { paymentAllocationRows, paymentRows } from './payments.ts'
import type { PersonId } from './people.ts'

/** The working day of the export: a payment in it was reversed on the next one. */
const DAY = -25

/** An export of the earlier invoices and payments, with its files. */
export function quickBooksRows(calendar: Calendar, personId: PersonId) {
  const last = calendar.day(DAY)
  const issued = invoiceRows(calendar).flatMap(({ id, customerId, ...row }) => {
    const { kind, status, number = '', issuedOn = '', dueOn = '', content = '' } = row
    const isTaken = kind === 'invoice' && status === 'issued' && issuedOn <= last
    return isTaken ? [{ id, customerId, number, issuedOn, dueOn, content }] : []
  })
  const paid = paymentRows(calendar, personId).filter((row) => row.day <= last && row.amount > 0)
  const uses = paymentAllocationRows(calendar, personId).filter(({ day }) => day <= last)
  const ids = new Set([...issued, ...paid].map(({ customerId }) => customerId))
  const customers = customerRows(calendar, personId)
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const names = namesFor(customers, [])
  const nameOf = (id: string) => names.get(id) ?? ''
  const numberOf = new Map(issued.map(({ id, number }) => [id, number]))
  const files = filesOf({
    customers: customers.map(({ id, company, address, contacts: [main], ...row }) => ({
      ...{ exportName: nameOf(id), company: company ?? null, address: address ?? null },
      ...{ email: main?.email ?? null, phone: main?.phone ?? null },
      taxCertificate: 'taxCertificate' in row ? (row.taxCertificate ?? null) : null,
    })),
    invoices: issued.map(({ number, issuedOn, dueOn, customerId, content }) => ({
      ...{ exportName: nameOf(customerId), number, issuedOn, dueOn, isDueMoved: false },
      content: readInvoice(content),
    })),
    payments: paid.map(({ id, customerId, day, amount, method, reference }) => ({
      ...{ exportName: nameOf(customerId), kind: 'payment' as const, day, amount },
      ...{ method, reference },
      uses: uses.flatMap((use) => {
        const number = numberOf.get(use.invoiceId)
        return use.paymentId === id && number ? [{ number, amount: use.amount }] : []
      }),
    })),
  })
  const runId = seededId('quickbooks')
  const taken = (id: string) => ({ id: seededId(`quickbooks/${id}`), runId })
  return {
    run: {
      ...{ id: runId, createdById: personId('park'), createdAt: calendar.at(DAY, '16:30') },
    } satisfies typeof quickBooksRuns.$inferInsert,
    exports: [
      ...customers.map(({ id }) => ({ ...taken(id), customerId: id, customerName: nameOf(id) })),
      ...issued.map(({ id }) => ({ ...taken(id), invoiceId: id })),
      ...paid.map(({ id }) => ({ ...taken(id), paymentId: id })),
    ] satisfies (typeof quickBooksExports.$inferInsert)[],
    files: files.map((file, position) => ({
      ...{ ...file, runId, position },
      id: seededId(`quickbooks/${file.name}`),
    })) satisfies (typeof quickBooksFiles.$inferInsert)[],
  }
}
