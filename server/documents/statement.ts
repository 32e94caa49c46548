import { ageBucketNames, ageBuckets } from '@plumbline/contract/ageing.ts'
import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import type { Statement, StatementEntry } from '@plumbline/contract/statements.ts'
import {
  closingLine,
  dueLine,
  entryDetails,
  entryName,
} from '@plumbline/contract/statementTexts.ts'
import { dollarsOf } from '@plumbline/contract/totals.ts'
import { moneyText, numberText } from './figures.ts'
import type { LedgerRow } from './ledgerRows.ts'
import type { Document } from './model.ts'

interface Company {
  readonly companyName: string
  readonly address: string | null
  readonly phone: string | null
}

const filled = (lines: readonly (string | null)[]) => lines.filter((line) => line !== null)
/** With a dollar sign, and in a column. */
const money = (cents: number) => moneyText(dollarsOf(BigInt(cents)))
const figure = (cents: number) => numberText(dollarsOf(BigInt(cents)), 2)

const columns = {
  ...{ day: 'Date', name: 'Entry', charge: 'Charge', credit: 'Paid or credited' },
  balance: 'Balance',
}

function rowOf(entry: StatementEntry): LedgerRow {
  const { day, amount, balance } = entry
  return {
    ...{ day: formatDay(day), name: entryName(entry), details: entryDetails(entry) },
    charge: amount >= 0 ? figure(amount) : '',
    credit: amount < 0 ? figure(-amount) : '',
    ...{ balance: figure(balance), isSum: false },
  }
}

/** The rows of the account between its balances. */
function ledgerOf({ from, to, opening, entries, charged, credited, closing }: Statement) {
  const none = { details: null, charge: '', credit: '' }
  return [
    {
      ...{ ...none, day: formatDay(from), name: 'Opening balance' },
      ...{ balance: figure(opening), isSum: false },
    },
    ...entries.map(rowOf),
    {
      ...{ ...none, day: formatDay(to), name: 'Closing balance', charge: figure(charged) },
      ...{ credit: figure(credited), balance: money(closing), isSum: true },
    },
  ]
}

/** The open invoices, oldest first; none without any. */
function openSection({ open, openCount, owed }: Statement): Document['sections'] {
  if (open.length === 0) return []
  const rows = open.map(({ number, title, dueOn, owed: left }) => ({
    ...{ mark: null, description: `Invoice ${number}, due ${formatDay(dueOn)}`, details: title },
    ...{ quantity: '', unitPrice: '', amount: money(left) },
  }))
  const hint = openCount > open.length ? `The ${open.length} oldest of ${openCount}` : null
  return [{ title: 'Open invoices', hint, rows, total: money(owed) }]
}

/** The credit and the balance, where they differ from what is owed of the invoices. */
function totalRows({ credit, closing }: Statement): Document['totals'] {
  if (credit === 0) return []
  return [
    { label: 'Credit not used yet', amount: money(-credit), isTotal: false },
    { label: 'Balance', amount: money(closing), isTotal: true },
  ]
}

/** The statement of a customer for a period. */
export function statementDocument(company: Company, statement: Statement): Document {
  const { customer, from, to, closing, ages } = statement
  return {
    title: 'Statement',
    stamp: null,
    facts: [formatDay(to)],
    company: { name: company.companyName, lines: filled([company.address, company.phone]) },
    parties: [
      { title: 'To', lines: filled([customer.name, customer.company, customer.address]) },
      { title: 'Period', lines: [formatSpan(from, to), 'all jobs'] },
      { title: 'Balance', lines: filled([money(closing), dueLine(statement)]) },
    ],
    texts: [],
    photos: [],
    ledger: { columns, rows: ledgerOf(statement), note: closingLine(company) },
    sections: openSection(statement),
    totals: totalRows(statement),
    figures: ageBuckets.map((bucket) => ({
      ...{ title: ageBucketNames[bucket], lines: [figure(ages[bucket])] },
    })),
    schedule: [],
    terms: [],
    signatures: [],
    evidence: [],
    // It is as of its last day, and the same file as long as nothing of it changes.
    writtenAt: `${to}T00:00:00.000Z`,
  }
}
