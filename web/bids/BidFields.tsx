import type { NewBid } from '@plumbline/contract/bids.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { CustomerFields } from '../jobs/CustomerFields.tsx'
import { Field } from '../ui/Field.tsx'
import { FormSection } from '../ui/FormPanel.tsx'
import { Input, Select, Textarea } from '../ui/Input.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { LEAD_SOURCES, priorityOptions } from './options.ts'

export type BidForm = UseFormReturn<z.input<typeof NewBid>, unknown, NewBid>

/** The fields of a bid: what it is about, and for whom. */
export function BidFields({ form }: { form: BidForm }) {
  const { register, control, formState } = form
  const error = (name: keyof NewBid) => formState.errors[name]?.message
  return (
    <div className="flex flex-col gap-6">
      <FormSection title="Project">
        <Field label="Project Name" required error={error('name')} className="sm:col-span-2">
          {(props) => (
            <Input
              {...props}
              {...register('name')}
              placeholder="Kitchen remodel"
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Address" required error={error('address')} className="sm:col-span-2">
          {(props) => (
            <Input
              {...props}
              {...register('address')}
              placeholder="418 Alder Ct, Elgin"
              autoComplete="off"
            />
          )}
        </Field>
        <Controller
          control={control}
          name="estimatedAmount"
          render={({ field: { value, ...field } }) => (
            <Field
              label="Estimated Amount"
              error={error('estimatedAmount')}
              hint="In dollars; may stay empty"
            >
              {(props) => <MoneyInput {...props} {...field} value={value ?? null} />}
            </Field>
          )}
        />
        <Field label="Priority" error={error('priority')}>
          {(props) => <Select {...props} {...register('priority')} options={priorityOptions} />}
        </Field>
        <Field label="Lead Source" error={error('leadSource')} className="sm:col-span-2">
          {(props) => (
            <>
              <Input
                {...props}
                {...register('leadSource')}
                list={`${props.id}-list`}
                autoComplete="off"
              />
              <datalist id={`${props.id}-list`}>
                {LEAD_SOURCES.map((source) => (
                  <option key={source} value={source} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Notes" error={error('notes')} className="sm:col-span-2">
          {(props) => <Textarea {...props} {...register('notes')} />}
        </Field>
      </FormSection>
      <CustomerFields title="Customer" control={control} />
    </div>
  )
}
