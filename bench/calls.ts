import { type Company, withCompany } from './company.ts'
import { type Load, measure } from './load.ts'
import { formatAmounts, type Part } from './report.ts'
import { type ScreenCall, screenCalls, unmeasured, wholeLists } from './screenCalls.ts'

/** Measures a call on one connection, without other load. */
export function measureAlone(
  { server, admin, sub, client }: Company,
  { as, ...call }: ScreenCall,
  seconds = 0.8,
): Promise<Load> {
  const { cookie } = { admin, sub: sub.api, client: client.api }[as]
  const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
  return measure(server.url, { ...call, headers }, { seconds, connections: 1 })
}

/** The name of the budget of a call. */
const budgetOf = (path: string) =>
  path.startsWith('/api/rental-reports/') ? 'rentals.report' : 'call'

export const callsPart: Part = {
  name: 'calls',
  title: 'Calls of the screens, one after another',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const calls = await screenCalls(company)
      const missing = unmeasured(calls)
      if (missing.length > 0) report.problems.push(`not measured: ${missing.join(', ')}`)
      report.table(`${formatAmounts(amounts)}; ms, budgets for the p95`)
      for (const call of calls)
        report.speed(call.name, await measureAlone(company, call), budgetOf(call.path))
      report.table('Whole lists, as a script reads them')
      for (const call of wholeLists())
        report.speed(call.name, await measureAlone(company, call), `whole.${call.path}`)
    }),
}
