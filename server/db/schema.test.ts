import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../people/table.ts'
import type { Database } from './open.ts'
import { testDatabase } from './testing.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/**
 * The tables of the specification, written out by hand: `name type`, `!` for not null, `= default`; columns of our own
 * come after `|`. The specification keeps dependencies in two array columns; here they are a table (issue 8).
 */
const spec: Record<string, string> = {
  users: `id uuid!, email varchar(254), first_name varchar(300)!, last_name varchar(300)!, profile_image_url varchar(500),
    role varchar(20)! = client, specialty varchar(300), phone varchar(50), invite_token varchar(64), invite_expiry moment,
    is_invited boolean! = false, invited_by uuid, created_at moment! = now, updated_at moment! = now | deleted_at moment,
    second_phone varchar(50), company varchar(300), address varchar(300), office_notes varchar(20000)`,
  sessions: 'sid varchar(100)!, sess jsonb!, expire moment!',
  jobs: `id uuid!, name varchar(300)!, address varchar(300)!, client_id uuid, project_manager_id uuid,
    status varchar(20)! = not_started, progress integer! = 0, start_date date, end_date date, notes varchar(20000),
    customer_name varchar(300), customer_email varchar(254), customer_phone varchar(50), customer_address varchar(300),
    approved_amount bigint, created_at moment! = now, updated_at moment! = now | private_notes varchar(20000)`,
  tasks: `id uuid!, job_id uuid!, assignee_id uuid, name varchar(300)!, description varchar(20000),
    status varchar(20)! = not_started, deadline moment, created_at moment! = now, updated_at moment! = now`,
  task_correspondence: `id uuid!, task_id uuid!, user_id uuid!, message varchar(20000)!, type varchar(50)! = comment,
    created_at moment! = now`,
  job_subcontractors: 'id uuid!, job_id uuid!, subcontractor_id uuid!, created_at moment! = now',
  photos: `id uuid!, job_id uuid, task_id uuid, uploaded_by_id uuid!, url varchar(500)!, caption varchar(20000),
    created_at moment! = now | storage_key varchar(300)!, files jsonb!, content_type varchar(50)!, width integer!,
    height integer!, taken_at moment, client_visible boolean! = true, updated_at moment! = now`,
  messages: `id uuid!, job_id uuid!, sender_id uuid!, content varchar(20000)!, created_at moment! = now
    | audience varchar(10)! = all, removed_at moment, removed_by_id uuid`,
  schedule_entries: `id uuid!, job_id uuid!, title varchar(300)!, description varchar(20000), schedule_type varchar(20)! = task,
    start_date date!, end_date date!, estimated_hours numeric(8,2)! = 8, assigned_subcontractor_id uuid,
    status varchar(20)! = scheduled, priority varchar(20)! = medium,
    weather_dependent boolean! = false, indoor_work boolean! = true, percent_complete integer! = 0,
    actual_start_date date, actual_end_date date, actual_hours numeric(8,2), reminder_sent boolean! = false,
    notify_client boolean! = false, notes varchar(20000), completion_notes varchar(20000), created_at moment! = now,
    updated_at moment! = now | internal boolean! = false, date_fixed boolean! = false,
    baseline_start_date date, baseline_end_date date`,
  schedule_dependencies: 'entry_id uuid!, depends_on_id uuid!, job_id uuid!, lag_days integer! = 0',
  schedule_templates: `id uuid!, name varchar(300)!, description varchar(20000), project_type varchar(50), template_data jsonb!,
    estimated_duration integer, created_by_id uuid, is_active boolean! = true, created_at moment! = now,
    updated_at moment! = now`,
  crew_schedule: `id uuid!, schedule_entry_id uuid!, subcontractor_id uuid!, assigned_date date!, start_time varchar(5)! = 08:00,
    end_time varchar(5)! = 17:00, role varchar(300), confirmed boolean! = false, created_at moment! = now
    | declined boolean! = false, decline_reason varchar(20000), asked_at moment, updated_at moment! = now`,
  schedule_changes: `id uuid!, schedule_entry_id uuid!, changed_by_id uuid!, change_type varchar(50)!, old_value varchar(20000),
    new_value varchar(20000), reason varchar(20000), impacted_entries uuid[]! = {}, created_at moment! = now | job_id uuid!, move_id uuid`,
  pending_bids: `id uuid!, name varchar(300)!, address varchar(300)!, status varchar(20)! = pending, estimated_amount bigint,
    notes varchar(20000), customer_name varchar(300), customer_email varchar(254), customer_phone varchar(50),
    customer_address varchar(300), appointment_date moment, appointment_notes varchar(20000), lead_source varchar(50),
    priority varchar(20)! = medium, follow_up_date date, follow_up_notes varchar(20000), created_at moment! = now,
    updated_at moment! = now | job_id uuid, scope varchar(20000)`,
  bid_appointments: `id uuid!, bid_id uuid!, title varchar(300)!, description varchar(20000), scheduled_date moment!,
    duration integer! = 60, appointment_type varchar(50)! = consultation, status varchar(20)! = scheduled, assigned_to_id uuid,
    completion_notes varchar(20000), created_at moment! = now, updated_at moment! = now`,
  rental_properties: `id uuid!, address varchar(300)!, city varchar(300)!, state varchar(50)!, zip_code varchar(50)!,
    property_type varchar(50)!, bedrooms integer, bathrooms numeric(3,1), square_feet integer, purchase_price numeric(12,2),
    purchase_date date, monthly_rent numeric(10,2), security_deposit numeric(10,2), property_manager varchar(300),
    notes varchar(20000), status varchar(20)! = vacant, created_at moment! = now, updated_at moment! = now
    | archived_at moment, status_set_by_hand boolean! = false`,
  tenants: `id uuid!, property_id uuid, first_name varchar(300)!, last_name varchar(300)!, email varchar(254), phone varchar(50),
    emergency_contact varchar(300), emergency_phone varchar(50), lease_start date, lease_end date, monthly_rent numeric(10,2),
    security_deposit numeric(10,2), status varchar(50)! = active, notes varchar(20000), created_at moment! = now,
    updated_at moment! = now | rent_from date`,
  rental_income: `id uuid!, property_id uuid!, tenant_id uuid, amount numeric(10,2)!, income_type varchar(50)!,
    description varchar(20000), date_received date!, payment_method varchar(50), created_at moment! = now
    | reverses_id uuid, kind varchar(20)!, rent_month date, deposit_return_id uuid`,
  rental_expenses: `id uuid!, property_id uuid, amount numeric(10,2)!, expense_type varchar(50)!, vendor varchar(300),
    description varchar(20000)!, date_incurred date!, receipt_url varchar(500), created_at moment! = now
    | reverses_id uuid, job_id uuid, recurring_id uuid, receipt_key varchar(300), receipt_type varchar(50),
    receipt_files jsonb`,
}

/** A column that the database makes from others; its expression is that of `bytesOf`. */
const bytes = `bytes bigint! = ${['thumb', 'full', 'original']
  .map((size) => `COALESCE((((files -> '${size}'::text) ->> 'size'::text))::bigint, (0)::bigint)`)
  .reduce((sum, part) => `(${sum} + ${part})`)}`

const wanted = (text: string) =>
  text
    .split(/[,|](?![^(]*\))/)
    .map((column) => column.trim())
    .sort()

async function rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await database.db.execute(query)).rows as T[]
}

async function columnsOf(table: string): Promise<string[]> {
  const found = await rows<{
    name: string
    type: string
    owed: boolean
    default: string | null
  }>(sql`
    select a.attname as name, a.attnotnull as owed, pg_get_expr(d.adbin, d.adrelid) as default,
      replace(replace(format_type(a.atttypid, a.atttypmod), 'character varying', 'varchar'),
        'timestamp(3) with time zone', 'moment') as type
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`)
  return found
    .map(({ name, type, owed, default: value }) => {
      const plain = value
        ?.replace(/::[a-z0-9 ]+(\[\])?(\(\d+(,\d+)?\))?$/, '')
        .replace(/^'(.*)'$|\(\)$/, '$1')
      return `${name} ${type}${owed ? '!' : ''}${plain === undefined ? '' : ` = ${plain}`}`
    })
    .sort()
}

describe('the tables of the specification', () => {
  test.each(Object.keys(spec))('%s', async (table) => {
    const ours = table === 'photos' ? [bytes] : []
    expect(await columnsOf(table)).toEqual([...wanted(spec[table] ?? ''), ...ours].sort())
  })
})

test('every foreign key is the first column of an index', async () => {
  const bare = await rows<{ column: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`)
  expect(bare).toEqual([])
})

test('what happens to a row when what it refers to is deleted', async () => {
  const keys = await rows<{ line: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname || ': ' ||
      case c.confdeltype when 'c' then 'goes too' when 'n' then 'is cleared' else 'stops it' end as line
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f'`)
  const lines = keys.map(({ line }) => line).sort()
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "attention_snoozes.person_id: goes too
    audit_entries.actor_id: stops it
    bid_appointments.assigned_to_id: is cleared
    bid_appointments.bid_id: goes too
    calendar_feeds.user_id: goes too
    credentials.user_id: goes too
    crew_absences.subcontractor_id: goes too
    crew_schedule.schedule_entry_id: goes too
    crew_schedule.subcontractor_id: goes too
    deliveries.notification_id: goes too
    deliveries.person_id: goes too
    deposit_returns.reverses_id: stops it
    deposit_returns.tenant_id: stops it
    idempotency_keys.person_id: goes too
    job_mutes.job_id: goes too
    job_mutes.person_id: goes too
    job_ratings.job_id: goes too
    job_ratings.rated_by_id: stops it
    job_ratings.subcontractor_id: goes too
    job_subcontractors.job_id: goes too
    job_subcontractors.subcontractor_id: goes too
    jobs.client_id: is cleared
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
    push_devices.person_id: goes too
    quiet_hours.person_id: goes too
    recovery_codes.user_id: goes too
    recurring_expenses.property_id: goes too
    refused_addresses.person_id: goes too
    rental_expenses.job_id: is cleared
    rental_expenses.property_id: stops it
    rental_expenses.recurring_id: is cleared
    rental_expenses.reverses_id: stops it
    rental_income.deposit_return_id: stops it
    rental_income.property_id: stops it
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
    ['a job status that is none', jobIn('status', `'paused'`)],
    ['progress above 100', jobIn('progress', '101')],
    ['progress below 0', jobIn('progress', '-1')],
    ['a negative amount', jobIn('approved_amount', '-1')],
    [
      'a job that ends before it starts',
      jobIn('start_date, end_date', `'2026-03-02', '2026-03-01'`),
    ],
    ['an entry that ends before it starts', entryIn('2026-03-02', '2026-03-01')],
    ['an entry priority that is none', entryIn('2026-03-01', '2026-03-01', 'priority', `'urgent'`)],
    ['an entry type that is none', entryIn('2026-03-01', '2026-03-01', 'schedule_type', `'party'`)],
    ['an entry status that is none', entryIn('2026-03-01', '2026-03-01', 'status', `'done'`)],
    ['an entry more than complete', entryIn('2026-03-01', '2026-03-01', 'percent_complete', '101')],
    [
      'a task status that is none',
      `insert into tasks (id, job_id, name, status) values (gen_random_uuid(), ${job}, 'a', 'x')`,
    ],
    [
      'a bid status that is none',
      `insert into pending_bids (id, name, address, status) values (gen_random_uuid(), 'a', 'b', 'x')`,
    ],
    [
      'a bid priority that is none',
      `insert into pending_bids (id, name, address, priority) values (gen_random_uuid(), 'a', 'b', 'critical')`,
    ],
    ['a property status that is none', `update rental_properties set status = 'sold'`],
    ['negative income that takes nothing back', incomeIn('-5')],
    [
      'a rating above 5',
      `insert into job_ratings (id, job_id, subcontractor_id, score, rated_by_id)
        values (gen_random_uuid(), ${job}, ${job}, 6, ${job})`,
    ],
    ['a role that is none', userIn('x@example.com', 'owner')],
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

  test('two people with one address, whatever its case, unless one has left', async () => {
    await database.pool.query(userIn('kim@example.com'))
    await expect(database.pool.query(userIn('KIM@example.com'))).rejects.toMatchObject({
      code: '23505',
    })
    await database.pool.query(`update users set deleted_at = now() where email = 'kim@example.com'`)
    await database.pool.query(userIn('Kim@example.com'))
  })
})

test('every change moves updatedAt, twice in one transaction too, to whole milliseconds', async () => {
  const [person] = await database.db
    .insert(users)
    .values({ email: 'lee@example.com', firstName: 'Lee', lastName: 'Lang' })
    .returning()
  const seen = [person?.updatedAt.getTime() ?? 0]
  await database.db.transaction(async (tx) => {
    for (const phone of ['1', '2', '3']) {
      const [changed] = await tx
        .update(users)
        .set({ phone })
        .where(eq(users.email, 'lee@example.com'))
        .returning()
      seen.push(changed?.updatedAt.getTime() ?? 0)
    }
  })
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
  const [{ whole } = { whole: false }] = await rows<{ whole: boolean }>(
    sql`select bool_and(updated_at = date_trunc('milliseconds', updated_at)) as whole from users`,
  )
  expect(whole).toBe(true)
})
