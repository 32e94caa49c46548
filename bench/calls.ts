import { type Company, type Office, withCompany } from './company.ts'
import { measure, type Speed } from './load.ts'
import { formatFigure, type Part, type Report } from './report.ts'
import { fullLists, type ScreenCall, screenCalls, unmeasured } from './screenCalls.ts'

/** Measures a call on one connection, without other load. */
function measureAlone(
  { server, ...people }: Office & Partial<Company>,
  { as, ...call }: ScreenCall,
): Promise<Speed> {
  const api = as === 'admin' ? people.admin : people[as]?.api
  if (!api) throw new Error(`nobody is signed in as ${as}`)
  const headers = { cookie: api.cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
  return measure(server.url, { ...call, headers }, { seconds: 0.8, connections: 1 })
}

/** Measures calls one after another, and reports their p95. */
export async function timed(
  report: Report,
  company: Office,
  calls: readonly ScreenCall[],
  budgetOf: (call: ScreenCall) => string,
) {
  const found = []
  for (const call of calls) {
    const speed = await measureAlone(company, call)
    found.push({ name: call.name, ...speed })
    report.figure(call.name, speed.p95, { budget: budgetOf(call), note: p50Note(speed) })
  }
  return found
}

/** The note for a speed whose p95 is reported. */
export const p50Note = ({ p50 }: Speed) => `p50 ${formatFigure(p50)}`

export const callsPart: Part = {
  name: 'calls',
  title: 'Calls of the screens, one after another',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const ofScreens = await screenCalls(company)
      const missing = unmeasured(ofScreens)
      if (missing.length > 0) report.problems.push(`not measured: ${missing.join(', ')}`)
      report.table('The p95 of each')
      const calls = await timed(report, company, ofScreens, () => 'call')
      report.table('Whole lists, as a script reads them, p95')
      return {
        calls,
        whole: await timed(report, company, fullLists(), ({ path }) => `whole.${path}`),
      }
    }),
}
