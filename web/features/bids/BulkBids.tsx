import { isKept } from '@plumbline/contract/bidStatuses.ts'
import {
  type Bid,
  BidsFollowUp,
  BidsRejection,
  bidRoutes,
  type KeptBid,
} from '@plumbline/contract/bids.ts'
import { readersSentence } from '@plumbline/contract/readers.ts'
import type { Reply } from '@plumbline/contract/route.ts'
import type { z } from 'zod'
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

const NAMED = 3

/** Which bids stay as they are, and the state that is why. */
function keptText(kept: readonly KeptBid[]): string {
  const named = kept
    .slice(0, NAMED)
    .map(({ name, status }) => `${name} (${statusStyle(status).label.toLowerCase()})`)
  const more = kept.length - named.length
  return `Unchanged: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What every change of several bids says and does. */
const frameOf = (onClose: () => void) => ({
  target: {},
  success: ({ changed, kept }: Reply<typeof bidRoutes.updateSeveral>) => ({
    title: changed > 0 ? 'Success' : 'Nothing changed',
    description: [
      `${bidsText(changed)} updated`,
      ...(kept.length > 0 ? [keptText(kept)] : []),
    ].join('. '),
  }),
  failure: 'Failed to update bids',
  onDone: onClose,
})

const idsOf = (bids: readonly Bid[]) => bids.map(({ id }) => id)

/** The dialog that puts several bids off to one day. */
export function FollowUpSeveral({ bids, onClose }: BulkProps) {
  const empty: z.input<typeof BidsFollowUp> = {
    ...{ ids: idsOf(bids), status: 'follow_up', followUpDate: '' },
  }
  const { form, submission } = useCreateForm(bidRoutes.updateSeveral, {
    schema: BidsFollowUp,
    empty,
    ...frameOf(onClose),
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
  const empty: z.input<typeof BidsRejection> = {
    ...{ ids: idsOf(bids), status: 'rejected', reason: '' },
  }
  const { form, submission } = useCreateForm(bidRoutes.updateSeveral, {
    schema: BidsRejection,
    empty,
    ...frameOf(onClose),
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

/** Says beforehand which of the bids will stay as they are. */
function Unchanged({ bids, status: to }: { bids: readonly Bid[]; status: Bid['status'] }) {
  const kept = bids.filter(({ status }) => isKept(status, to))
  return kept.length > 0 && <p className="text-ink-2 wrap-anywhere">{keptText(kept)}</p>
}
