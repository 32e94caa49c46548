import type { ChangeOrderStatus } from '@plumbline/contract/changeOrderStatuses.ts'
import type { Mark, Tone } from '../../ui/status.ts'

/** The word and the mark of each status of a change order. */
export const changeStatusStyles: Readonly<
  Record<ChangeOrderStatus, { readonly label: string; readonly tone: Tone; readonly mark: Mark }>
> = {
  draft: { label: 'Draft', tone: 'neutral', mark: 'ring' },
  sent: { label: 'Waiting', tone: 'warn', mark: 'half' },
  approved: { label: 'Approved', tone: 'good', mark: 'dot' },
  declined: { label: 'Declined', tone: 'bad', mark: 'cross' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', mark: 'cross' },
  expired: { label: 'Expired', tone: 'bad', mark: 'square' },
}
