import { keepsStatus } from '@plumbline/contract/bidStatuses.ts'
import {
  type Bid,
  BidsFollowUp,
  BidsRejection,
  bidRoutes,
  type KeptBid,
} from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { Reply } from '@plumbline/contract/route.ts'
import { DateField, TextAreaField } from '../../forms/fields.tsx'
import { useCreateForm } from '../../forms/useCreateForm.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { plural } from '../../ui/format.ts'
import { statusStyle } from '../../ui/status.ts'

interface BulkProps {
  bids: readonly Bid[]
  onClose: () => void
}

const bidsText = (count: number) => plural(count, 'bid', 'bids')

const MAX_NAMED_BIDS = 3

/** Names the bids that stay unchanged, each with the status that is the reason. */
function unchangedText(unchanged: readonly KeptBid[]): string {
  const named = unchanged
    .slice(0, MAX_NAMED_BIDS)
    .map(({ name, status }) => `${name} (${statusStyle(status).label.toLowerCase()})`)
  const more = unchanged.length - named.length
  return `Unchanged: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The form options that all bulk changes share. */
const bulkFormOptions = (onClose: () => void) => ({
  target: {},
  success: ({ changed, kept }: Reply<typeof bidRoutes.updateSeveral>) => ({
    title: changed > 0 ? 'Success' : 'Nothing changed',
    description: [
      `${bidsText(changed)} updated`,
      ...(kept.length > 0 ? [unchangedText(kept)] : []),
    ].join('. '),
  }),
  failure: 'Failed to update bids',
  onDone: onClose,
})

const idsOf = (bids: readonly Bid[]) => bids.map(({ id }) => id)

/** The dialog that schedules a follow-up of several bids on one day. */
export function FollowUpSeveral({ bids, onClose }: BulkProps) {
  const { form, submission } = useCreateForm(bidRoutes.updateSeveral, {
    schema: BidsFollowUp,
    empty: { ids: idsOf(bids), status: 'follow_up', followUpDate: '' },
    ...bulkFormOptions(onClose),
  })
  return (
    <FormDialog
      {...submission}
      title="Follow Up"
      description={bidsText(bids.length)}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <DateField control={form.control} name="followUpDate" label="Follow-Up Date" required />
        <Unchanged bids={bids} status="follow_up" />
      </div>
    </FormDialog>
  )
}

/** The dialog that rejects several bids. */
export function RejectSeveral({ bids, onClose }: BulkProps) {
  const { form, submission } = useCreateForm(bidRoutes.updateSeveral, {
    schema: BidsRejection,
    empty: { ids: idsOf(bids), status: 'rejected', reason: '' },
    ...bulkFormOptions(onClose),
  })
  return (
    <FormDialog
      {...submission}
      title="Reject Bids"
      description={bidsText(bids.length)}
      submitLabel="Reject"
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <TextAreaField
          control={form.control}
          name="reason"
          label="Reason"
          hint={`Saved in the history of each bid. ${readersSentence.office}.`}
        />
        <Unchanged bids={bids} status="rejected" />
      </div>
    </FormDialog>
  )
}

/** Lists the selected bids that the change will leave unchanged. */
function Unchanged({ bids, status: to }: { bids: readonly Bid[]; status: Bid['status'] }) {
  const unchanged = bids.filter(({ status }) => keepsStatus(status, to))
  if (unchanged.length === 0) return null
  return <p className="text-ink-2 wrap-anywhere">{unchangedText(unchanged)}</p>
}
