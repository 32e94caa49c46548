import { type Bid, bidRoutes } from '@plumbline/contract/bids.ts'
import { Controller, useForm } from 'react-hook-form'
import { useWrite } from '../api/write.ts'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Textarea } from '../ui/Input.tsx'

interface Values {
  followUpDate: string | null
  followUpNotes: string
}

/** The dialog that says when to come back to a bid, and what for. */
export default function FollowUp({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const form = useForm<Values>({
    defaultValues: { followUpDate: bid.followUpDate, followUpNotes: bid.followUpNotes ?? '' },
  })
  const save = useWrite(bidRoutes.update, {
    success: 'Follow-up saved successfully',
    failure: 'Failed to save follow-up',
    form,
    onSuccess: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      onClose={onClose}
      title="Follow Up"
      description={bid.name}
      submitLabel="Save"
      onSubmit={form.handleSubmit((change) =>
        save.mutate({ params: { id: bid.id }, body: { ...change, status: 'follow_up' } }),
      )}
      error={save.problem}
      pending={save.isPending}
    >
      <div className="flex flex-col gap-4">
        <Controller
          control={form.control}
          name="followUpDate"
          rules={{ required: 'Choose the day to follow up' }}
          render={({ field }) => (
            <Field label="Follow-Up Date" required error={errors.followUpDate?.message}>
              {(control) => <DateInput {...control} {...field} />}
            </Field>
          )}
        />
        <Field label="Note" error={errors.followUpNotes?.message}>
          {(control) => <Textarea {...control} {...form.register('followUpNotes')} />}
        </Field>
      </div>
    </FormDialog>
  )
}
