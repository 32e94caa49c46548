/** The number of rows of each kind. */
export interface Amounts {
  readonly jobs: number
  readonly tasks: number
  readonly entries: number
  readonly photos: number
  readonly messages: number
  readonly bids: number
  /** The number of audit log entries. */
  readonly events: number
  /** The number of rental properties, each with ten years of books. */
  readonly properties: number
}

/** A company after some years. */
export const SMALL: Amounts = {
  jobs: 2000,
  tasks: 20_000,
  entries: 4000,
  photos: 20_000,
  messages: 10_000,
  bids: 500,
  events: 5000,
  properties: 100,
}

/** The same company when it is twenty-five times as old, or a very large one. */
export const LARGE: Amounts = {
  jobs: 50_000,
  tasks: 500_000,
  entries: 100_000,
  photos: 50_000,
  messages: 200_000,
  bids: 12_500,
  events: 125_000,
  properties: 500,
}

/** Only people, to be combined with other amounts. */
export const NOTHING: Amounts = {
  ...{ jobs: 0, tasks: 0, entries: 0, photos: 0, messages: 0, bids: 0, events: 0, properties: 0 },
}

/**
 * The jobs that a company works on within the spans of days below. A company with more jobs is
 * older, and does not work on more at a time.
 */
const JOBS_OF_ONE_SPAN = 2000
/** The factor by which the spans are longer for a number of jobs. */
const spans = (jobs: number) => Math.max(1, Math.round(jobs / JOBS_OF_ONE_SPAN))
/**
 * SQL for a day for each `i`, spread over a span.
 * @param last the last day, in days from today
 * @param span the length for the usual number of jobs, in days
 */
const dayOf = (last: number, span: number, jobs: number) =>
  `(current_date + ${last} - i % ${span * spans(jobs)})`

const SUBS = 40
const CLIENTS = 20

const people = [
  `insert into users (id, email, first_name, last_name, role, specialty)
   select gen_random_uuid(), 'sub' || n || '@example.com', 'Sub' || n, 'Number', 'subcontractor', 'Framing'
   from generate_series(1, ${SUBS}) n`,
  `insert into users (id, email, first_name, last_name, role)
   select gen_random_uuid(), 'client' || n || '@example.com', 'Client' || n, 'Number', 'client'
   from generate_series(1, ${CLIENTS}) n`,
]

// Numbers people and jobs, so that rows can be distributed evenly.
const numbered = (table: string, where: string) =>
  `create temporary table numbered_${table} as
   select id, (row_number() over (order by created_at, id))::int - 1 as n from ${where}`

/** The number of customers, who have two jobs each. */
const customersOf = (jobAmount: number) => Math.max(1, Math.floor(jobAmount / 2))

const customers = ({ jobs: amount }: Amounts) => [
  `insert into customers (id, name, address, created_at)
   select gen_random_uuid(), 'Carla Customer ' || i, i || ' Quarry Road, Elgin', now() - i * interval '2 hours'
   from generate_series(1, ${customersOf(amount)}) i`,
  numbered('customers', 'customers'),
  `insert into customer_contacts (id, customer_id, position, name, email, phone)
   select gen_random_uuid(), id, k, 'Contact ' || n, 'contact' || n || '.' || k || '@example.com', '630-555-' || lpad(n::text, 5, '0')
   from numbered_customers cross join generate_series(0, 1) k`,
]

/** The number of lines in the price list. */
const LINES = 5000

const priceList = [
  `insert into saved_lines (id, description, details, unit, unit_price, unit_cost, category, taxable)
   select gen_random_uuid(), 'Line ' || i, repeat('What is included. ', 10), 'each', i * 1.25, i * 0.8125,
     (array['labor', 'material', 'subcontract', 'equipment', 'permit', 'other'])[1 + i % 6], i % 2 = 0
   from generate_series(1, ${LINES}) i`,
]

const jobs = ({ jobs: amount }: Amounts) => [
  numbered('subs', `users where role = 'subcontractor'`),
  numbered('clients', `users where role = 'client'`),
  numbered('pictures', 'photos'),
  `insert into jobs (id, name, address, client_id, customer_id, status, progress, start_date, end_date, notes, customer_name, approved_amount, created_at, updated_at)
   select gen_random_uuid(), 'Job ' || i, i || ' Quarry Road, Elgin', c.id, k.id,
     (array['not_started', 'in_progress', 'completed', 'on_hold'])[1 + i % 4], i % 101,
     ${dayOf(99, 701, amount)}, ${dayOf(99, 701, amount)} + 30, repeat('What was agreed. ', 10), 'Carla Customer ' || i,
     i * 12345, now() - i * interval '1 hour', now() - i * interval '1 hour'
   from generate_series(1, ${amount}) i join numbered_clients c on c.n = i % ${CLIENTS + 1}
   join numbered_customers k on k.n = i % ${customersOf(amount)}`,
  numbered('jobs', 'jobs'),
  `insert into job_subcontractors (id, job_id, subcontractor_id)
   select gen_random_uuid(), j.id, s.id
   from numbered_jobs j cross join generate_series(0, 2) k join numbered_subs s on s.n = (j.n * 7 + k) % ${SUBS + 1}`,
]

const tasks = ({ tasks: amount, jobs: jobAmount }: Amounts) => [
  `insert into tasks (id, job_id, assignee_id, name, description, status, deadline, created_at, updated_at)
   select gen_random_uuid(), j.id, case when i % 4 > 0 then s.id end, 'Task ' || i, repeat('How it is done. ', 5),
     (array['not_started', 'in_progress', 'completed'])[1 + i % 3],
     case when i % 10 > 0 then ${dayOf(199, 401, jobAmount)} end, now() - i * interval '10 minutes', now()
   from generate_series(1, ${amount}) i join numbered_jobs j on j.n = i % ${jobAmount}
   join numbered_subs s on s.n = (j.n * 7 + i / ${jobAmount} % 3) % ${SUBS + 1}`,
  `insert into task_correspondence (id, task_id, user_id, message)
   select gen_random_uuid(), t.id, s.id, 'Said number ' || k
   from tasks t join numbered_jobs j on j.id = t.job_id and j.n < 50 cross join generate_series(1, 10) k
   join numbered_subs s on s.n = k`,
]

const entries = ({ entries: amount, jobs: jobAmount }: Amounts) => [
  `insert into schedule_entries (id, job_id, title, description, start_date, end_date, assigned_subcontractor_id, status, priority)
   select gen_random_uuid(), j.id, 'Entry ' || i, repeat('What is done. ', 5),
     ${dayOf(59, 121, jobAmount)}, ${dayOf(59, 121, jobAmount)} + i % 5, s.id,
     (array['scheduled', 'in_progress', 'completed', 'delayed', 'cancelled'])[1 + i % 5],
     (array['low', 'medium', 'high', 'critical'])[1 + i % 4]
   from generate_series(1, ${amount}) i join numbered_jobs j on j.n = i % ${jobAmount}
   join numbered_subs s on s.n = (j.n * 7 + i / ${jobAmount} % 3) % ${SUBS + 1}`,
  `insert into schedule_changes (id, schedule_entry_id, job_id, changed_by_id, change_type, new_value)
   select gen_random_uuid(), e.id, e.job_id, u.id, 'created', e.title
   from schedule_entries e cross join (select id from users where role = 'admin' limit 1) u`,
  `insert into crew_schedule (id, schedule_entry_id, subcontractor_id, assigned_date, confirmed)
   select gen_random_uuid(), id, assigned_subcontractor_id, start_date, true from schedule_entries`,
]

/** The number of jobs to distribute rows over, so that jobs have the same amount at any size. */
const spread = (jobsWithSome: number, jobs: number) =>
  Math.max(1, Math.min(jobs, Math.round(jobsWithSome)))

const photos = ({ photos: amount, jobs: jobAmount }: Amounts) => [
  `create table shared_pictures as
   select gen_random_uuid() as id, 'photos/' || gen_random_uuid() as storage_key, p.storage_key as source, j.id as job_id, i
   from generate_series(1, ${amount}) i join numbered_jobs j on j.n = i % ${spread(amount / 10, jobAmount)}
   join numbered_pictures np on np.n = i % (select count(*) from numbered_pictures) join photos p on p.id = np.id`,
  `insert into photos (id, job_id, uploaded_by_id, url, caption, storage_key, files, content_type, width, height, taken_at, created_at, updated_at)
   select s.id, s.job_id, p.uploaded_by_id, '/api/photos/' || s.id || '/image', 'Photo ' || s.i, s.storage_key, p.files,
     p.content_type, p.width, p.height, now() - s.i * interval '7 minutes' - interval '1 hour', now() - s.i * interval '7 minutes', now()
   from shared_pictures s join photos p on p.storage_key = s.source`,
]

const messages = ({ messages: amount, jobs: jobAmount }: Amounts) => [
  `insert into messages (id, job_id, sender_id, content, created_at)
   select gen_random_uuid(), j.id, s.id, 'Message ' || i || repeat(' and so on', 5), now() - i * interval '9 minutes'
   from generate_series(1, ${amount}) i
   join numbered_jobs j on j.n = case when i % 10 = 0 then 0 else i % ${spread(amount / 5, jobAmount)} end
   join numbered_subs s on s.n = i % ${SUBS + 1}`,
]

const notifications = ({ messages: amount, jobs: jobAmount }: Amounts) => [
  // Notifications of an admin for a third of the messages. The newest tenth is unread.
  `insert into notifications (id, person_id, name, kind, job_id, actor_id, subject_id, day, read_at, created_at, updated_at)
   select gen_random_uuid(), o.id, 'message.created', 'message', j.id, j.client_id, gen_random_uuid(),
     (now() - i * interval '1 minute')::date, case when i > ${Math.floor(amount / 30)} then now() end,
     now() - i * interval '1 minute', now() - i * interval '1 minute'
   from generate_series(1, ${Math.floor(amount / 3)}) i join numbered_jobs n on n.n = i % ${jobAmount} join jobs j on j.id = n.id
     cross join (select id from users where role = 'admin' order by created_at limit 1) o
   on conflict do nothing`,
]

const bids = ({ bids: amount }: Amounts) => [
  `insert into pending_bids (id, name, address, status, priority, customer_name, estimated_amount, follow_up_date, notes, created_at)
   select gen_random_uuid(), 'Bid ' || i, i || ' Quarry Road, Elgin', (array['pending', 'approved', 'rejected', 'follow_up'])[1 + i % 4],
     (array['low', 'medium', 'high'])[1 + i % 3], 'Customer ' || i, i * 1234, case when i < 100 then current_date + 30 - i end,
     repeat('What was asked for. ', 5), now() - i * interval '7 hours'
   from generate_series(1, ${amount}) i`,
]

const events = ({ events: amount }: Amounts) => [
  `insert into audit_entries (id, at, action, actor_id, subject_id, subject, address)
   select gen_random_uuid(), now() - i * interval '20 minutes', 'signIn.succeeded', u.id, u.id, 'Sub', '127.0.0.1'
   from generate_series(1, ${amount}) i cross join (select id from users where role = 'admin' limit 1) u`,
]

const MONTHS = 120
/** SQL for the first day of a month, counted from the first month in the books. */
const monthOf = (n: string) =>
  `(date_trunc('month', current_date) - make_interval(months => ${MONTHS - 1} - ${n}))::date`

// A home is rented out for two years at a time, with two weeks between two leases. Tenants pay a
// few days late, every fiftieth month not at all and every thirtieth in part.
const rentals = ({ properties: amount }: Amounts) => [
  `insert into rental_properties (id, address, city, state, zip_code, property_type, bedrooms, purchase_price, monthly_rent)
   select gen_random_uuid(), i || ' Quarry Road', 'Elgin', 'IL', '60120', 'Duplex', 1 + i % 4, 90000 + i * 125.5, 900 + i
   from generate_series(1, ${amount}) i`,
  `create temporary table leases as
   select gen_random_uuid() as id, p.id as property_id, p.monthly_rent::int - 900 as n, k, 800 + 50 * k as rent,
     ${monthOf('24 * k')} + 14 as starts, case when k < 4 then ${monthOf('24 * (k + 1)')} - 1 end as ends
   from rental_properties p cross join generate_series(0, 4) k`,
  `insert into tenants (id, property_id, first_name, last_name, lease_start, lease_end, monthly_rent, security_deposit, status)
   select id, property_id, 'Tenant' || k, 'Number' || n, starts, ends, rent, rent,
     case when ends < current_date then 'former' else 'active' end from leases`,
  `insert into rental_income (id, property_id, tenant_id, amount, income_type, kind, date_received, rent_month, payment_method)
   select gen_random_uuid(), property_id, id, case when (n + m) % 30 = 0 then 400.33 else rent end,
     'Rent', 'rent', ${monthOf('m')} + (n + m) % 9, ${monthOf('m')}, 'ACH'
   from leases cross join lateral generate_series(24 * k, 24 * k + 23) m where (n + m) % 50 > 0`,
  `insert into rental_expenses (id, property_id, amount, expense_type, vendor, description, date_incurred)
   select gen_random_uuid(), property_id, 40 + (n * 7 + m * 13) % 900 + 0.37,
     (array['Repairs', 'Insurance', 'Taxes', 'Utilities'])[1 + (n + m) % 4], 'Vendor ' || k, 'What was done', ${monthOf('m')} + n % 28
   from leases cross join generate_series(0, ${MONTHS - 1}) m where m % 5 <> k`,
]

/** The statements that fill a company with the amounts, in order. */
export function rows(amounts: Amounts): string[] {
  const slices = [
    customers,
    jobs,
    tasks,
    entries,
    photos,
    messages,
    notifications,
    bids,
    events,
    rentals,
  ]
  return [...people, ...priceList, ...slices.flatMap((slice) => slice(amounts))]
}
