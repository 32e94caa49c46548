import type { Checklist } from '@plumbline/contract/dashboard.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { credentials } from '../../schema/auth.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'

/**
 * With more jobs than this, or with a job and an invite, importing counts as done. Otherwise the
 * event log is searched, which has no index on names.
 */
const MANY_JOBS = 100

/**
 * The first steps of a new company, in one statement. Null when they are all done or dismissed, and
 * in the sample company.
 */
export async function findChecklist(
  db: Db,
  { personId, jobs }: { readonly personId: string; readonly jobs: number },
): Promise<Checklist | null> {
  const imported = sql`exists (
    select 1 from ${events} e where e.name in ('job.imported', 'person.imported'))`
  const invited = sql`exists (select 1 from ${users} u where u.is_invited)
    or exists (select 1 from ${credentials} c where c.user_id <> ${personId})`
  const { rows } = await db.execute<Omit<Checklist, 'job'>>(sql`
    select s.address is not null and s.phone is not null as contact,
      s.logo_key is not null as logo,
      case when ${jobs > MANY_JOBS} or ${jobs > 0} and p.invited then true else ${imported} end as imported,
      p.invited
    from ${settings} s cross join (select ${invited} as invited) p
    where not s.checklist_dismissed and not s.sample`)
  if (!rows[0]) return null
  const checklist = { ...rows[0], job: jobs > 0 }
  return Object.values(checklist).every(Boolean) ? null : checklist
}
