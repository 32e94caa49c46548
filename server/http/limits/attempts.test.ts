import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/db/open.ts'
import { testDatabase } from '../../platform/db/testing.ts'
import { throttles } from '../../schema/auth.ts'
import {
  clearAccount,
  countAccount,
  countAddress,
  countSession,
  liftAccount,
  type SignInAttempt,
  uncountAddress,
  waitAfter,
} from './attempts.ts'
import { deleteOldThrottles } from './rates.ts'

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

const HOME = '203.0.113.9'
/** The most failures of a network in a minute. */
const MAX_FAILURES = 20
const kim = { email: 'kim@example.com', ip: HOME }

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'passes',
    (failure) => failure.retryAfter,
  )
const tries = async (times: number, at: Date, who: SignInAttempt = kim) => {
  const seen: unknown[] = []
  for (let n = 0; n < times; n++)
    seen.push(await outcome(countAccount(database.db, who, MAX_FAILURES, at)))
  return seen
}
/** Wrong passwords, each from a new network. */
const fromEverywhere = async (times: number, at: Date) => {
  const seen: unknown[] = []
  for (let n = 0; n < times; n++)
    seen.push(...(await tries(1, at, { ...kim, ip: `198.51.${100 + (n >> 8)}.${n & 255}` })))
  return seen
}

describe('an account', () => {
  test('waits 30 seconds after the sixth failure, then twice as long each time, up to 15 minutes', () => {
    expect([1, 5, 6, 7, 8, 9, 10, 11, 50].map((n) => waitAfter(n) / 1000)).toEqual([
      0, 0, 30, 60, 120, 240, 480, 900, 900,
    ])
  })

  test('allows six failures, then returns how long to wait', async () => {
    expect(await tries(6, start)).toEqual(Array(6).fill('passes'))
    expect(await tries(2, after(1))).toEqual([29, 29])
    expect(await tries(2, after(30))).toEqual(['passes', 60])
    expect(await tries(1, after(89))).toEqual([1])
    expect(await tries(1, after(90))).toEqual(['passes'])
  })

  test('ignores case and spaces in the email address', async () => {
    await tries(6, start)
    expect(await tries(1, start, { ...kim, email: ' KIM@Example.com' })).toEqual([30])
    expect(await tries(1, start, { ...kim, email: 'lee@example.com' })).toEqual(['passes'])
  })

  test('is reset by the right password, and after a day', async () => {
    await tries(6, start)
    await clearAccount(database.db, { ...kim, email: 'Kim@example.com' }, MAX_FAILURES)
    expect(await tries(6, start)).toEqual(Array(6).fill('passes'))
    expect(await tries(6, after(86_401))).toEqual(Array(6).fill('passes'))
  })

  test('counts concurrent tries: of forty, six get through', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, () =>
        outcome(countAccount(database.db, kim, MAX_FAILURES, start)),
      ),
    )
    expect(all.filter((seen) => seen === 'passes')).toHaveLength(6)
  })

  test('stores nothing readable of what was typed', async () => {
    await countAccount(database.db, { ...kim, email: 'my-secret-password' }, MAX_FAILURES, start)
    expect(JSON.stringify(await database.db.select().from(throttles))).not.toContain('secret')
  })
})

describe('an account and a network', () => {
  test('failures of a stranger do not delay the owner', async () => {
    const stranger = { ...kim, ip: '198.51.100.7' }
    expect(await tries(40, start, stranger)).toEqual([
      ...Array(6).fill('passes'),
      ...Array(34).fill(30),
    ])
    expect(await tries(6, start)).toEqual(Array(6).fill('passes'))
  })

  test('an IPv6 network is a /64', async () => {
    await tries(6, start, { ...kim, ip: '2001:db8:1:2::1' })
    expect(await tries(1, start, { ...kim, ip: '2001:db8:1:2:ffff::9' })).toEqual([30])
    expect(await tries(1, start, { ...kim, ip: '2001:db8:1:3::1' })).toEqual(['passes'])
  })

  test('a known browser has its own count, even in the network of a stranger', async () => {
    const owner = { ...kim, browser: 'known' }
    await tries(6, start)
    expect(await tries(7, start, owner)).toEqual([...Array(6).fill('passes'), 30])
    expect(await tries(1, start, { ...kim, browser: 'another' })).toEqual(['passes'])
  })

  test('after a hundred failures from many networks, unknown browsers wait between tries', async () => {
    expect(await fromEverywhere(101, start)).toEqual(Array(101).fill('passes'))
    expect(await fromEverywhere(3, after(10))).toEqual([20, 20, 20])
    expect(await tries(1, after(10), { ...kim, browser: 'known' })).toEqual(['passes'])
    expect(await tries(2, after(30))).toEqual(['passes', 30])
    expect(await tries(1, after(59))).toEqual([1])
    expect(await tries(1, after(60))).toEqual(['passes'])
  })

  test('the right password resets the count of its own network and the total', async () => {
    const stranger = { ...kim, ip: '198.51.99.7' }
    await tries(6, start, stranger)
    await fromEverywhere(101, start)
    await clearAccount(database.db, kim, MAX_FAILURES)
    expect(await tries(1, start, stranger)).toEqual([30])
    expect(await tries(1, start)).toEqual(['passes'])
  })

  test('a used reset link lifts every wait of its account and of no other', async () => {
    const lee = { ...kim, email: 'lee@example.com' }
    await tries(6, start)
    await tries(6, start, { ...kim, browser: 'known' })
    await fromEverywhere(101, start)
    await tries(6, start, lee)
    await liftAccount(database.db, 'KIM@example.com')
    expect(await tries(1, start)).toEqual(['passes'])
    expect(await tries(1, start, { ...kim, browser: 'known' })).toEqual(['passes'])
    expect(await tries(1, start, lee)).toEqual([30])
  })

  test('who was not tried in a network has three tries there when others used up its limit', async () => {
    for (let n = 0; n < 20; n++) await tries(1, start, { ...kim, email: `guess${n}@example.com` })
    const { budgetWait } = await countAccount(database.db, kim, MAX_FAILURES, start)
    expect(budgetWait).toBeGreaterThan(0)
    expect(await tries(3, start)).toEqual(['passes', 'passes', 12])
    expect(await tries(2, start, { ...kim, browser: 'known' })).toEqual(['passes', 'passes'])
    expect(await tries(1, after(12))).toEqual(['passes'])
  })

  test('guesses at forty accounts in an hour are no more than those of its limit', async () => {
    const most = 5
    let checked = 0
    const guess = async (n: number, at: Date) => {
      const typed = { ...kim, email: `account${n % 40}@example.com` }
      if ((await outcome(countAccount(database.db, typed, most, at))) === 'passes') checked++
    }
    for (let n = 0; n < 120; n++) await guess(n, start)
    expect(checked).toBe(120)
    for (let n = 0; n < 300; n++) await guess(n, after(n * 12))
    expect(checked).toBeLessThanOrEqual(most + 60 * most)
    expect(checked).toBeGreaterThan(120)
  })

  test('counting a failure returns its wait in milliseconds', async () => {
    const waits: number[] = []
    for (let n = 0; n < 6; n++)
      waits.push((await countAccount(database.db, kim, MAX_FAILURES, start)).wait)
    expect(waits).toEqual([0, 0, 0, 0, 0, 30_000])
  })
})

test('confirming the password is counted by session, apart from signing in', async () => {
  const again = (sid: string) => outcome(countSession(database.db, sid, start))
  const seen: unknown[] = []
  for (let n = 0; n < 7; n++) seen.push(await again('one'))
  expect(seen).toEqual([...Array(6).fill('passes'), 30])
  expect(await again('two')).toBe('passes')
  expect(await tries(1, start)).toEqual(['passes'])
})

describe('a clock that was set back', () => {
  test.each([3600, 30 * 86_400])('by %d seconds ends every wait', async (back) => {
    await tries(6, start)
    await fromEverywhere(101, start)
    expect(await tries(1, after(-back))).toEqual(['passes'])
  })

  test('by a little, as between two nodes, does not end a wait', async () => {
    await tries(6, start)
    expect(await tries(1, after(-2))).toEqual([32])
  })

  test('ends the wait of an address too', async () => {
    const count = (now: Date) => outcome(countAddress(database.db, { ip: HOME, most: 1, now }))
    expect([await count(start), await count(start)]).toEqual(['passes', 60])
    expect([await count(after(-3600)), await count(after(-3600))]).toEqual(['passes', 60])
  })
})

describe('a network address', () => {
  const count = (ip: string, now: Date) => outcome(countAddress(database.db, { ip, most: 20, now }))
  const times = async (n: number, ip: string, now: Date) => {
    const all = await Promise.all(Array.from({ length: n }, () => count(ip, now)))
    return all.filter((seen) => seen === 'passes').length
  }

  test('has 20 tries at once and 20 a minute, counted exactly even when concurrent', async () => {
    expect(await times(35, '203.0.113.9', start)).toBe(20)
    expect(await count('203.0.113.9', start)).toBe(3)
    expect(await count('203.0.113.10', start)).toBe('passes')
    expect(await times(35, '203.0.113.9', after(30))).toBe(10)
    expect(await times(35, '203.0.113.9', after(91))).toBe(20)
  })

  test('gets successful tries back', async () => {
    expect(await times(20, HOME, start)).toBe(20)
    await uncountAddress(database.db, HOME, MAX_FAILURES)
    expect(await times(5, HOME, start)).toBe(1)
    await uncountAddress(database.db, '203.0.113.77', MAX_FAILURES)
    for (let n = 0; n < 99; n++) await uncountAddress(database.db, HOME, MAX_FAILURES)
    expect(await times(25, HOME, start)).toBe(20)
  })

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '::2', true],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
  ])('treats %s and %s as one network: %s', async (one, other, same) => {
    await times(20, one, start)
    expect(await count(other, start)).toBe(same ? 3 : 'passes')
  })
})

test('counts that are a day old are deleted, and after an hour those of a few tries', async () => {
  await tries(1, start, { ...kim, email: 'lee@example.com', ip: '203.0.113.10' })
  await tries(4, start)
  await deleteOldThrottles(database.db, after(3601))
  const left = await database.db.select({ count: throttles.count }).from(throttles)
  expect(left.map(({ count }) => count)).toEqual([4, 4])
  expect(await tries(3, after(3601))).toEqual(['passes', 'passes', 30])
  await database.db.delete(throttles)
  await tries(1, start)
  await deleteOldThrottles(database.db, after(3600))
  expect(await database.db.select().from(throttles)).toHaveLength(3)
  await deleteOldThrottles(database.db, after(86_401))
  expect(await database.db.select().from(throttles)).toHaveLength(0)
})
