import { type Bid, BidFollowUp, bidRoutes } from '@plumbline/contract/bids.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { DateField } from '../forms/DateField.tsx'
import { TextAreaField } from '../forms/TextAreaField.tsx'
import { type FieldTexts, useEditForm } from '../forms/useEditForm.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { bidQuery } from './api.ts'

type Values = z.input<typeof BidFollowUp>

const valuesOf = (bid: Bid): Required<Values> => ({
  status: 'follow_up',
  followUpDate: bid.followUpDate,
  followUpNotes: bid.followUpNotes ?? '',
})

const textsOf = (bid: Bid): FieldTexts<Values> => ({
  status: null,
  followUpDate: ['Follow-Up Date', formatDay(bid.followUpDate)],
  followUpNotes: ['Note', bid.followUpNotes ?? 'none'],
})

/** The dialog that puts a bid off: until when, and what for. */
export default function FollowUp({ bid, onClose }: { bid: Bid; onClose: () => void }) {
  const client = useQueryClient()
  const { form, submission } = useEditForm(bidRoutes.update, bid, {
    schema: BidFollowUp,
    values: valuesOf,
    texts: textsOf,
    target: { params: { id: bid.id } },
    reload: () => client.query({ ...bidQuery(bid.id), staleTime: 0 }),
    success: 'Follow-up saved successfully',
    failure: 'Failed to save follow-up',
    onDone: onClose,
  })
  const { control } = form
  return (
    <FormDialog
      {...submission}
      title="Follow Up"
      description={bid.name}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <DateField control={control} name="followUpDate" label="Follow-Up Date" required />
        <TextAreaField control={control} name="followUpNotes" label="Note" />
      </div>
    </FormDialog>
  )
}
