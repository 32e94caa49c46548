import { HOUR_MS } from '@plumbline/contract/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRenditions } from '../features/photos/renditions.ts'
import { newId } from '../platform/db/ids.ts'
import { silentLog } from '../platform/db/testing.ts'
import { diskStore } from '../platform/files/disk.ts'
import { passwordResets, sessions, throttles } from '../schema/auth.ts'
import { idempotencyKeys } from '../schema/idempotency.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { startMaintenance } from './maintenance.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const remainingRows = async () => ({
  sessions: (await w.db.select().from(sessions)).length,
  resets: (await w.db.select().from(passwordResets)).length,
  failures: (await w.db.select().from(throttles)).length,
  keys: (await w.db.select().from(idempotencyKeys)).length,
})
const signedIn = 5

/** Adds one of each that expired an hour ago, and one that expires in an hour. */
async function fill(now: Date) {
  const userId = w.idOf('cleo')
  for (const hours of [-1, 1]) {
    const at = (life: number) => new Date(now.getTime() + (hours - life) * HOUR_MS)
    const sess = { userId, createdAt: at(0).toISOString(), userAgent: '', address: '' }
    await w.db.insert(sessions).values({ sid: newId(), sess, expire: at(0) })
    const reset = { tokenHash: newId(), userId, createdAt: at(0.5), expiresAt: at(0) }
    await w.db.insert(passwordResets).values(reset)
    await w.db.insert(throttles).values({ key: newId(), count: 9, windowStart: at(24) })
    const idempotencyKey = {
      route: '/api/jobs',
      key: newId(),
      fingerprint: '',
      status: 201,
      reply: '',
    }
    await w.db
      .insert(idempotencyKeys)
      .values({ personId: userId, ...idempotencyKey, createdAt: at(24) })
  }
}

test('deletes expired rows only, right at the start, and closing waits for it', async () => {
  await fill(new Date())
  const files = diskStore(w.settings.dataDir)
  const parts = { db: w.db, files, dataDir: w.settings.dataDir }
  const renditions = openRenditions({ ...parts, log: silentLog })
  await startMaintenance({ ...parts, renditions }, silentLog).close()
  await renditions.close()
  expect(await remainingRows()).toEqual({ sessions: signedIn + 1, resets: 1, failures: 1, keys: 1 })
})
