import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatMonth } from '@plumbline/contract/months.ts'
import type { RentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { csv } from '../../../screens/csv.ts'
import { correctionOf } from '../Correction.tsx'

/** `Rent for Nov 2026`, `Security deposit`. */
export const purposeText = ({ incomeType, rentMonth }: RentalIncome): string =>
  rentMonth ? `${incomeType} for ${formatMonth(rentMonth)}` : incomeType

/** `Rent of $1,395.00 from Priya Nair, received Nov 3, 2026.` */
export function paymentText(entry: RentalIncome): string {
  const { incomeType, amount, tenantName, propertyAddress, dateReceived } = entry
  const from = tenantName ?? propertyAddress
  return `${incomeType} of ${formatDollars(amount)} from ${from}, received ${formatDay(dateReceived)}.`
}

/** Entries as CSV, with amounts in dollars. */
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
    correctionOf(entry) ?? '',
  ])
  return csv([head, ...rows])
}
