import { dayIn } from '@plumbline/contract/dates.ts'
import { formatsOf, type NumberFormat } from '@plumbline/contract/documentNumbers.ts'
import { type InvoiceKind, invoiceKinds } from '@plumbline/contract/invoiceStatuses.ts'
import type { NumberFormats, NumberFormatsChange } from '@plumbline/contract/numberFormats.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { invoices } from '../../schema/invoices.ts'
import { documentNumbers, numberFormats } from '../../schema/proposals.ts'
import { companyTimeZone } from './queries.ts'

/** The formats until an admin changes them. */
const defaults: Readonly<Record<InvoiceKind, NumberFormat>> = {
  invoice: { prefix: '', digits: 4, first: 1 },
  creditMemo: { prefix: 'CM-', digits: 4, first: 1 },
}
const DEFAULTS_SINCE = new Date(0)

/** The form of the numbers of a kind. */
export async function findNumberFormat(db: Db, kind: InvoiceKind): Promise<NumberFormat> {
  const { prefix, digits, first } = numberFormats
  const [row] = await db
    .select({ prefix, digits, first })
    .from(numberFormats)
    .where(eq(numberFormats.kind, kind))
  return row ?? defaults[kind]
}

type Row = typeof numberFormats.$inferSelect

/** The formats with the last numbers of the current year. */
async function toNumberFormats(db: Db, rows: readonly Row[], now: Date): Promise<NumberFormats> {
  const year = Number(dayIn(await companyTimeZone(db), now).slice(0, 4))
  const taken = await db.select().from(documentNumbers).where(eq(documentNumbers.year, year))
  const lastOf = (kind: InvoiceKind) => taken.find((one) => one.kind === kind)?.last ?? 0
  const formatOf = (kind: InvoiceKind) => rows.find((row) => row.kind === kind) ?? defaults[kind]
  const [invoice, credit] = [formatOf('invoice'), formatOf('creditMemo')]
  const changes = rows.map(({ updatedAt }) => updatedAt.getTime())
  return {
    invoicePrefix: invoice.prefix,
    invoiceDigits: invoice.digits,
    invoiceFirst: invoice.first,
    creditPrefix: credit.prefix,
    creditDigits: credit.digits,
    creditFirst: credit.first,
    year,
    invoiceLast: lastOf('invoice'),
    creditLast: lastOf('creditMemo'),
    updatedAt: new Date(Math.max(DEFAULTS_SINCE.getTime(), ...changes)).toISOString(),
  }
}

/** The form of the numbers of invoices and credit memos. */
export const findNumberFormats = async (db: Db, now: Date): Promise<NumberFormats> =>
  toNumberFormats(db, await db.select().from(numberFormats), now)

/** The formats, locked until the transaction ends. The first change inserts their rows. */
export async function lockNumberFormats(db: Db, now: Date): Promise<NumberFormats> {
  const first = invoiceKinds.map((kind) => ({ kind, ...defaults[kind], updatedAt: DEFAULTS_SINCE }))
  await db.insert(numberFormats).values(first).onConflictDoNothing()
  const rows = await db.select().from(numberFormats).orderBy(numberFormats.kind).for('update')
  return toNumberFormats(db, rows, now)
}

/** Changes the locked formats. Both rows change, so that their version does. */
export async function updateNumberFormats(
  db: Db,
  before: NumberFormats,
  change: NumberFormatsChange,
  now: Date,
): Promise<NumberFormats> {
  const formats = formatsOf(before, change)
  for (const kind of invoiceKinds)
    await db.update(numberFormats).set(formats[kind]).where(eq(numberFormats.kind, kind))
  return findNumberFormats(db, now)
}

/** Whether an invoice of another kind has a number with the prefix. */
export async function isPrefixTaken(db: Db, kind: InvoiceKind, prefix: string): Promise<boolean> {
  const prefixOf = sql`regexp_replace(${invoices.number}, '[0-9]{4}-[0-9]+$', '')`
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(ne(invoices.kind, kind), sql`${prefixOf} = ${prefix}`))
    .limit(1)
  return row !== undefined
}
