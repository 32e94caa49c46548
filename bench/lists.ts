import type { Page } from 'playwright-core'
import { join, setUp } from '../e2e/harness/company.ts'
import { Server } from '../e2e/harness/server.ts'
import { type Change, timesToPaint, withBrowser, withPage } from './browser.ts'
import { p50Note } from './calls.ts'
import { env, fill, type Office } from './company.ts'
import { type Speed, speedOf } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { NOTHING, rows } from './rows.ts'

const JOBS = { jobs: 10_000 } as const

/** Starts a server with a company of many jobs. */
async function openJobs(): Promise<Office> {
  const server = new Server({ env })
  await server.start()
  const admin = await setUp(server.url)
  // The rows require one sub and one client who can sign in.
  await join(admin, 'subcontractor', 'Sam')
  await join(admin, 'client', 'Cleo')
  await fill(server, rows({ ...NOTHING, ...JOBS }))
  return { server, admin }
}

const TABLE = '/jobs?view=table'
const grid = '[role=grid][aria-busy=false]'
const row = '[role=row][data-index]'
const title = 'Jobs'
const onTable = { from: TABLE, ready: `${grid} ${row}`, title } as const

const changes: Readonly<Record<string, Change>> = {
  'the table': {
    ...{ from: '/jobs', ready: 'main article', title, rows: `${grid} ${row}` },
    click: (page) => page.getByRole('group', { name: 'View' }).getByText('Table').click(),
  },
  'sorted by the end date': {
    ...{ ...onTable, rows: `${grid}:has([aria-sort=ascending]) ${row}` },
    click: (page) => page.getByRole('columnheader', { name: 'End' }).getByRole('button').click(),
  },
  'filtered to the late ones': {
    ...{ ...onTable, rows: `${grid}:has([aria-sort=ascending]) ${row}` },
    click: (page) =>
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Late/ }).click(),
  },
  'all selected': {
    ...{ ...onTable, rows: `${grid} ${row}[aria-selected=true]` },
    click: (page) => page.getByRole('checkbox', { name: 'Select all' }).click(),
  },
}

const REPETITIONS = 10

/**
 * The milliseconds from a click until the file with all jobs has been downloaded, one for each
 * repetition.
 */
async function timesToExport(page: Page): Promise<number[]> {
  await page.goto(TABLE)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  const exported = page.getByRole('region', { name: 'Selection' }).getByText('Export')
  // The selected rows are read first, which is measured above.
  await exported.waitFor()
  const found: number[] = []
  for (let time = 0; time < REPETITIONS; time++) {
    const saved = page.waitForEvent('download')
    const from = performance.now()
    await exported.click()
    await saved
    found.push(performance.now() - from)
  }
  return found
}

/**
 * Measures the time from a click until the last visible row is painted, or the file is downloaded.
 */
function measureTable({ admin }: Office): Promise<ReadonlyMap<string, Speed>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, Speed>()
    for (const [name, change] of Object.entries(changes)) {
      const times = await withPage(browser, admin, (page) => timesToPaint(page, change))
      measured.set(name, speedOf(times))
    }
    measured.set('all exported as CSV', speedOf(await withPage(browser, admin, timesToExport)))
    return measured
  })
}

export const listsPart: Part = {
  name: 'lists',
  title: 'A long list as a table',
  run: async (report) => {
    const office = await openJobs()
    try {
      report.table(`${formatAmounts(JOBS)}: from the click to the last visible row painted, p95`)
      const views = await measureTable(office)
      for (const [view, speed] of views)
        report.figure(view, speed.p95, { budget: 'lists.view', note: p50Note(speed) })
      return { views: Object.fromEntries(views) }
    } finally {
      await office.server.remove()
    }
  },
}
