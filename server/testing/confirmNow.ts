import { eq, sql } from 'drizzle-orm'
import { sessions } from '../schema/auth.ts'
import type { Name, TestApp } from './testApp.ts'

/** Records that the person has just entered their password again. */
export async function confirmNow(w: TestApp, name: Name) {
  const confirmedAt = sql`to_jsonb(${w.clock.now.toISOString()}::text)`
  await w.db
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}, '{confirmedAt}', ${confirmedAt})` })
    .where(eq(sql`${sessions.sess}->>'userId'`, w.idOf(name)))
}
