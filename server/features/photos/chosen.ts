import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { photos } from '../../schema/photos.ts'

interface Choice {
  /** The column with the ids of the photos. */
  readonly ids: AnyPgColumn
  readonly jobId: AnyPgColumn
  /** Leaves out the photos that the client of the job does not see. */
  readonly sharedOnly?: boolean
}

/** SQL for the chosen photos that are still in the job, in the order of choosing. */
export const stillInJob = ({ ids, jobId, sharedOnly = false }: Choice): SQL<string[]> =>
  sql<string[]>`array(
    select p.id from unnest(${outer(ids)}) with ordinality as chosen (id, place)
    join ${photos} p on p.id = chosen.id
    where p.job_id = ${outer(jobId)} ${sharedOnly ? sql`and p.client_visible` : sql``}
    order by chosen.place)`

/** Whether all of these photos are in a job, and visible to its client if `sharedOnly`. */
export async function areInJob(
  db: Db,
  jobId: string,
  ids: readonly string[],
  { sharedOnly = false } = {},
): Promise<boolean> {
  const isShared = sharedOnly ? eq(photos.clientVisible, true) : undefined
  const found = await db.$count(
    photos,
    and(inArray(photos.id, [...ids]), eq(photos.jobId, jobId), isShared),
  )
  return found >= ids.length
}
