import { followUpRoutes, NewFollowUp } from '@plumbline/contract/bidFollowUps.ts'
import { followUpWays } from '@plumbline/contract/bidStatuses.ts'
import type { Bid } from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { z } from 'zod'
import { DateField, SelectField, TextAreaField } from '../../forms/fields.tsx'
import { choice, day, fieldsOf } from '../../forms/fieldsOf.ts'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { useToday } from '../../screens/days.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFollowUpDay } from './followUpDay.ts'

const ways = Object.entries(followUpWays).map(([value, label]) => ({ value, label }))

const { fields, empty } = fieldsOf<z.input<typeof NewFollowUp>>({
  way: { label: 'How', kind: choice((way) => followUpWays[way], 'call'), required: true },
  day: { label: 'Date', kind: day, required: true },
  note: { label: 'Outcome', hint: readersSentence.office },
  nextDate: { label: 'Next Follow-Up', kind: day, hint: 'Empty if none is planned' },
})

/** The dialog that records a follow-up and sets the day of the next one. */
export function LogFollowUp({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const today = useToday()
  const {
    form: { control },
    submission,
  } = useCreateForm(followUpRoutes.create, {
    schema: NewFollowUp,
    empty: { ...empty, day: today, nextDate: useFollowUpDay() },
    target: { params: { id: bid.id } },
    success: 'Follow-up logged successfully',
    failure: 'Failed to log follow-up',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...submission}
      title="Log Follow-Up"
      description={bid.name}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} {...fields.way} options={ways} />
        <DateField control={control} {...fields.day} />
        <TextAreaField control={control} {...fields.note} className="sm:col-span-2" />
        <DateField control={control} {...fields.nextDate} />
      </div>
    </FormDialog>
  )
}
