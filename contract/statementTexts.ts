import { formatDay } from './dates.ts'
import { paidBy } from './paymentTexts.ts'
import type { MovementKind } from './statementBalances.ts'
import type { Statement, StatementEntry } from './statements.ts'

const nouns: Readonly<Record<MovementKind, string>> = {
  invoice: 'Invoice',
  creditMemo: 'Credit memo',
  payment: 'Payment',
  refund: 'Refund',
  writeOff: 'Write-off',
}

/** The way in which money moved, in the middle of a sentence; empty for one without a name. */
function byOf({ method, reference }: StatementEntry): string {
  const by = method === 'other' && !reference ? '' : paidBy({ method, reference })
  return by && `${by.charAt(0).toLowerCase()}${by.slice(1)}`
}

/** An entry as the statement names it: `Invoice 2026-0042`, `Payment reversed, check 1104`. */
export function entryName(entry: StatementEntry): string {
  const { kind, isReversal, number } = entry
  if (number !== null) return `${nouns[kind]} ${number}${isReversal ? ' is void' : ''}`
  const name = isReversal ? `${nouns[kind]} reversed` : nouns[kind]
  return [name, byOf(entry)].filter(Boolean).join(', ')
}

/** The most invoices that a line names. */
const MAX_NAMED = 6

/** The line below an entry: its title, or the invoices that the money is for; null for none. */
export function entryDetails({ title, invoices }: StatementEntry): string | null {
  if (title !== null) return title
  if (invoices.length === 0) return null
  const named = invoices.slice(0, MAX_NAMED).join(', ')
  const more = invoices.length - MAX_NAMED
  const noun = invoices.length === 1 ? 'Invoice' : 'Invoices'
  return `${noun} ${more > 0 ? `${named} and ${more} more` : named}`
}

/** The first of the open invoices, the oldest first, of which credit in cents leaves something. */
function firstNotCovered(open: Statement['open'], credit: number) {
  let left = credit
  return open.find(({ owed }) => {
    left -= owed
    return left < 0
  })
}

/**
 * The line below the balance: since when something is due, or until when; null if nothing is owed.
 * Credit that is not used yet covers the oldest invoices first.
 */
export function dueLine({
  closing,
  open,
  credit,
  to,
}: Pick<Statement, 'closing' | 'open' | 'credit' | 'to'>): string | null {
  if (closing < 0) return 'in your favor'
  const oldest = firstNotCovered(open, credit)
  if (closing === 0 || !oldest) return null
  return `${oldest.dueOn < to ? 'due since' : 'due'} ${formatDay(oldest.dueOn)}`
}

/** The last line of a statement, with the phone number of the company if it has one. */
export function closingLine({
  companyName,
  phone,
}: {
  readonly companyName: string
  readonly phone: string | null
}): string {
  const questions = [companyName, phone].filter(Boolean).join(', ')
  return `A payment sent in the last few days may not be on it yet. Questions: ${questions}.`
}
