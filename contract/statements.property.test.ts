import { expect, test } from 'vitest'
import { balanced, type Movement } from './statementBalances.ts'
import { Books, dayText, type Entry, randomOf, step, sum } from './testing/books.ts'

// Statements over random histories of a customer's money, against the ledger: on each day the
// balance is what was owed less the credit there was.

type Kind = Movement['kind']

/** An entry as it counts on its day, and as it is taken back on another one. */
function movementsOf(kind: Kind, sign: 1 | -1, { id, day, amount, reversedOn }: Entry): Movement[] {
  const facts = { kind, id, amount: sign * amount, day: dayText(day), isReversal: false }
  if (reversedOn === undefined) return [facts]
  const back = { id: `${id} back`, amount: -sign * amount, day: dayText(reversedOn) }
  return [facts, { ...facts, ...back, isReversal: true }]
}

const isWriteOff = ({ id }: Entry) => id.startsWith('write-off')

const allMovements = ({ invoices, payments, refunds }: Books): Movement[] => [
  ...invoices.flatMap((one) => movementsOf('invoice', 1, one)),
  ...payments.flatMap((one) => movementsOf(isWriteOff(one) ? 'writeOff' : 'payment', -1, one)),
  ...refunds.flatMap((one) => movementsOf('refund', 1, one)),
]

/** The amount of an entry without its uses that counted by the end of a day. */
function leftOn(books: Books, { id, day: first, amount, reversedOn }: Entry, day: number): number {
  if (day < first || (reversedOn !== undefined && reversedOn <= day)) return 0
  return amount - sum(books.rowsOf(id).flatMap((row) => (row.day <= day ? row.amount : [])))
}

/** The balance at the end of a day by the rules of ageing: what is owed less the credit. */
const balanceOn = (books: Books, day: number) =>
  sum(books.invoices.map((invoice) => leftOn(books, invoice, day))) -
  sum(books.payments.flatMap((one) => (isWriteOff(one) ? [] : leftOn(books, one, day))))

test('the closing of each period is the opening of the next, and the balance of the ledger', () => {
  let entries = 0
  for (let seed = 1; seed <= 10_000; seed++) {
    const random = randomOf(seed)
    const books = new Books()
    for (let at = 0; at < 24; at++) step(books, random, at)
    const movements = allMovements(books)
    const all = balanced(0, movements)
    // Periods of any length, one after the other, up to the last day.
    let [from, opening, charged, credited] = [0, 0, 0, 0]
    while (from <= books.today) {
      const to = Math.min(books.today, from + random.upTo(9))
      const days = { from: dayText(from), to: dayText(to) }
      const period = movements.filter(({ day }) => day >= days.from && day <= days.to)
      const before = sum(movements.flatMap(({ day, amount }) => (day < days.from ? amount : [])))
      expect(before, `seed ${seed}, opening of day ${from}`).toBe(opening)
      const statement = balanced(opening, period)
      expect(statement.closing, `seed ${seed}, day ${to}`).toBe(balanceOn(books, to))
      expect(statement.closing).toBe(opening + statement.charged - statement.credited)
      // In the order of days, with each balance that of the one before and its own amount.
      let last = { day: '', balance: opening }
      for (const { day, amount, balance } of statement.entries) {
        if (day < last.day || balance !== last.balance + amount)
          throw new Error(`seed ${seed}: the balance of ${day} is ${balance}`)
        last = { day, balance }
      }
      charged += statement.charged
      credited += statement.credited
      opening = statement.closing
      from = to + 1
      entries += statement.entries.length
    }
    expect([opening, charged, credited], `seed ${seed}`).toEqual([
      all.closing,
      ...[all.charged, all.credited],
    ])
  }
  expect(entries).toBeGreaterThan(100_000)
})

test('a day lists what was invoiced, credited and paid, and then what became void', () => {
  const on = (kind: Kind, id: string, isReversal = false, day = '2026-11-02'): Movement => ({
    ...{ kind, id, isReversal, day, amount: 1 },
  })
  const { entries } = balanced(0, [
    on('invoice', 'c', true),
    on('payment', 'b', true),
    on('creditMemo', 'e', true),
    on('refund', 'z'),
    on('payment', 'a'),
    on('creditMemo', 'e'),
    on('invoice', 'c'),
    on('writeOff', 'y', false, '2026-11-01'),
    on('invoice', 'b'),
  ])
  expect(entries.map(({ id, isReversal, balance }) => [id, isReversal, balance])).toEqual([
    ['y', false, 1],
    ['b', false, 2],
    ['c', false, 3],
    ['e', false, 4],
    ['a', false, 5],
    ['b', true, 6],
    ['z', false, 7],
    ['c', true, 8],
    ['e', true, 9],
  ])
})
