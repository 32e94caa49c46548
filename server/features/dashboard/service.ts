import type { Person } from '@plumbline/contract/policy.ts'
import { companyDays } from '../../access/company/service.ts'
import type { Db } from '../../platform/db/handle.ts'
import { clientDecisions } from '../changeOrders/decisions.ts'
import { unpaidByClient } from '../invoices/clientQueries.ts'
import { countJobs, newestJobs } from '../jobs/queries.ts'
import { readFinishMoved } from '../schedule/service.ts'
import { clientUpdates, type Figures, findLead } from './queries.ts'

/** The most jobs a client sees on the dashboard. The rest are on the jobs page. */
const MAX_CLIENT_JOBS = 60

/** The client's newest jobs, the state of the one in progress, and the latest updates. */
export async function clientDashboard(
  db: Db,
  person: Person,
  now: Date,
): Promise<Figures<'client'>> {
  const own = await newestJobs(db, person, MAX_CLIENT_JOBS)
  const jobCount = await countJobs(db, person)
  const first = own.find(({ status }) => status === 'in_progress') ?? own[0]
  const { today } = await companyDays(db, now)
  const recentUpdates = await clientUpdates(db, person)
  const decisions = await clientDecisions(db, person, today)
  const unpaid = await unpaidByClient(db, person.id, today)
  const lead = first && {
    ...(await findLead(db, person, first.id, today)),
    finishMoved: await readFinishMoved(db, person, first.id),
  }
  const waiting = { decisions, ...unpaid }
  return { role: 'client', jobs: own, lead: lead ?? null, jobCount, ...waiting, recentUpdates }
}
