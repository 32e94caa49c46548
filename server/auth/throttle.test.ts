import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { testDatabase } from '../db/testing.ts'
import { throttles } from './table.ts'
import {
  clearAccount,
  countAccount,
  countAddress,
  deleteOldThrottles,
  waitAfter,
} from './throttle.ts'

let database: Database
const start = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(throttles)
})

const outcome = (work: Promise<void>) =>
  work.then(
    () => 'passes',
    (failure) => failure.retryAfter,
  )
const tries = async (times: number, at: Date) => {
  const seen: unknown[] = []
  for (let n = 0; n < times; n++)
    seen.push(await outcome(countAccount(database.db, 'kim@example.com', at)))
  return seen
}

describe('an account', () => {
  test('waits 30 seconds after the sixth failure, then twice as long each time, up to 15 minutes', () => {
    expect([1, 5, 6, 7, 8, 9, 10, 11, 50].map((n) => waitAfter(n) / 1000)).toEqual([
      0, 0, 30, 60, 120, 240, 480, 900, 900,
    ])
  })

  test('allows six failures, then says how long to wait', async () => {
    expect(await tries(6, start)).toEqual(Array(6).fill('passes'))
    expect(await tries(2, after(1))).toEqual([29, 29])
    expect(await tries(2, after(30))).toEqual(['passes', 60])
    expect(await tries(1, after(89))).toEqual([1])
    expect(await tries(1, after(90))).toEqual(['passes'])
  })

  test('is the same account whatever the case and the spaces', async () => {
    await tries(6, start)
    expect(await outcome(countAccount(database.db, ' KIM@Example.com', start))).toBe(30)
    expect(await outcome(countAccount(database.db, 'lee@example.com', start))).toBe('passes')
  })

  test('is reset by the right password, and after a day', async () => {
    await tries(6, start)
    await clearAccount(database.db, 'Kim@example.com')
    expect(await tries(6, start)).toEqual(Array(6).fill('passes'))
    expect(await tries(6, after(86_401))).toEqual(Array(6).fill('passes'))
  })

  test('counts concurrent tries: of forty, six get through', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, () =>
        outcome(countAccount(database.db, 'kim@example.com', start)),
      ),
    )
    expect(all.filter((seen) => seen === 'passes')).toHaveLength(6)
  })

  test('stores nothing readable of what was typed', async () => {
    await countAccount(database.db, 'my-secret-password', start)
    expect(JSON.stringify(await database.db.select().from(throttles))).not.toContain('secret')
  })
})

describe('an address', () => {
  const count = (ip: string, now: Date) => outcome(countAddress(database.db, { ip, most: 20, now }))
  const times = async (n: number, ip: string, now: Date) => {
    const all = await Promise.all(Array.from({ length: n }, () => count(ip, now)))
    return all.filter((seen) => seen === 'passes').length
  }

  test('has 20 tries a minute, counted exactly even when concurrent', async () => {
    expect(await times(35, '203.0.113.9', start)).toBe(20)
    expect(await count('203.0.113.9', after(20))).toBe(40)
    expect(await count('203.0.113.10', after(20))).toBe('passes')
    expect(await times(35, '203.0.113.9', after(61))).toBe(20)
  })

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
  ])('%s and %s are one network: %s', async (one, other, same) => {
    await times(20, one, start)
    expect(await count(other, start)).toBe(same ? 60 : 'passes')
  })
})

test('counts that are a day old are deleted', async () => {
  await tries(1, start)
  await deleteOldThrottles(database.db, after(3600))
  expect(await database.db.select().from(throttles)).toHaveLength(1)
  await deleteOldThrottles(database.db, after(86_401))
  expect(await database.db.select().from(throttles)).toHaveLength(0)
})
