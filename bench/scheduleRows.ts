import { NOTHING, rows } from './rows.ts'

const JOBS = 200
/** The number of entries of a job. */
const STEPS = 25

/** The size of the schedule: the most entries that a plan may have. */
export const SCHEDULE = { jobs: JOBS, entries: JOBS * STEPS } as const

const titles = ['Demolition', 'Framing', 'Rough-in plumbing', 'Drywall', 'Cabinet install', 'Paint']
const list = titles.map((title) => `'${title}'`).join(', ')

// A job takes eighteen months, so that some seventy entries overlap on each day around today.
const steps = `
  select gen_random_uuid() as id, j.id as job_id, j.n, k,
    current_date - 274 + 22 * k + j.n % 20 as starts, (7 * j.n + 11 * k) % 15 as more
  from numbered_jobs j cross join generate_series(0, ${STEPS - 1}) k`

/** The statements that fill a company with a long schedule, in order. */
export function scheduleRows(): string[] {
  return [
    ...rows({ ...NOTHING, jobs: JOBS }),
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
  ]
}
