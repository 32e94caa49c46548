import { expect, test } from 'vitest'
import { leftOf } from './ledger.ts'
import { Books, type Entry, randomOf, step, sum } from './testing/books.ts'

/** The amount that a source had left, or that was owed of an invoice, at the end of a day. */
const atEndOf = (books: Books, { id, day: first, amount }: Entry, day: number) =>
  day < first
    ? 0
    : amount - sum(books.rowsOf(id).flatMap((row) => (row.day <= day ? row.amount : [])))

test('10,000 random histories add up, and on no day is more used than there was', () => {
  let uses = 0
  for (let seed = 1; seed <= 10_000; seed++) {
    const random = randomOf(seed)
    const books = new Books()
    for (let at = 0; at < 24; at++) step(books, random, at)
    const owed = sum(books.invoices.map(books.owedOf))
    const credit = leftOf(books.sources())
    const paid = sum(books.invoices.map(({ id }) => books.paid.get(id) ?? 0))
    expect([owed, credit], `seed ${seed}`).toEqual([books.invoiced - paid, books.received - paid])
    const days = new Set([...books.rows.map(({ day }) => day), books.today])
    for (const day of days)
      for (const entry of [...books.invoices, ...books.payments]) {
        const left = atEndOf(books, entry, day)
        const used = sum(
          books.rowsOf(entry.id).flatMap((row) => (row.day <= day ? row.amount : [])),
        )
        if (left < 0 || used < 0 || (used !== 0 && day < entry.day))
          throw new Error(`seed ${seed}: ${entry.id} has ${left} left on day ${day}`)
      }
    uses += books.rows.length
  }
  // Most histories use money, and take some of it back.
  expect(uses).toBeGreaterThan(40_000)
})
