import { followLink, type Painted, timesToPaint, withBrowser, withPage } from './browser.ts'
import { p50Note } from './calls.ts'
import { type Company, withCompany } from './company.ts'
import { type Speed, speedOf } from './load.ts'
import type { Part } from './report.ts'

/** The screen where each repetition starts. */
export const dashboard = { from: '/', ready: 'h2:text-is("Recent Jobs")' }

interface Screen extends Painted {
  /** Its name in the navigation. */
  readonly link: string
}

const screens: readonly Screen[] = [
  { link: 'Work in Progress', title: 'Jobs', rows: 'main article' },
  { link: 'Tasks', title: 'Tasks', rows: 'main ul[aria-label="Tasks"] > li' },
  { link: 'Photos', title: 'Project Photos', rows: 'main article' },
]

/**
 * Measures the time from a click in the navigation until the last visible row is painted. Each
 * repetition starts on the freshly loaded dashboard.
 * @throws Error if no browser is installed
 */
function measureScreens({ admin }: Company): Promise<ReadonlyMap<string, Speed>> {
  return withBrowser(async (browser) => {
    const measured = new Map<string, Speed>()
    for (const { link, ...painted } of screens) {
      const change = { ...dashboard, ...painted, click: followLink(link) }
      const times = await withPage(browser, admin, (page) => timesToPaint(page, change))
      measured.set(painted.title, speedOf(times))
    }
    return measured
  })
}

export const screensPart: Part = {
  name: 'screens',
  title: 'Screens',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      report.table('From the click to the last visible row painted, p95 of 20')
      const screens = await measureScreens(company)
      for (const [screen, speed] of screens)
        report.figure(screen, speed.p95, { budget: 'screen', note: p50Note(speed) })
      return Object.fromEntries(screens)
    }),
}
