import { expect } from 'vitest'
import { credentials } from '../schema/auth.ts'
import { type Name, type TestApp, testPeople } from './testApp.ts'

export const everyone = Object.keys(testPeople) as Name[]

/** Lets everyone of the test company, and `others`, have joined: only they are notified. */
export async function joinEveryone(w: TestApp, ...others: string[]) {
  const ids = [...everyone.map(w.idOf), ...others]
  await w.db.insert(credentials).values(ids.map((userId) => ({ userId, passwordHash: 'none' })))
}

/** Waits until the notifications of all published events are made. */
export async function eventsSettled(w: TestApp) {
  await expect
    .poll(async () => (await w.pool.query('select from events where pending')).rowCount)
    .toBe(0)
}
