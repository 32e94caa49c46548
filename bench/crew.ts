import { addDays, sundayOf } from '@plumbline/contract/dates.ts'
import { join, setUp } from '../e2e/harness/company.ts'
import { Server } from '../e2e/harness/server.ts'
import { type Change, timesToPaint, withBrowser, withPage } from './browser.ts'
import { p50Note, timed } from './calls.ts'
import { env, fill, type Office } from './company.ts'
import { type Speed, speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { NOTHING, rows } from './rows.ts'

const SUBS = 60
const WEEKS = 8
const JOBS = 200

/** The size of the board. */
const CREWS = { subs: SUBS, weeks: WEEKS, 'crew days': SUBS * WEEKS * 5 } as const

const first = sundayOf(new Date().toISOString().slice(0, 10))
const last = addDays(first, 7 * WEEKS - 1)

/**
 * Each sub works on two entries a week, for three days and for two. Every tenth has another one on
 * one of the days.
 */
const crewRows = (): string[] => [
  ...rows({ ...NOTHING, jobs: JOBS }),
  `insert into users (id, email, first_name, last_name, role, specialty)
   select gen_random_uuid(), 'more' || n || '@example.com', 'More' || n, 'Number', 'subcontractor', 'Tiling'
   from generate_series(1, ${SUBS} - (select count(*)::int from numbered_subs)) n`,
  `create temporary table works as
   select gen_random_uuid() as id, j.id as job_id, s.id as sub_id, s.n, k,
     date '${first}' + 7 * (k / 2) + (array[1, 4])[1 + k % 2] as starts, 2 - k % 2 as more
   from (select id, (row_number() over (order by email))::int as n from users where role = 'subcontractor') s
   cross join generate_series(0, ${2 * WEEKS - 1}) k
   join numbered_jobs j on j.n = (s.n * 3 + k) % ${JOBS}`,
  `insert into schedule_entries (id, job_id, title, start_date, end_date, assigned_subcontractor_id)
   select id, job_id, 'Work ' || n || '.' || k, starts, starts + more, sub_id from works`,
  `insert into crew_schedule (id, schedule_entry_id, subcontractor_id, assigned_date, confirmed)
   select gen_random_uuid(), id, sub_id, starts + d, n % 3 > 0
   from works cross join generate_series(0, 2) d where d <= more`,
  `insert into crew_schedule (id, schedule_entry_id, subcontractor_id, assigned_date, start_time)
   select gen_random_uuid(), a.id, b.sub_id, b.starts, '13:00'
   from works a join works b on b.k = a.k and b.n = a.n + 1 and b.n % 10 = 0`,
]

/** Starts a server with a company that plans crews for several weeks. */
async function openCrews(): Promise<Office> {
  const server = new Server({ env })
  await server.start()
  const admin = await setUp(server.url)
  // The rows require one sub and one client who can sign in.
  await join(admin, 'subcontractor', 'Sam')
  await join(admin, 'client', 'Cleo')
  await fill(server, crewRows())
  return { server, admin }
}

const period = `from=${first}&to=${last}`

/** The calls of the board. */
const crewCalls = ['/api/crew', '/api/crew-absences', '/api/crew/uncrewed'].map((path) => ({
  name: `GET ${path} of ${WEEKS} weeks`,
  as: 'admin' as const,
  method: 'GET' as const,
  path: `${path}?${period}`,
}))

const board = '[aria-busy=false] section[aria-label="Crew board"]'
const changes: Readonly<Record<string, Change>> = {
  'the crew board, 2 weeks': {
    from: '/schedule?view=daily',
    ready: 'section[aria-label^="Today"]',
    title: 'Crew Board',
    rows: `${board} [data-block]`,
    click: (page) => page.getByRole('link', { name: 'Crew Board' }).click(),
  },
  [`the crew board, ${WEEKS} weeks`]: {
    from: '/crew-board',
    ready: `${board} [data-block]`,
    title: 'Crew Board',
    // Matches only when the last day is shown.
    rows: `${board}:has([data-day="${last}"]) [data-block]`,
    click: (page) => page.getByRole('button', { name: `${WEEKS} weeks` }).click(),
  },
}

/** Measures the time from a click until the last visible block is painted. */
function measureBoard({ admin }: Office): Promise<ReadonlyMap<string, Speed>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, Speed>()
    for (const [name, change] of Object.entries(changes)) {
      const times = await withPage(browser, admin, (page) => timesToPaint(page, change))
      measured.set(name, speedOf(times))
    }
    return measured
  })
}

export const crewPart: Part = {
  name: 'crew',
  title: 'A large crew board',
  run: async (report) => {
    const crews = await openCrews()
    try {
      report.table(`${formatAmounts(CREWS)}: calls, p95`)
      const calls = await timed(report, crews, crewCalls, () => 'call')
      report.table('From the click to the last visible block painted, p95 of 20')
      const views = await measureBoard(crews)
      for (const [view, speed] of views)
        report.figure(view, speed.p95, { budget: 'crew.view', note: p50Note(speed) })
      return { calls, views: Object.fromEntries(views) }
    } finally {
      await crews.server.remove()
    }
  },
}
