import { sql } from 'drizzle-orm'
import { sessions } from '../schema/auth.ts'
import type { TestApp } from './testApp.ts'

const DAY_MS = 86_400_000

/** Turns the clock of a test to a moment, of which the sessions notice nothing. */
export async function turnTo({ clock, db }: Pick<TestApp, 'clock' | 'db'>, at: Date | string) {
  clock.now = new Date(at)
  const createdAt = sql`jsonb_build_object('createdAt', ${clock.now.toISOString()}::text)`
  await db.update(sessions).set({
    expire: new Date(clock.now.getTime() + DAY_MS),
    sess: sql`${sessions.sess} || ${createdAt}`,
  })
}
