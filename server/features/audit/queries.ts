import { type AuditEntry, type AuditQuery, actionsOf } from '@plumbline/contract/audit.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, desc, eq, getTableColumns, inArray, lt, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'

/** The log grows for two years, so it is never returned whole. */
const DEFAULT_PAGE_SIZE = 100

/** A page of the audit log, newest first. */
export function listEntries(
  db: Db,
  { limit = DEFAULT_PAGE_SIZE, after, group, personId }: z.output<typeof AuditQuery>,
): Promise<List<AuditEntry>> {
  if (after !== undefined && !isId(after)) throw invalid({ after: 'Not a valid cursor' })
  const { id, action, actorId, subjectId } = auditEntries
  const where = and(
    group ? inArray(action, actionsOf(group)) : undefined,
    personId ? or(eq(actorId, personId), eq(subjectId, personId)) : undefined,
  )
  const query = db
    .select({
      ...getTableColumns(auditEntries),
      times: sql<number>`coalesce(${auditRepeats.times}, 1)`,
      lastAt: auditRepeats.lastAt,
      actorName: nameOf(actorId),
      total: totalOf(auditEntries, where, limit),
    })
    .from(auditEntries)
    .leftJoin(auditRepeats, eq(auditRepeats.entryId, id))
    .where(and(where, after === undefined ? undefined : lt(id, after)))
    .orderBy(desc(id))
  return listOrPage(
    query,
    limit,
    ({ total: _, lastAt, ...entry }) => ({
      ...entry,
      at: entry.at.toISOString(),
      lastAt: (lastAt ?? entry.at).toISOString(),
    }),
    (entry) => entry.id,
  )
}

/** Deletes the entries older than the two years of retention, by the clock of the database. */
export async function deleteOldEntries(db: Db) {
  await db.delete(auditEntries).where(lt(auditEntries.at, sql`now() - interval '2 years'`))
}
