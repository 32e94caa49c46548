import { randomUUID } from 'node:crypto'
import { addDays } from '@plumbline/contract/dates.ts'
import { earliestStart, type Span } from '@plumbline/contract/push.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'

/**
 * The size of a job in which every step depends on the previous one, with an inspection on a fixed
 * date for every tenth step.
 */
export const CHAIN = { steps: 500, inspections: 50 } as const

const WEEKDAYS = [1, 2, 3, 4, 5]
/** The holidays of every year, `MM-DD`. Some of them are on weekends. */
const HOLIDAYS = ['01-01', '05-25', '06-19', '07-04', '09-07', '11-11', '11-26', '11-27', '12-25']
const WET_DAYS = [16, 93, 200, 401]

/** The lag of a step after the previous one, and its length, both in working days. */
const LAGS = [0, 0, 1, 0, -1, 0, 2, 0]
const LENGTHS = [3, 1, 2, 1, 4]

export interface Chain {
  readonly jobId: string
  /** The entry that moves all others when it is moved. */
  readonly first: Span & { readonly id: string }
  /** The statements that add the chain to a company with numbered subs. */
  readonly statements: readonly string[]
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** A chain without slack that starts on the next Monday. */
export function chainFrom(today: string): Chain {
  const jobId = randomUUID()
  const year = Number(today.slice(0, 4))
  const holidays = Array.from({ length: 6 }, (_, years) =>
    HOLIDAYS.map((day) => ({ day: `${year + years}-${day}`, name: 'Holiday' })),
  ).flat()
  const wet = WET_DAYS.map((days) => addDays(today, days))
  const all = workCalendar({ workingDays: WEEKDAYS, holidays })
  const outdoors = workCalendar({ workingDays: WEEKDAYS, holidays }, wet)
  const monday = workCalendar({ workingDays: [1], holidays }).add(today, 1)

  const entries = []
  const links = []
  let before = { id: '', end: addDays(monday, -1) }
  for (let k = 0; k < CHAIN.steps; k++) {
    const id = randomUUID()
    const lag = k === 0 ? 0 : at(LAGS, k)
    const isOutside = k % 4 === 3
    const calendar = isOutside ? outdoors : all
    const start = calendar.onOrAfter(earliestStart(before.end, lag, all))
    const end = calendar.add(start, at(LENGTHS, k) - 1)
    entries.push({ id, k, title: `Step ${k + 1}`, type: 'task', start, end, isOutside })
    if (k > 0) links.push({ id, before: before.id, lag })
    before = { id, end }
    if (k % (CHAIN.steps / CHAIN.inspections) > 0) continue
    const day = all.onOrAfter(addDays(end, 1))
    const inspection = { id: randomUUID(), k, title: `Inspection ${k + 1}`, type: 'inspection' }
    entries.push({ ...inspection, start: day, end: day, isOutside: false })
    links.push({ id: inspection.id, before: id, lag: 0 })
  }
  const [first] = entries
  if (!first) throw new Error('the chain is empty')
  return {
    jobId,
    first: { id: first.id, startDate: first.start, endDate: first.end },
    statements: [
      `insert into jobs (id, name, address) values ('${jobId}', 'The long job', '1 Quarry Road, Elgin')`,
      `update settings set holidays = '${JSON.stringify(holidays)}'`,
      `insert into weather_days (day, marked_by_id)
       select day, u.id from unnest(array['${wet.join("','")}']::date[]) day
       join users u on u.role = 'admin'`,
      `insert into schedule_entries (id, job_id, title, start_date, end_date, schedule_type, date_fixed,
         weather_dependent, indoor_work, assigned_subcontractor_id)
       select e.id, '${jobId}', e.title, e.start, e."end", e.type, e.type = 'inspection', e."isOutside",
         not e."isOutside", s.id
       from jsonb_to_recordset('${JSON.stringify(entries)}')
         e(id uuid, k int, title text, type text, start date, "end" date, "isOutside" boolean)
       join numbered_subs s on s.n = e.k % (select count(*) from numbered_subs)`,
      `insert into schedule_dependencies (entry_id, depends_on_id, job_id, lag_days)
       select l.id, l.before, '${jobId}', l.lag
       from jsonb_to_recordset('${JSON.stringify(links)}') l(id uuid, before uuid, lag int)`,
    ],
  }
}
