import { formatMonth } from '@plumbline/contract/months.ts'
import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { csv } from '../../shell/csv.ts'

/** What an entry is for: `Rent for Nov 2026`, `Security deposit`. */
export const whatFor = ({ incomeType, rentMonth }: RentalIncome): string =>
  rentMonth ? `${incomeType} for ${formatMonth(rentMonth)}` : incomeType

const remarkOf = ({ reversesId, reversedById }: RentalIncome) => {
  if (reversesId) return 'Reversal'
  return reversedById ? 'Reversed' : ''
}

/** Entries as a table; amounts in dollars. */
export function entriesCsv(entries: readonly RentalIncome[]): string {
  const head = [
    ...['Received', 'Property', 'Tenant', 'Type', 'Month', 'Method', 'Note', 'Amount'],
    'Correction',
  ]
  const rows = entries.map((entry) => [
    entry.dateReceived,
    entry.propertyAddress,
    entry.tenantName ?? '',
    entry.incomeType,
    entry.rentMonth ?? '',
    entry.paymentMethod ?? '',
    entry.description ?? '',
    entry.amount,
    remarkOf(entry),
  ])
  return csv([head, ...rows])
}
