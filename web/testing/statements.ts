import { balanced } from '@plumbline/contract/statementBalances.ts'
import type { Statement, StatementEntry } from '@plumbline/contract/statements.ts'

const idOf = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

type Movement = Omit<StatementEntry, 'balance'>

/** An invoice of $1,000 in a statement for tests with these fields changed. */
export const movement = (n: number, change: Partial<Movement> = {}): Movement => ({
  ...{ kind: 'invoice', isReversal: false, id: idOf(n), day: `2026-10-${n}`, amount: 100_000 },
  ...{ number: `2026-00${n}`, title: `Part ${n}`, method: null, reference: null, invoices: [] },
  ...change,
})

/** A statement of 2026 up to Nov 19 with these movements for tests. */
export function statement(
  movements: readonly Movement[],
  change: Partial<Statement> = {},
): Statement {
  const { entries, ...balances } = balanced(change.opening ?? 0, movements)
  return {
    ...{
      customer: { id: idOf(1), name: 'Maya Okafor', company: null, address: null, email: null },
    },
    ...{ from: '2026-01-01', to: '2026-11-19', opening: 0, entries: [...entries], ...balances },
    ...{ ages: { current: 0, days1: 0, days31: 0, days61: 0, days91: 0 }, owed: 0, credit: 0 },
    ...{ open: [], openCount: 0, firstDay: null, since: null, sent: [], ...change },
  }
}
