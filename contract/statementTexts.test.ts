import { expect, test } from 'vitest'
import type { Statement } from './statements.ts'
import { closingLine, dueLine } from './statementTexts.ts'

const invoice = (dueOn: string, owed: number): Statement['open'][number] => ({
  ...{ id: dueOn, number: '2026-0011', title: 'Doors', dueOn, owed },
  ...{ daysLate: 0, bucket: 'current' as const },
})

const open = [
  ...[invoice('2026-01-10', 10_000), invoice('2026-02-10', 5_000)],
  invoice('2026-03-10', 7_000),
]

test.each([
  ['without credit', 0, 'due since Jan 10, 2026'],
  ['with credit for a part of the oldest', 9_999, 'due since Jan 10, 2026'],
  ['with credit for the oldest', 10_000, 'due since Feb 10, 2026'],
  ['with credit for all that is late', 15_000, 'due Mar 10, 2026'],
  ['with credit for all', 22_000, null],
  ['with more credit', 22_001, 'in your favor'],
])('%s the balance is due since the first invoice that is not covered', (_, credit, line) => {
  expect(dueLine({ closing: 22_000 - credit, open, credit, to: '2026-03-01' })).toBe(line)
})

test('the closing line promises nothing of payments under way', () => {
  expect(closingLine({ companyName: 'Ridgeline', phone: '555-0199' })).toBe(
    'A payment sent in the last few days may not be on it yet. Questions: Ridgeline, 555-0199.',
  )
})
