import { Failure } from '@plumbline/contract/failures.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { MAX_RUN } from '@plumbline/contract/quickBooks.ts'
import { and, asc, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { readInvoice } from '../../documents/invoice.ts'
import { publish } from '../../events/publish.ts'
import { sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { customerContacts, customers } from '../../schema/customers.ts'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { quickBooksExports, quickBooksFiles, quickBooksRuns } from '../../schema/quickBooks.ts'
import { dueDayOf } from '../invoices/content.ts'
import { draftOf, type InvoiceRow } from '../invoices/queries.ts'
import { type ExportedPayment, filesOf } from './files.ts'
import { namesFor } from './names.ts'
import { isNewInvoice, isNewPayment, lockExports } from './queries.ts'

/** The invoices and credit memos that are new, the first ones first. */
const newInvoices = (db: Db): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(isNewInvoice)
    .orderBy(asc(invoices.issuedOn), sql`length(${invoices.number})`, asc(invoices.number))
    .limit(MAX_RUN)

/** The payments and refunds that are new, the first ones first. */
const newPayments = (db: Db) =>
  db
    .select()
    .from(payments)
    .where(isNewPayment)
    .orderBy(asc(payments.day), asc(payments.id))
    .limit(MAX_RUN)

type PaymentRow = Awaited<ReturnType<typeof newPayments>>[number]

/** The customers that were not exported yet. */
const newCustomers = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: customers.id,
      name: customers.name,
      company: customers.company,
      address: customers.address,
      taxCertificate: customers.taxCertificate,
      email: customerContacts.email,
      phone: customerContacts.phone,
    })
    .from(customers)
    .leftJoin(
      customerContacts,
      and(eq(customerContacts.customerId, customers.id), eq(customerContacts.position, 0)),
    )
    .where(
      and(
        inArray(customers.id, [...ids]),
        notExists(
          db.select().from(quickBooksExports).where(eq(quickBooksExports.customerId, customers.id)),
        ),
      ),
    )
    .orderBy(asc(customers.name), asc(customers.id))

/** The names that customers of earlier runs have in QuickBooks, by their ids. */
async function exportedNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({
      id: sql<string>`${quickBooksExports.customerId}`,
      name: sql<string>`${quickBooksExports.customerName}`,
    })
    .from(quickBooksExports)
    .where(inArray(quickBooksExports.customerId, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** All names that customers have in QuickBooks. */
async function takenNames(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`${quickBooksExports.customerName}` })
    .from(quickBooksExports)
    .where(isNotNull(quickBooksExports.customerId))
  return rows.map(({ name }) => name)
}

/** The uses of payments and credit memos for invoices that were not taken back, by their ids. */
async function usesOf(db: Db, ids: readonly string[]) {
  const source = sql<string>`coalesce(${paymentAllocations.paymentId}, ${paymentAllocations.creditMemoId})`
  const amount = sumOfCents(sql`${paymentAllocations.amount}`)
  const rows = await db
    .select({ source, number: sql<string>`${invoices.number}`, amount })
    .from(paymentAllocations)
    .innerJoin(invoices, eq(invoices.id, paymentAllocations.invoiceId))
    .where(
      sql`(${paymentAllocations.paymentId} = any(${sql.param(ids)}::uuid[])
        or ${paymentAllocations.creditMemoId} = any(${sql.param(ids)}::uuid[]))`,
    )
    .groupBy(source, invoices.id)
    .having(sql`${amount} <> 0`)
    .orderBy(asc(invoices.number))
  return groupBy(rows, (row) => row.source)
}

/** An invoice as it is written to a file. */
function exportedInvoice(row: InvoiceRow, exportName: string) {
  const { number, issuedOn, dueOn, content } = row
  if (number === null || issuedOn === null || dueOn === null || content === null)
    throw new Error('An invoice that was issued has no content')
  const isDueMoved = dueDayOf(draftOf(row), issuedOn) !== dueOn
  return { exportName, number, issuedOn, dueOn, isDueMoved, content: readInvoice(content) }
}

type Facts = Pick<ExportedPayment, 'exportName' | 'uses'>

const exportedMemo = ({ number, issuedOn, total }: InvoiceRow, facts: Facts): ExportedPayment => ({
  ...{ ...facts, kind: 'creditMemo', day: issuedOn ?? '', method: null },
  ...{ reference: number, amount: 0 - total },
})

const exportedPayment = (row: PaymentRow, facts: Facts): ExportedPayment => ({
  ...{ ...facts, kind: row.kind === 'refund' ? 'refund' : 'payment', day: row.day },
  ...{ method: row.method, reference: row.reference, amount: row.amount },
})

/**
 * Takes what is new, marks it, and stores its files.
 * @returns the id of the run
 * @throws Failure nothingToExport
 */
export async function exportNew(db: Db, actorId: string): Promise<string> {
  await lockExports(db)
  const [issued, paid] = [await newInvoices(db), await newPayments(db)]
  if (issued.length + paid.length === 0) throw new Failure('nothingToExport')
  const ids = [...new Set([...issued, ...paid].map(({ customerId }) => customerId))]
  const added = await newCustomers(db, ids)
  const given = namesFor(added, await takenNames(db))
  const names = new Map([...(await exportedNames(db, ids)), ...given])
  const uses = await usesOf(
    db,
    [...issued, ...paid].map(({ id }) => id),
  )
  const factsOf = ({ id, customerId }: { readonly id: string; readonly customerId: string }) => ({
    exportName: names.get(customerId) ?? '',
    uses: uses.get(id) ?? [],
  })
  const [memos, bills] = [
    issued.filter(({ kind }) => kind === 'creditMemo'),
    issued.filter(({ kind }) => kind === 'invoice'),
  ]
  const files = filesOf({
    customers: added.map((row) => ({ ...row, exportName: given.get(row.id) ?? row.name })),
    invoices: bills.map((row) => exportedInvoice(row, factsOf(row).exportName)),
    payments: [
      ...paid.map((row) => exportedPayment(row, factsOf(row))),
      ...memos.map((row) => exportedMemo(row, factsOf(row))),
    ],
  })
  const [run] = await db
    .insert(quickBooksRuns)
    .values({ createdById: actorId })
    .returning({ id: quickBooksRuns.id })
  const { id: runId } = run as { id: string }
  await db
    .insert(quickBooksExports)
    .values([
      ...added.map(({ id }) => ({ runId, customerId: id, customerName: given.get(id) })),
      ...issued.map(({ id }) => ({ runId, invoiceId: id })),
      ...paid.map(({ id }) => ({ runId, paymentId: id })),
    ])
  await db
    .insert(quickBooksFiles)
    .values(files.map((file, position) => ({ runId, position, ...file })))
  await publish(db, actorId, { name: 'quickBooks.exported', subjectId: runId })
  return runId
}
