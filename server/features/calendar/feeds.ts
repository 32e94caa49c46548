import { and, eq } from 'drizzle-orm'
import { notRemoved, type UserRow } from '../../access/people/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { calendarFeeds } from '../../schema/calendar.ts'
import { users } from '../../schema/people.ts'

export const feedPath = (token: string) => `/api/calendar/${token}.ics`

/** The time the person's calendar link was created, or undefined without a link. */
export async function findFeed(db: Db, userId: string): Promise<{ createdAt: Date } | undefined> {
  const [row] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
  return row
}

/** The person a calendar link belongs to, unless they have left. */
export async function findSubscriber(db: Db, tokenHash: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ person: users })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.tokenHash, tokenHash), notRemoved))
  return row?.person
}

/** Gives the person a new calendar link, which replaces an existing one. */
export async function putFeed(db: Db, userId: string, tokenHash: string, now: Date) {
  const feed = { tokenHash, createdAt: now }
  await db
    .insert(calendarFeeds)
    .values({ userId, ...feed })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: feed })
}

/** Deletes the person's calendar link. Returns false when there is none. */
export async function deleteFeed(db: Db, userId: string): Promise<boolean> {
  const deleted = await db
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
    .returning({ userId: calendarFeeds.userId })
  return deleted.length > 0
}
