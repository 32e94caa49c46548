import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../schema/people.ts'
import { tables } from '../../schema/tables.ts'
import { bundledMigrations } from './migrate.ts'
import type { Database } from './open.ts'
import { inEmptyDatabase, testDatabase } from './testing.ts'

// drizzle-kit extends all arrays with it, where other libraries in the same process find it.
Object.defineProperty(Array.prototype, 'random', { enumerable: false })

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await database.db.execute(query)).rows as T[]
}

const [snapshot] = Object.values(
  import.meta.glob<Snapshot>('./migrations/meta/*_snapshot.json', {
    import: 'default',
    eager: true,
  }),
)
type Snapshot = ReturnType<typeof generateDrizzleJson>

test('the migrations contain every change of the schema', () => {
  const generated = generateDrizzleJson(Object.fromEntries(tables), snapshot?.prevId)
  expect({ ...generated, id: snapshot?.id }).toEqual(snapshot)
})

test('the command that generates migrations includes every table', async () => {
  const { stdout } = await promisify(execFile)('npx', ['drizzle-kit', 'export'], {
    cwd: path.join(import.meta.dirname, '../..'),
  })
  const created = [...stdout.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, name]) => name)
  expect(created.sort()).toEqual(tables.map(([, table]) => getTableName(table)).sort())
}, 60_000)

/**
 * The columns, constraints, indexes, triggers and functions of a database, in the notation of
 * Postgres.
 */
const catalog = `
  select format('%s.%s %s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class t on t.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select format('function %s', p.oid::regprocedure) from pg_proc p where pronamespace = 'public'::regnamespace and not exists
    (select from pg_depend where objid = p.oid and deptype = 'e')`

/** The statements that create the collation and the function of indexes. */
const indexed = bundledMigrations()
  .flatMap((migration) => migration.sql.split('--> statement-breakpoint'))
  .filter((statement) => /^create (collation|function "search_text")/im.test(statement))

test('all migrations together create the same schema as one generated migration', async () => {
  const linesOf = async ({ pool }: Pick<Database, 'pool'>) =>
    (await pool.query<{ line: string }>(catalog)).rows.map(({ line }) => line).sort()
  const wanted = await inEmptyDatabase(async (whole) => {
    await whole.pool.query('create extension pg_trgm; create extension btree_gist')
    for (const statement of indexed) await whole.pool.query(statement)
    for (const statement of await generateMigration(generateDrizzleJson({}), snapshot))
      await whole.pool.query(statement)
    return linesOf(whole)
  })
  const found = await linesOf(database)
  expect(wanted.filter((line) => !found.includes(line))).toEqual([])
  // Objects that drizzle-kit does not support, which a migration defines by hand.
  expect(found.filter((line) => !wanted.includes(line))).toMatchInlineSnapshot(`
    [
      "CREATE INDEX tenants_leases_do_not_overlap ON public.tenants USING gist (property_id, daterange(lease_start, lease_end, '[]'::text)) WHERE ((property_id IS NOT NULL) AND (lease_start IS NOT NULL))",
      "CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_append_only()",
      "CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_append_only()",
      "CREATE TRIGGER deposit_returns_append_only BEFORE DELETE OR UPDATE ON public.deposit_returns FOR EACH ROW EXECUTE FUNCTION rental_books_append_only()",
      "CREATE TRIGGER issued_invoices_stay BEFORE DELETE ON public.invoices FOR EACH ROW WHEN (((old.status)::text <> 'draft'::text)) EXECUTE FUNCTION issued_invoices_stay()",
      "CREATE TRIGGER jobs_count_added AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_jobs()",
      "CREATE TRIGGER jobs_count_changed AFTER UPDATE ON public.jobs FOR EACH ROW WHEN (((((old.status)::text IS DISTINCT FROM (new.status)::text) OR (old.end_date IS DISTINCT FROM new.end_date)) OR (old.approved_amount IS DISTINCT FROM new.approved_amount))) EXECUTE FUNCTION count_jobs()",
      "CREATE TRIGGER jobs_count_gone AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_jobs()",
      "CREATE TRIGGER jobs_count_none AFTER TRUNCATE ON public.jobs FOR EACH STATEMENT EXECUTE FUNCTION forget_counts('job')",
      "CREATE TRIGGER payment_allocations_append_only BEFORE DELETE OR UPDATE ON public.payment_allocations FOR EACH ROW EXECUTE FUNCTION payments_append_only()",
      "CREATE TRIGGER payments_append_only BEFORE DELETE OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION payments_append_only()",
      "CREATE TRIGGER rental_expenses_append_only BEFORE DELETE OR UPDATE ON public.rental_expenses FOR EACH ROW EXECUTE FUNCTION rental_books_append_only()",
      "CREATE TRIGGER rental_income_append_only BEFORE DELETE OR UPDATE ON public.rental_income FOR EACH ROW EXECUTE FUNCTION rental_books_append_only()",
      "CREATE TRIGGER tasks_count_added AFTER INSERT ON public.tasks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_tasks()",
      "CREATE TRIGGER tasks_count_changed AFTER UPDATE ON public.tasks FOR EACH ROW WHEN ((((old.status)::text IS DISTINCT FROM (new.status)::text) OR (old.deadline IS DISTINCT FROM new.deadline))) EXECUTE FUNCTION count_tasks()",
      "CREATE TRIGGER tasks_count_gone AFTER DELETE ON public.tasks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_tasks()",
      "CREATE TRIGGER tasks_count_none AFTER TRUNCATE ON public.tasks FOR EACH STATEMENT EXECUTE FUNCTION forget_counts('task')",
      "CREATE UNIQUE INDEX migrations_pkey ON public.migrations USING btree (tag)",
      "function audit_entries_append_only()",
      "function count_jobs()",
      "function count_tasks()",
      "function forget_counts()",
      "function issued_invoices_stay()",
      "function payments_append_only()",
      "function rental_books_append_only()",
      "migrations PRIMARY KEY (tag)",
      "migrations.applied_at timestamp with time zone not null default now()",
      "migrations.hash text not null",
      "migrations.tag text not null",
      "tenants EXCLUDE USING gist (property_id WITH =, daterange(lease_start, lease_end, '[]'::text) WITH &&) WHERE (((property_id IS NOT NULL) AND (lease_start IS NOT NULL)))",
    ]
  `)
})

test('every foreign key is the first column of an index', async () => {
  const bare = await rows<{ column: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`)
  expect(bare).toEqual([])
})

test('every foreign key has the expected action on delete', async () => {
  const keys = await rows<{ line: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname || ': ' ||
      case c.confdeltype when 'c' then 'goes too' when 'n' then 'is cleared' else 'stops it' end as line
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f'`)
  const lines = keys.map(({ line }) => line).sort()
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "attention_snoozes.person_id: goes too
    audit_entries.actor_id: stops it
    audit_repeats.entry_id: goes too
    bid_appointments.assigned_to_id: is cleared
    bid_appointments.bid_id: goes too
    bid_follow_ups.bid_id: goes too
    bid_follow_ups.person_id: is cleared
    bid_pricings.bid_id: goes too
    calendar_feeds.user_id: goes too
    card_sessions.invoice_id: goes too
    change_orders.accepted_by_id: is cleared
    change_orders.customer_id: is cleared
    change_orders.job_id: goes too
    credentials.user_id: goes too
    crew_absences.subcontractor_id: goes too
    crew_schedule.schedule_entry_id: goes too
    crew_schedule.subcontractor_id: goes too
    customer_contacts.customer_id: goes too
    customer_merges.customer_id: goes too
    customer_merges.into_id: goes too
    customer_merges.merged_by_id: is cleared
    customers.merged_into_id: goes too
    deliveries.customer_id: goes too
    deliveries.invoice_id: goes too
    deliveries.notification_id: goes too
    deliveries.payment_id: goes too
    deliveries.person_id: goes too
    deliveries.proposal_id: goes too
    deposit_returns.recorded_by_id: stops it
    deposit_returns.reverses_id: stops it
    deposit_returns.tenant_id: stops it
    idempotency_keys.person_id: goes too
    invoice_events.actor_id: is cleared
    invoice_events.invoice_id: goes too
    invoice_sources.bid_id: goes too
    invoice_sources.change_order_id: goes too
    invoice_sources.invoice_id: goes too
    invoices.customer_id: stops it
    invoices.job_id: goes too
    job_mutes.job_id: goes too
    job_mutes.person_id: goes too
    job_ratings.job_id: goes too
    job_ratings.rated_by_id: stops it
    job_ratings.subcontractor_id: goes too
    job_subcontractors.job_id: goes too
    job_subcontractors.subcontractor_id: goes too
    jobs.client_id: is cleared
    jobs.customer_id: stops it
    jobs.project_manager_id: is cleared
    lease_changes.tenant_id: goes too
    message_reads.job_id: goes too
    message_reads.user_id: goes too
    messages.job_id: goes too
    messages.removed_by_id: stops it
    messages.sender_id: stops it
    moved_crew_days.move_id: goes too
    moved_crew_days.schedule_entry_id: goes too
    moved_crew_days.subcontractor_id: goes too
    notification_channels.person_id: goes too
    notifications.actor_id: goes too
    notifications.job_id: goes too
    notifications.person_id: goes too
    passkeys.user_id: goes too
    password_resets.user_id: goes too
    payment_allocations.credit_memo_id: stops it
    payment_allocations.invoice_id: stops it
    payment_allocations.payment_id: stops it
    payment_allocations.recorded_by_id: stops it
    payment_allocations.refund_id: stops it
    payments.customer_id: stops it
    payments.recorded_by_id: stops it
    payments.reverses_id: stops it
    pending_bids.client_id: is cleared
    pending_bids.customer_id: stops it
    pending_bids.job_id: is cleared
    photos.job_id: goes too
    photos.task_id: is cleared
    photos.uploaded_by_id: stops it
    private_notes.subcontractor_id: goes too
    private_notes.updated_by_id: stops it
    property_jobs.job_id: goes too
    property_jobs.property_id: goes too
    property_photos.property_id: goes too
    property_photos.uploaded_by_id: stops it
    proposal_events.actor_id: is cleared
    proposal_events.proposal_id: goes too
    proposal_photos.photo_id: goes too
    proposal_photos.proposal_id: goes too
    proposals.bid_id: goes too
    proposals.change_order_id: goes too
    proposals.customer_id: is cleared
    proposals.sent_by_id: is cleared
    push_devices.person_id: goes too
    quickbooks_exports.customer_id: goes too
    quickbooks_exports.invoice_id: goes too
    quickbooks_exports.payment_id: goes too
    quickbooks_exports.run_id: goes too
    quickbooks_files.run_id: goes too
    quickbooks_runs.created_by_id: is cleared
    quiet_hours.person_id: goes too
    recovery_codes.user_id: goes too
    recurring_expenses.property_id: goes too
    refused_addresses.person_id: goes too
    rental_expenses.job_id: is cleared
    rental_expenses.property_id: stops it
    rental_expenses.recorded_by_id: stops it
    rental_expenses.recurring_id: is cleared
    rental_expenses.reverses_id: stops it
    rental_income.deposit_return_id: stops it
    rental_income.property_id: stops it
    rental_income.recorded_by_id: stops it
    rental_income.reverses_id: stops it
    rental_income.tenant_id: is cleared
    saved_views.person_id: goes too
    schedule_baselines.job_id: goes too
    schedule_baselines.kept_by_id: stops it
    schedule_changes.changed_by_id: stops it
    schedule_changes.job_id: goes too
    schedule_changes.move_id: is cleared
    schedule_dependencies.depends_on_id: goes too
    schedule_dependencies.entry_id: goes too
    schedule_entries.assigned_subcontractor_id: is cleared
    schedule_entries.job_id: goes too
    schedule_move_jobs.job_id: goes too
    schedule_move_jobs.move_id: goes too
    schedule_moves.moved_by_id: stops it
    schedule_moves.undoes_id: goes too
    schedule_templates.created_by_id: stops it
    task_correspondence.task_id: goes too
    task_correspondence.user_id: stops it
    tasks.assignee_id: is cleared
    tasks.job_id: goes too
    tenants.property_id: is cleared
    users.customer_id: is cleared
    users.invited_by: is cleared
    weather_days.marked_by_id: stops it
    weekly_updates.job_id: goes too
    weekly_updates.sent_by_id: stops it"
  `)
})

const job = `'00000000-0000-7000-8000-000000000001'`
const property = `'00000000-0000-7000-8000-000000000002'`

describe('the database refuses', () => {
  beforeAll(async () => {
    await database.db.execute(
      sql.raw(`insert into jobs (id, name, address) values (${job}, 'Garage', '1 Elm')`),
    )
    await database.db.execute(
      sql.raw(`insert into rental_properties (id, address, city, state, zip_code, property_type)
        values (${property}, '9 Oak', 'Bend', 'OR', '97701', 'house')`),
    )
  })
  const jobIn = (columns: string, values: string) =>
    `insert into jobs (id, name, address, ${columns}) values (gen_random_uuid(), 'a', 'b', ${values})`
  const entryIn = (start: string, end: string, columns = 'notes', values = 'null') =>
    `insert into schedule_entries (id, job_id, title, start_date, end_date, ${columns})
      values (gen_random_uuid(), ${job}, 'a', '${start}', '${end}', ${values})`
  const incomeIn = (amount: string) =>
    `insert into rental_income (id, property_id, amount, income_type, kind, rent_month, date_received)
      values (gen_random_uuid(), ${property}, ${amount}, 'rent', 'rent', '2026-01-01', '2026-01-01')`
  const leaseIn = (start: string, end: string) =>
    `insert into tenants (id, property_id, first_name, last_name, lease_start, lease_end)
      values (gen_random_uuid(), ${property}, 'a', 'b', '${start}', ${end})`
  const userIn = (email: string, role = 'client') =>
    `insert into users (id, email, first_name, last_name, role) values (gen_random_uuid(), '${email}', 'a', 'b', '${role}')`

  test.each([
    ['an invalid job status', jobIn('status', `'paused'`)],
    ['progress above 100', jobIn('progress', '101')],
    ['progress below 0', jobIn('progress', '-1')],
    ['a negative amount', jobIn('approved_amount', '-1')],
    [
      'a job that ends before it starts',
      jobIn('start_date, end_date', `'2026-03-02', '2026-03-01'`),
    ],
    ['an entry that ends before it starts', entryIn('2026-03-02', '2026-03-01')],
    ['an invalid entry priority', entryIn('2026-03-01', '2026-03-01', 'priority', `'urgent'`)],
    ['an invalid entry type', entryIn('2026-03-01', '2026-03-01', 'schedule_type', `'party'`)],
    ['an invalid entry status', entryIn('2026-03-01', '2026-03-01', 'status', `'done'`)],
    ['an entry above 100 percent', entryIn('2026-03-01', '2026-03-01', 'percent_complete', '101')],
    [
      'an invalid task status',
      `insert into tasks (id, job_id, name, status) values (gen_random_uuid(), ${job}, 'a', 'x')`,
    ],
    [
      'an invalid bid status',
      `insert into pending_bids (id, name, address, status) values (gen_random_uuid(), 'a', 'b', 'x')`,
    ],
    [
      'an invalid bid priority',
      `insert into pending_bids (id, name, address, priority) values (gen_random_uuid(), 'a', 'b', 'critical')`,
    ],
    ['an invalid property status', `update rental_properties set status = 'sold'`],
    ['negative income that reverses nothing', incomeIn('-5')],
    [
      'a rating above 5',
      `insert into job_ratings (id, job_id, subcontractor_id, score, rated_by_id)
        values (gen_random_uuid(), ${job}, ${job}, 6, ${job})`,
    ],
    ['an invalid role', userIn('x@example.com', 'owner')],
    [
      'two companies',
      `insert into settings (id, company_name, holdings_name, time_zone) values (2, 'a', 'b', 'UTC')`,
    ],
  ])('%s', async (_what, statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '23514' })
  })

  test('two leases of a property that share a day', async () => {
    await database.pool.query(leaseIn('2026-01-01', `'2026-02-28'`))
    await database.pool.query(leaseIn('2026-03-02', 'null'))
    for (const days of [
      leaseIn('2026-02-28', `'2026-03-01'`),
      leaseIn('2026-03-01', `'2026-03-02'`),
      leaseIn('2030-01-01', 'null'),
    ])
      await expect(database.pool.query(days)).rejects.toMatchObject({ code: '23P01' })
    await database.pool.query(leaseIn('2026-03-01', `'2026-03-01'`))
  })

  test('two people with one email address in any case, unless one was removed', async () => {
    await database.pool.query(userIn('kim@example.com'))
    await expect(database.pool.query(userIn('KIM@example.com'))).rejects.toMatchObject({
      code: '23505',
    })
    await database.pool.query(`update users set deleted_at = now() where email = 'kim@example.com'`)
    await database.pool.query(userIn('Kim@example.com'))
  })
})

test('every change increases updatedAt by whole milliseconds, even within one transaction', async () => {
  const [person] = await database.db
    .insert(users)
    .values({ email: 'lee@example.com', firstName: 'Lee', lastName: 'Lang' })
    .returning()
  const versions = [person?.updatedAt.getTime() ?? 0]
  await database.db.transaction(async (tx) => {
    for (const phone of ['1', '2', '3']) {
      const [changed] = await tx
        .update(users)
        .set({ phone })
        .where(eq(users.email, 'lee@example.com'))
        .returning()
      versions.push(changed?.updatedAt.getTime() ?? 0)
    }
  })
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  const [{ whole } = { whole: false }] = await rows<{ whole: boolean }>(
    sql`select bool_and(updated_at = date_trunc('milliseconds', updated_at)) as whole from users`,
  )
  expect(whole).toBe(true)
})
