import { randomUUID } from 'node:crypto'

const JOBS = 200
/** The number of entries of a job. */
const STEPS = 25

/** The size of the schedule: the most entries that a plan may have. */
export const SCHEDULE = { jobs: JOBS, entries: JOBS * STEPS } as const
/** A job in which each entry takes a day and depends on the one of the working day before. */
export const CHAIN = { jobId: randomUUID(), entries: 500 } as const

const titles = ['Demolition', 'Framing', 'Rough-in plumbing', 'Drywall', 'Cabinet install', 'Paint']
const list = titles.map((title) => `'${title}'`).join(', ')

// A job takes eighteen months, so that some seventy entries overlap on each day around today.
const steps = `
  select gen_random_uuid() as id, j.id as job_id, j.n, k,
    current_date - 274 + 22 * k + j.n % 20 as starts, (7 * j.n + 11 * k) % 15 as more
  from numbered_jobs j cross join generate_series(0, ${STEPS - 1}) k`

/** The statements that add a long schedule to the jobs, in order. */
export function scheduleRows(): string[] {
  return [
    `create temporary table steps as ${steps}`,
    `insert into schedule_entries (id, job_id, title, description, start_date, end_date,
       assigned_subcontractor_id, status, priority, schedule_type, percent_complete)
     select e.id, e.job_id, (array[${list}])[1 + k % ${titles.length}] || ' ' || e.n,
       repeat('What is done. ', 20), starts, starts + more, case when (e.n + k) % 3 > 0 then s.id end,
       case when starts + more < current_date then 'completed'
         when starts > current_date then 'scheduled'
         else (array['in_progress', 'delayed'])[1 + e.n % 2] end,
       (array['low', 'medium', 'high', 'critical'])[1 + (e.n + k) % 4],
       (array['task', 'task', 'task', 'inspection', 'delivery'])[1 + k % 5],
       case when starts + more < current_date then 100 when starts > current_date then 0 else 40 end
     from steps e join numbered_subs s on s.n = (7 * e.n + k) % (select count(*) from numbered_subs)`,
    `insert into schedule_dependencies (entry_id, depends_on_id, job_id)
     select e.id, before.id, e.job_id from steps e
     join steps before on before.job_id = e.job_id and before.k = e.k - 1`,
    `update schedule_entries set end_date = start_date + 399
     where id = (select id from steps where n = 0 and k = 0)`,
    `update schedule_entries set title = rpad('Paint ', 200, 'the north and the south wall, ')
     where id = (select id from steps where n = 1 and k = 12)`,
    `insert into crew_schedule (id, schedule_entry_id, subcontractor_id, assigned_date, confirmed)
     select gen_random_uuid(), e.id, e.assigned_subcontractor_id, day, e.percent_complete > 0
     from schedule_entries e cross join generate_series(0, 60) n cross join lateral (select current_date + n as day) days
     where e.assigned_subcontractor_id is not null and day between e.start_date and e.end_date`,
    `insert into jobs (id, name, address) values ('${CHAIN.jobId}', 'The long job', '1 Quarry Road, Elgin')`,
    `create temporary table chain as
     select gen_random_uuid() as id, day, (row_number() over (order by day))::int as n
     from (select current_date + i as day from generate_series(1, ${2 * CHAIN.entries}) i) days
     where extract(isodow from day) < 6 order by day limit ${CHAIN.entries}`,
    `insert into schedule_entries (id, job_id, title, start_date, end_date)
     select id, '${CHAIN.jobId}', 'Step ' || n, day, day from chain`,
    `insert into schedule_dependencies (entry_id, depends_on_id, job_id)
     select e.id, before.id, '${CHAIN.jobId}' from chain e join chain before on before.n = e.n - 1`,
  ]
}
