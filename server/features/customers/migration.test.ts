import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import {
  expectNotGuessed,
  expectWordsKept,
  type Migrated,
  messyWords,
  said,
} from '../../testing/customerWords.ts'
import { migratedWords } from '../../testing/migratedWords.ts'

/** The random ones; `e2e/long/customers.long.ts` has ten times as many. */
const NUMBER = 2000

let seed = 41
function random() {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

const [anna, ben] = [newId(), newId()]
const people = [
  said({ kind: 'user', id: anna, name: 'Anna Adams', email: 'anna@example.com' }),
  said({ kind: 'user', id: ben, name: 'Ben Bell', phone: '630-555-7777' }),
]
const cases = {
  ofAnna: said({ clientId: anna }),
  alsoOfAnna: said({ name: 'The Adamses', clientId: anna }),
  byEmail: said({ kind: 'bid', name: 'Somebody', email: 'ANNA@example.com' }),
  byPhone: said({ name: 'ben bell', phone: '1 (630) 555-7777 ext. 3' }),
  samePhoneOnly: said({ name: 'Carl', phone: '630-555-7777' }),
  sameNameOnly: said({ name: 'Ben Bell' }),
  otherEmail: said({ name: 'Ben Bell', phone: '630-555-7777', email: 'ben@example.com' }),
  nobody: said({}),
}

describe('messy customers', () => {
  let found: Migrated
  beforeAll(async () => {
    const messy = messyWords(NUMBER, random, [anna, ben])
    found = await migratedWords([...people, ...Object.values(cases), ...messy])
  }, 60_000)

  const ofPerson = (id: string) => found.after.find((row) => row.id === id)?.customerId
  const customerOf = (name: keyof typeof cases) => ofPerson(cases[name].id)

  test('are found by email address, by phone and name together, and by their client', () => {
    expect(customerOf('nobody')).toBeNull()
    for (const name of ['ofAnna', 'alsoOfAnna', 'byEmail'] as const)
      expect(customerOf(name), name).toBe(ofPerson(anna))
    // The client without an address has the one of the job with the same number and name.
    for (const name of ['byPhone', 'otherEmail'] as const)
      expect(customerOf(name), name).toBe(ofPerson(ben))
    expect(customerOf('samePhoneOnly')).not.toBe(ofPerson(ben))
    expect(customerOf('sameNameOnly')).not.toBe(ofPerson(ben))
  })

  test('lose no word', () => expectWordsKept(found))
  test('are never joined by a name or a number alone', () => expectNotGuessed(found))
})
