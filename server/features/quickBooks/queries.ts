import type {
  ChangedExport,
  QuickBooksRun,
  QuickBooksState,
} from '@plumbline/contract/quickBooks.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { nameOf } from '../../access/people/names.ts'
import { outer, sumOfCents } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { customers } from '../../schema/customers.ts'
import { invoices } from '../../schema/invoices.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { quickBooksExports, quickBooksFiles, quickBooksRuns } from '../../schema/quickBooks.ts'

/** The most changes that are listed. */
const MAX_CHANGED = 100

/** The condition that an issued invoice or credit memo was not exported. */
export const isNewInvoice: SQL = sql`(${outer(invoices.status)} = 'issued' and not exists (
  select from ${quickBooksExports} e where e.invoice_id = ${outer(invoices.id)}))`

/** Follows wherever it is used. With it the planner knows that few rows reverse another one. */
const isReversal = sql`r.reverses_id is not null`

/** The condition that a payment or a refund was neither exported nor reversed. */
export const isNewPayment: SQL = sql`(${outer(payments.kind)} in ('payment', 'refund')
  and ${outer(payments.reversesId)} is null
  and not exists (
    select from ${payments} r where r.reverses_id = ${outer(payments.id)} and ${isReversal})
  and not exists (select from ${quickBooksExports} e where e.payment_id = ${outer(payments.id)}))`

/** Makes exports wait for each other until the transaction ends. */
export async function lockExports(db: Db) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('quickBooks', 0))`)
}

/**
 * The changes to what was exported: void invoices, reversed payments, and uses of money that were
 * recorded after the run.
 */
const changes = sql`
  select 'voided' as kind, i.id as invoice_id, i.number, i.customer_id, i.total::float8 as amount,
    i.voided_on as day, e.id
  from ${quickBooksExports} e join ${invoices} i on i.id = e.invoice_id
  where i.status = 'void'
  union all
  select 'reversed', null, null, p.customer_id, p.amount::float8, r.day, e.id
  from ${quickBooksExports} e join ${payments} p on p.id = e.payment_id
    join ${payments} r on r.reverses_id = p.id and ${isReversal}
  union all
  select 'applied', i.id, i.number, i.customer_id, ${sumOfCents(sql`a.amount`)}, max(a.day), e.id
  from ${quickBooksExports} e join ${quickBooksRuns} q on q.id = e.run_id
    join ${paymentAllocations} a
      on a.payment_id = e.payment_id or a.credit_memo_id = e.invoice_id
    join ${invoices} i on i.id = a.invoice_id
  where a.created_at > q.created_at
    and not exists (select from ${payments} r where r.reverses_id = e.payment_id and ${isReversal})
  group by i.id, e.id having sum(a.amount) <> 0`

/** The numbers of what is new, and the last changes to what was exported. */
export async function readState(db: Db): Promise<QuickBooksState> {
  const [counts] = await db
    .select({
      invoices: sql<number>`count(*) filter (where ${invoices.kind} = 'invoice')::int`,
      creditMemos: sql<number>`count(*) filter (where ${invoices.kind} = 'creditMemo')::int`,
      payments: db.$count(payments, isNewPayment),
    })
    .from(invoices)
    .where(isNewInvoice)
  const { rows } = await db.execute<ChangedExport & { all: number }>(sql`
    select changed.id, kind, invoice_id as "invoiceId", number, customer_id as "customerId",
      c.name as "customerName", amount, day::text as day, (count(*) over ())::int as "all"
    from (${changes}) changed join ${customers} c on c.id = changed.customer_id
    order by changed.day desc, changed.id desc, changed.invoice_id limit ${MAX_CHANGED}`)
  return {
    ...(counts ?? { invoices: 0, creditMemos: 0, payments: 0 }),
    changed: rows,
    changedCount: rows[0]?.all ?? 0,
  }
}

const taken = (condition: SQL) => sql<number>`(select count(*)::int from ${quickBooksExports} e
  left join ${invoices} i on i.id = e.invoice_id
  where e.run_id = ${outer(quickBooksRuns.id)} and ${condition})`

const shape = {
  id: quickBooksRuns.id,
  createdAt: quickBooksRuns.createdAt,
  createdByName: nameOf(quickBooksRuns.createdById),
  customers: taken(sql`e.customer_id is not null`),
  invoices: taken(sql`i.kind = 'invoice'`),
  creditMemos: taken(sql`i.kind = 'creditMemo'`),
  payments: taken(sql`e.payment_id is not null`),
  files: sql<QuickBooksRun['files']>`coalesce((
    select json_agg(json_build_object('name', f.name, 'rows', f.rows) order by f.position)
    from ${quickBooksFiles} f where f.run_id = ${outer(quickBooksRuns.id)}), '[]')`,
}

export type FoundRun = Omit<QuickBooksRun, 'createdAt'> & { readonly createdAt: Date }

/** A run as the API returns it. */
export const toRun = ({ createdAt, ...run }: FoundRun): QuickBooksRun => ({
  ...run,
  createdAt: createdAt.toISOString(),
})

/** The run. With `lock`, it is locked until the transaction ends. */
export async function findRun(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<FoundRun | undefined> {
  const query = db.select(shape).from(quickBooksRuns).where(eq(quickBooksRuns.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

const places: Places<'created'> = { created: (row) => [sql`${row}.created_at`] }
const order = orderBy(quickBooksRuns, places, '-created')

/** The runs, the last ones first. */
export async function listRuns(
  db: Db,
  { limit, after }: { readonly limit?: number | undefined; readonly after?: string | undefined },
): Promise<List<QuickBooksRun>> {
  const query = db
    .select({ ...shape, total: totalOf(quickBooksRuns, undefined, limit) })
    .from(quickBooksRuns)
    .where(after === undefined ? undefined : order.after(after))
    .orderBy(...order.by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toRun(row), order.cursorOf)
}

/** A file of a run by its place, counted from 0; undefined if there is none. */
export async function findFile(db: Db, runId: string, position: number) {
  const [row] = await db
    .select({ name: quickBooksFiles.name, content: quickBooksFiles.content })
    .from(quickBooksFiles)
    .where(and(eq(quickBooksFiles.runId, runId), eq(quickBooksFiles.position, position)))
  return row
}

/** Deletes a run: what it took is new again. */
export async function deleteRun(db: Db, id: string) {
  await db.delete(quickBooksRuns).where(eq(quickBooksRuns.id, id))
}
