import { numberText } from '@plumbline/contract/documentNumbers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/db/open.ts'
import { testDatabase } from '../../platform/db/testing.ts'
import { takenNumber } from './documentNumbers.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test.each([
  { kind: 'invoice', prefix: '', digits: 1 },
  { kind: 'creditMemo', prefix: '', digits: 4 },
  { kind: 'proposal', prefix: "%_\\'$1 ", digits: 8 },
] as const)('a number that a statement takes has the text of the browser: %j', async (format) => {
  const numbers = [1, 9, 10, 999, 1000, 99_999, 123_456_789]
  for (const [at, first] of numbers.entries()) {
    // Each is the first one of a year.
    const year = 2100 + at
    const { taken, text } = takenNumber(database.db, format.kind, year, { ...format, first })
    const [row] = await database.db.with(taken).select({ text }).from(taken)
    expect(row?.text).toBe(numberText(format, year, first))
  }
})
