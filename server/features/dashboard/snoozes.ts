import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { attentionSnoozes } from '../../schema/dashboard.ts'

/** The keys of the items a person has snoozed, as of a day. */
export async function snoozedKeys(
  db: Db,
  personId: string,
  today: string,
): Promise<ReadonlySet<string>> {
  const { key, until } = attentionSnoozes
  const rows = await db
    .select({ key })
    .from(attentionSnoozes)
    .where(and(eq(attentionSnoozes.personId, personId), gt(until, today)))
  return new Set(rows.map((row) => row.key))
}

/** Snoozes one item until a day, and deletes the person's snoozes that have ended by `today`. */
export async function snooze(
  db: Db,
  personId: string,
  { key, today, until }: { readonly key: string; readonly today: string; readonly until: string },
) {
  await db
    .delete(attentionSnoozes)
    .where(and(eq(attentionSnoozes.personId, personId), lte(attentionSnoozes.until, today)))
  await db
    .insert(attentionSnoozes)
    .values({ personId, key, until })
    .onConflictDoUpdate({
      target: [attentionSnoozes.personId, attentionSnoozes.key],
      set: { until },
    })
}

/** Ends the person's snooze of one item, or of all items without a key. */
export async function wake(db: Db, personId: string, key: string | undefined) {
  await db
    .delete(attentionSnoozes)
    .where(
      and(
        eq(attentionSnoozes.personId, personId),
        key === undefined ? undefined : eq(attentionSnoozes.key, key),
      ),
    )
}
