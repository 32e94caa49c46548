import type { LineCategory, SectionKind } from '@plumbline/contract/pricedLines.ts'
import { priceText } from './draft.ts'
import type { SaveState } from './session.ts'

export const categoryLabels: Readonly<Record<LineCategory, string>> = {
  labor: 'Labor',
  material: 'Material',
  subcontract: 'Subcontract',
  equipment: 'Equipment',
  permit: 'Permit',
  other: 'Other',
}

export const kindLabels: Readonly<Record<SectionKind, string>> = {
  included: 'Included',
  optional: 'Optional, a box each',
  choose_one: 'Choose one',
}

/** The options of a select. */
export const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }))

/** An exact amount in a column: `4,768.00`; a dash for none. */
export const columnText = (amount: string | null) =>
  amount === null ? '–' : priceText(amount).replace('-', '−')

/** An exact amount with its sign: `$52,640.00`. */
export const amountText = (amount: string) =>
  amount.startsWith('-') ? `−$${priceText(amount.slice(1))}` : `$${priceText(amount)}`

/** The name of a line in labels of its controls. */
export const lineName = ({ description }: { readonly description: string }) =>
  description.trim() || 'new line'

/** The reason why a price will not be saved as it is; null while it is saved or about to be. */
export function savingProblem(state: SaveState): string | null {
  if (state.kind === 'invalid' || state.kind === 'failed') return `Not saved: ${state.problem}`
  if (state.kind === 'offline') return 'Not saved yet'
  return state.kind === 'conflict' ? 'Not saved: someone else changed it' : null
}
