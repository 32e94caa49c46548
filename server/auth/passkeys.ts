import { eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { passkeys } from './table.ts'

/** How many passkeys the person has. */
export const countPasskeys = (db: Db, userId: string) =>
  db.$count(passkeys, eq(passkeys.userId, userId))

/** Deletes every passkey of the person; how many there were. */
export async function deletePasskeys(db: Db, userId: string): Promise<number> {
  const deleted = await db
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id })
  return deleted.length
}
