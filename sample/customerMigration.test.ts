import { beforeAll, describe, expect, test } from 'vitest'
import {
  expectNotGuessed,
  expectWordsKept,
  type Migrated,
  said,
} from '../server/testing/customerWords.ts'
import { migratedWords } from '../server/testing/migratedWords.ts'
import { companyRows } from './testing.ts'

describe('the customers of the sample company', () => {
  let found: Migrated
  beforeAll(async () => {
    const { users, jobs, pendingBids } = await companyRows('2026-11-28T12:00:00Z')
    const words = [
      ...users
        .filter(({ role }) => role === 'client')
        .map(({ id, email, phone, address, ...who }) =>
          said({
            ...{ kind: 'user', id, email, phone, address },
            name: `${who.firstName} ${who.lastName}`,
          }),
        ),
      ...[
        ...jobs.map((row) => ({ kind: 'job', ...row }) as const),
        ...pendingBids.map((row) => ({ kind: 'bid', ...row }) as const),
      ].map((row) =>
        said({
          ...{ kind: row.kind, id: row.id, clientId: row.clientId, name: row.customerName },
          ...{ email: row.customerEmail, phone: row.customerPhone, address: row.customerAddress },
        }),
      ),
    ]
    found = await migratedWords(words)
  }, 60_000)

  test('are there', () => {
    expect(found.after.filter(({ customerId }) => customerId).length).toBeGreaterThan(40)
  })
  test('lose no word', () => expectWordsKept(found))
  test('are never joined by a name or a number alone', () => expectNotGuessed(found))
})
