import { lt } from 'drizzle-orm'
import type { Db } from './db/handle.ts'
import type { Log } from './db/log.ts'
import { forgetOldKeys } from './http/idempotency.ts'
import { passwordResets, sessions } from './people/table.ts'
import { forgetOldFailures } from './people/throttle.ts'
import { reason } from './systemError.ts'

const HOUR = 3_600_000

/** Deletes what has run out and is asked for no more: sessions, reset links, counted failures, answers kept for keys. */
export async function forgetOld(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  await forgetOldFailures(db, now)
  await forgetOldKeys(db, now)
}

/** Does so at once and every hour until closed. Nodes may do it side by side. */
export function keepHouse(db: Db, log: Log): { close(): Promise<void> } {
  let underWay = Promise.resolve()
  const round = () => {
    underWay = underWay
      .then(() => forgetOld(db, new Date()))
      .catch((error: unknown) => log.warn(`What is old could not be forgotten: ${reason(error)}`))
  }
  const timer = setInterval(round, HOUR).unref()
  round()
  return {
    close() {
      clearInterval(timer)
      return underWay
    },
  }
}
