import {
  formatsOf,
  type NumberFormat,
  numberAfter,
  numberText,
} from '@plumbline/contract/documentNumbers.ts'
import {
  type NumberFormats,
  NumberFormatsChange,
  numberFormatRoutes,
} from '@plumbline/contract/numberFormats.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { query } from '../../api/query.ts'
import { NumberField, TextField } from '../../forms/fields.tsx'
import { fieldsOf, number } from '../../forms/fieldsOf.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { useIsChanged } from '../../forms/useIsChanged.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { LoadedPart } from './LoadedPart.tsx'

type Values = z.input<typeof NumberFormatsChange>
type FormControl = Control<Values, unknown, NumberFormatsChange>

const formatsQuery = query(numberFormatRoutes.read)

const TITLE = 'Numbers'
const TEXT =
  'The numbers of invoices and credit memos: a prefix, the year, and a number that begins again every year. Numbers that were taken stay as they are.'

const { fields, ...numbersForm } = fieldsOf<Values, NumberFormats>({
  invoicePrefix: { label: 'Prefix of Invoices' },
  invoiceDigits: { label: 'Digits of Invoices', kind: number, required: true },
  invoiceFirst: { label: 'First Invoice', kind: number, required: true },
  creditPrefix: { label: 'Prefix of Credit Memos' },
  creditDigits: { label: 'Digits of Credit Memos', kind: number, required: true },
  creditFirst: { label: 'First Credit Memo', kind: number, required: true },
})

/** The form of the numbers of invoices and credit memos. */
export function NumbersPart() {
  return (
    <LoadedPart title={TITLE} text={TEXT} settings={useQuery(formatsQuery)}>
      {(formats) => <NumbersForm formats={formats} />}
    </LoadedPart>
  )
}

function NumbersForm({ formats }: { formats: NumberFormats }) {
  const { form, submission } = useEditForm(numberFormatRoutes.update, formats, {
    ...numbersForm,
    schema: NumberFormatsChange,
    target: {},
    reload: (read) => read(formatsQuery),
    success: 'Settings saved successfully',
    failure: 'Failed to save settings',
  })
  const { control } = form
  const changed = useIsChanged(control, numbersForm.values(formats))
  return (
    <FormPanel {...{ ...submission, changed }} title={TITLE} text={TEXT} submitLabel="Save">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField control={control} {...fields.invoicePrefix} />
        <NumberField control={control} {...fields.invoiceDigits} isWhole />
        <NumberField control={control} {...fields.invoiceFirst} isWhole />
        <TextField control={control} {...fields.creditPrefix} />
        <NumberField control={control} {...fields.creditDigits} isWhole />
        <NumberField control={control} {...fields.creditFirst} isWhole />
      </div>
      <Next {...{ control, formats }} />
      <p className="text-sm text-ink-2">
        Every year begins with the first numbers. One above the last of this year is the next; one
        below it counts from next year on.
      </p>
    </FormPanel>
  )
}

/** The next numbers by what is typed; none of a format that is not complete. */
function Next({ control, formats }: { control: FormControl; formats: NumberFormats }) {
  const typed = NumberFormatsChange.safeParse(useWatch({ control }))
  if (!typed.success) return null
  const { year, invoiceLast, creditLast } = formats
  const { invoice, creditMemo } = formatsOf(formats, typed.data)
  const next = (last: number, format: NumberFormat) =>
    numberText(format, year, numberAfter(last, format))
  return (
    <p>
      Next, such as <b className="figures">{next(invoiceLast, invoice)}</b> for an invoice and{' '}
      <b className="figures">{next(creditLast, creditMemo)}</b> for a credit memo.
    </p>
  )
}
