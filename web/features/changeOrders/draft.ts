import type { ChangeOrder, ChangeOrderDraft } from '@plumbline/contract/changeOrders.ts'
import type { SavedLine } from '@plumbline/contract/priceList.ts'
import type { Totals } from '@plumbline/contract/totals.ts'
import type { SyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { fieldsOf, number, yesNo } from '../../forms/fieldsOf.ts'
import { plural } from '../../ui/format.ts'
import { draftTotals, type Sums, sumsOf } from '../pricing/amounts.ts'
import { type DraftLine, isEmptyLine, newLine } from '../pricing/draft.ts'

/** The values that the form of a change order holds: numbers are text as typed. */
export type ChangeOrderValues = z.input<typeof ChangeOrderDraft>
export type ChangeOrderForm = UseFormReturn<ChangeOrderValues, unknown, ChangeOrderDraft>
export type LineValues = NonNullable<ChangeOrderValues['lines']>[number]

/** The part of a form with lines that the fields of its lines use. */
export interface FormLines {
  lines?: LineValues[] | undefined
  taxRate?: string | number | undefined
}
export type LinesForm = Pick<
  UseFormReturn<FormLines>,
  'control' | 'getValues' | 'setValue' | 'setFocus' | 'clearErrors'
>
type FormWith<V extends FieldValues, Out> = Pick<UseFormReturn<V, unknown, Out>, keyof LinesForm>

/** A form as the fields of its lines use it. One without costs drops those of saved lines. */
export const linesFormOf = <V extends FormLines, Out>(form: FormWith<V, Out>): LinesForm =>
  // The types of a form allow no other fields, which these functions leave alone.
  form as unknown as LinesForm

/** An empty line. It is taxable as the one before it. */
export const newLineValues = (taxable: boolean): LineValues => ({
  ...{ description: '', details: null, quantity: '1', unit: '' },
  ...{ unitPrice: '', unitCost: null, category: 'other', taxable },
})

const { fields, ...changeOrderForm } = fieldsOf<ChangeOrderValues, ChangeOrder>({
  title: { label: 'Title', required: true },
  reason: { label: 'Reason', hint: 'The customer reads this above the lines.' },
  lines: {
    label: 'Lines',
    empty: [],
    text: ({ lines, total }) => `${plural(lines.length, 'line', 'lines')}, $${total}`,
  },
  photoIds: {
    label: 'Photos',
    empty: [],
    text: ({ photoIds }) => plural(photoIds.length, 'photo', 'photos'),
  },
  taxRate: { label: 'Tax Rate (%)', empty: '0', text: ({ taxRate }) => `${taxRate}%` },
  daysAdded: { label: 'Days Added', kind: { ...number, empty: 0 }, hint: 'Working days' },
  movesEnd: {
    label: 'Move the end date of the job when it is approved',
    kind: { ...yesNo, empty: true },
  },
})

export { changeOrderForm, fields }

const textOf = (value: string | number | null | undefined) => String(value ?? '')

/** A line of the form as one of the price of a bid, whose amounts are computed alike. */
export const lineOf = (line: LineValues): DraftLine =>
  newLine({
    description: line.description,
    details: textOf(line.details),
    quantity: textOf(line.quantity),
    unit: textOf(line.unit),
    unitPrice: textOf(line.unitPrice),
    unitCost: textOf(line.unitCost),
    taxable: line.taxable ?? false,
  })

/** The values that a line takes over from the price list. */
export const savedValues = (saved: SavedLine) => ({
  description: saved.description,
  details: saved.details,
  unit: saved.unit,
  unitPrice: saved.unitPrice,
  unitCost: saved.unitCost,
  category: saved.category,
  taxable: saved.taxable,
})
export type SavedValues = ReturnType<typeof savedValues>

/** Whether nothing was entered in a line. */
export const isEmpty = (line: LineValues): boolean => isEmptyLine(lineOf(line))

/** Submits a form without the lines in which nothing was entered. */
export const withoutEmptyLines =
  (form: LinesForm, onSubmit: (event: SyntheticEvent) => unknown) => (event: SyntheticEvent) => {
    const lines = form.getValues('lines') ?? []
    const filled = lines.filter((line) => !isEmpty(line))
    if (filled.length < lines.length) form.setValue('lines', filled)
    onSubmit(event)
  }

/** The amounts of a change order as it is typed. What is not valid counts as absent. */
export function typedTotals({
  lines = [],
  taxRate = '0',
}: Pick<ChangeOrderValues, 'lines' | 'taxRate'>): Totals & Sums {
  const sections = [
    { key: '', title: '', kind: 'included' as const, lines: lines.map((line) => lineOf(line)) },
  ]
  const totals = draftTotals({
    ...{ sections, taxRate: textOf(taxRate) },
    ...{ discountKind: 'none', discount: '' },
  })
  return { ...totals, ...sumsOf(sections) }
}
