import { type LineCategory, lineCategories } from '@plumbline/contract/pricedLines.ts'
import {
  NewSavedLine,
  priceListRoutes,
  type SavedLine,
  SavedLineChange,
} from '@plumbline/contract/priceList.ts'
import { formatUnitPrice } from '@plumbline/contract/unitPrices.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx'
import { choice, fieldProps, fieldsOf, yesNo } from '../../forms/fieldsOf.ts'
import { UnitPriceField } from '../../forms/UnitPriceField.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useEditForm } from '../../forms/useEditForm.ts'
import { EmptyState } from '../../ui/Card.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { titleCase } from '../../ui/status.ts'
import { marginText, savedLineQuery } from './api.ts'

type NewValues = z.input<typeof NewSavedLine>
type Values = z.input<typeof SavedLineChange>

const unitPrice = {
  empty: null,
  format: (value: string | number | null | undefined) =>
    value ? formatUnitPrice(String(value)) : 'none',
}

const lineFields = {
  description: { label: 'Description', required: true },
  details: { label: 'Details', hint: 'The customer reads these below the description.' },
  category: { label: 'Category', kind: choice<LineCategory>(titleCase, 'other') },
  unit: { label: 'Unit' },
  unitPrice: { label: 'Price', kind: unitPrice, required: true },
  unitCost: { label: 'Our Cost', kind: unitPrice },
  taxable: { label: 'Taxable', kind: yesNo },
} as const

const { fields, ...editForm } = fieldsOf<Values, SavedLine>(lineFields)
const { empty } = fieldsOf<NewValues>(lineFields)

/** The units that are suggested. */
const UNITS = ['each', 'hour', 'day', 'sq ft', 'ln ft', 'sq', 'sq yd', 'cu yd', 'ton', 'lot']

const categoryOptions = lineCategories.map((value) => ({ value, label: titleCase(value) }))

/** The dialog that adds a line to the price list. */
export function CreateSavedLine({ onClose }: { onClose: () => void }) {
  const { form, submission } = useCreateForm(priceListRoutes.create, {
    schema: NewSavedLine,
    empty,
    target: {},
    success: 'Line added successfully',
    failure: 'Failed to add line',
    onDone: onClose,
  })
  return (
    <FormDialog {...submission} title="New Line" wide submitLabel="Add Line" onClose={onClose}>
      <LineFields control={form.control} />
    </FormDialog>
  )
}

/** The dialog that edits the line with this id. */
export function EditSavedLine({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: line, error } = useQuery(savedLineQuery(id))
  if (line) return <EditForm line={line} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog open onOpenChange={onClose} title="Edit Line">
      <DialogBody>
        <EmptyState title="Line not found" />
      </DialogBody>
    </Dialog>
  )
}

function EditForm({ line, onClose }: { line: SavedLine; onClose: () => void }) {
  const { form, submission } = useEditForm(priceListRoutes.update, line, {
    ...editForm,
    schema: SavedLineChange,
    target: { params: { id: line.id } },
    reload: (read) => read(savedLineQuery(line.id)),
    success: 'Line updated successfully',
    failure: 'Failed to update line',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Edit Line"
      description="A new price changes no bid."
      wide
      submitLabel="Save"
      onClose={onClose}
    >
      <LineFields control={form.control} />
    </FormDialog>
  )
}

function LineFields<V extends Values, Out>({ control }: { control: Control<V, unknown, Out> }) {
  const field = fieldProps(control, fields)
  const price = useWatch({ control, name: field('unitPrice').name })
  const cost = useWatch({ control, name: field('unitCost').name })
  const margin = marginText({
    unitPrice: String(price ?? ''),
    unitCost: cost === null || cost === undefined ? null : String(cost),
  })
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <TextField {...field('description')} className="sm:col-span-2" />
      <TextAreaField {...field('details')} className="sm:col-span-2" />
      <SelectField {...field('category')} options={categoryOptions} />
      <TextField {...field('unit')} suggestions={UNITS} placeholder="each" />
      <UnitPriceField {...field('unitPrice')} />
      <UnitPriceField {...field('unitCost')} hint={margin && `Margin ${margin}`} />
      <CheckboxField {...field('taxable')} className="sm:col-span-2" />
    </div>
  )
}
