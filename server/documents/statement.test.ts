import { addDays } from '@plumbline/contract/dates.ts'
import { balanced } from '@plumbline/contract/statementBalances.ts'
import type { Statement, StatementEntry } from '@plumbline/contract/statements.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { pdfOf } from './documents.ts'
import { documentPage } from './html.ts'
import { statementDocument } from './statement.ts'

const company = { companyName: 'Ridgeline Builders', address: '1 Main St', phone: '630-555-0199' }
const idOf = (n: number) => `0190b5a0-0000-7000-8000-${String(n).padStart(12, '0')}`

type Facts = Partial<Omit<StatementEntry, 'balance'>>
const movement = (n: number, facts: Facts): Omit<StatementEntry, 'balance'> => ({
  ...{ kind: 'invoice', isReversal: false, id: idOf(n), day: '2026-09-14', amount: 0 },
  ...{ number: null, title: null, method: null, reference: null, invoices: [], ...facts },
})

/** A statement with these movements, and what is open of them. */
function statementWith(
  movements: readonly Omit<StatementEntry, 'balance'>[],
  facts: Partial<Statement> = {},
): Statement {
  const { entries, ...balances } = balanced(0, movements)
  return {
    customer: { id: idOf(0), name: 'Susan Whitcombe', company: null, address: null, email: null },
    ...{ from: '2026-09-01', to: '2026-11-19', opening: 0, entries: [...entries], ...balances },
    ...{ ages: { current: 0, days1: 0, days31: 0, days61: 0, days91: 0 }, owed: 0, credit: 0 },
    ...{ open: [], openCount: 0, firstDay: null, since: null, sent: [], ...facts },
  }
}

const invoice = (n: number, amount: number): Omit<StatementEntry, 'balance'> =>
  movement(n, { amount, number: `2026-${String(n).padStart(4, '0')}`, title: 'Primary bath' })

test('an entry says what it is, in the column of its sign', () => {
  const { ledger } = statementDocument(
    company,
    statementWith([
      invoice(1, 1_374_000),
      movement(2, { kind: 'creditMemo', amount: -5_000, number: 'CM-2026-0001', title: 'Tiles' }),
      movement(3, { ...{ kind: 'payment', amount: -700, method: 'check', reference: '1104' } }),
      movement(4, { kind: 'payment', amount: 700, isReversal: true, method: 'check' }),
      movement(5, { kind: 'refund', amount: 10, method: 'other' }),
      movement(6, { kind: 'refund', amount: -10, isReversal: true, method: 'transfer' }),
      movement(7, { kind: 'writeOff', amount: -20, invoices: ['2026-0001'] }),
      movement(8, { kind: 'writeOff', amount: 20, isReversal: true }),
      { ...invoice(1, -1_374_000), isReversal: true },
      movement(9, {
        ...{ kind: 'payment', amount: -1, method: 'cash' },
        invoices: Array.from({ length: 9 }, (_, n) => `2026-000${n}`),
      }),
    ]),
  )
  expect(
    ledger?.rows.map(({ name, details, charge, credit, balance }) =>
      [name, details, charge, credit, balance].join(' | '),
    ),
  ).toEqual([
    'Opening balance |  |  |  | 0.00',
    'Invoice 2026-0001 | Primary bath | 13,740.00 |  | 13,740.00',
    'Credit memo CM-2026-0001 | Tiles |  | 50.00 | 13,690.00',
    'Payment, check 1104 |  |  | 7.00 | 13,683.00',
    'Payment reversed, check |  | 7.00 |  | 13,690.00',
    'Refund |  | 0.10 |  | 13,690.10',
    'Refund reversed, bank transfer |  |  | 0.10 | 13,690.00',
    'Write-off | Invoice 2026-0001 |  | 0.20 | 13,689.80',
    'Write-off reversed |  | 0.20 |  | 13,690.00',
    'Payment, cash | Invoices 2026-0000, 2026-0001, 2026-0002, 2026-0003, 2026-0004, 2026-0005 and 3 more |  | 0.01 | 13,689.99',
    'Invoice 2026-0001 is void | Primary bath |  | 13,740.00 | −50.01',
    'Closing balance |  | 13,747.30 | 13,797.31 | −$50.01',
  ])
})

test('the balance says since when it is due, or that it is a credit', () => {
  const open = { id: idOf(1), number: '2026-0001', title: 'Doors', owed: 100, bucket: 'days1' }
  const due = (dueOn: string) => [{ ...open, dueOn, daysLate: 1 } as Statement['open'][number]]
  const balanceOf = (movements: Parameters<typeof statementWith>[0], facts?: Partial<Statement>) =>
    statementDocument(company, statementWith(movements, facts)).parties[2]?.lines
  expect(balanceOf([invoice(1, 100)], { open: due('2026-10-26') })).toEqual([
    ...['$1.00', 'due since Oct 26, 2026'],
  ])
  expect(balanceOf([invoice(1, 100)], { open: due('2026-11-19') })).toEqual([
    ...['$1.00', 'due Nov 19, 2026'],
  ])
  expect(balanceOf([movement(1, { kind: 'payment', amount: -100 })])).toEqual([
    ...['−$1.00', 'in your favor'],
  ])
  expect(balanceOf([], { open: due('2026-10-26') })).toEqual(['$0.00'])
  const { totals } = statementDocument(company, statementWith([], { credit: 250 }))
  expect(totals.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    ...['Credit not used yet −$2.50', 'Balance $0.00'],
  ])
})

test('400 entries break into pages, each with the head of the account, and none is lost', async () => {
  const entries = Array.from({ length: 400 }, (_, n) => ({
    ...invoice(n + 1, 100_000 + n),
    day: addDays('2026-09-01', Math.floor(n / 6)),
  }))
  const document = statementDocument(company, statementWith(entries))
  const pdf = await pdfOf(document, async () => ({ logo: null, photos: [] }), 'ada')
  const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  expect(pages.length).toBeGreaterThan(18)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    const head = at === 0 ? 'Paid or credited' : 'Entry, continued'
    expect([at, page.includes(head)]).toEqual([at, true])
  }
  const whole = pages.join(' ')
  for (const { number } of entries) expect(whole.split(`Invoice ${number}`)).toHaveLength(2)
  // The sum is on the page of the last row.
  expect(pages.at(-1)).toMatch(/Invoice 2026-0400.*Closing balance/s)
  expect(pages.at(-1)).toContain('$400,798.00')
  const page = String(documentPage(document, { logo: null, bar: null }))
  expect(page.match(/<tr>|<tr class="sum">/g)).toHaveLength(402)
})
