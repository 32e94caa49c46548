import type { ProposalEventKind, ProposalStatus } from '@plumbline/contract/proposalStatuses.ts'
import type { Proposal, ProposalEvent } from '@plumbline/contract/proposals.ts'
import type { Mark, Tone } from '../../ui/status.ts'

interface MarkStyle {
  readonly tone: Tone
  readonly mark: Mark
}

/** The word and the mark of each status. */
export const statusStyles: Readonly<
  Record<ProposalStatus, MarkStyle & { readonly label: string }>
> = {
  sent: { label: 'Waiting for an answer', tone: 'warn', mark: 'half' },
  approved: { label: 'Signed', tone: 'good', mark: 'dot' },
  declined: { label: 'Declined', tone: 'bad', mark: 'cross' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral', mark: 'cross' },
  expired: { label: 'Expired', tone: 'bad', mark: 'square' },
  replaced: { label: 'Replaced', tone: 'neutral', mark: 'ring' },
}

/** The mark of each event. */
export const eventStyles: Readonly<Record<ProposalEventKind, MarkStyle>> = {
  sent: { tone: 'neutral', mark: 'ring' },
  emailed: { tone: 'neutral', mark: 'ring' },
  notDelivered: { tone: 'bad', mark: 'cross' },
  renewed: { tone: 'neutral', mark: 'ring' },
  viewed: { tone: 'info', mark: 'half' },
  question: { tone: 'warn', mark: 'diamond' },
  approved: { tone: 'good', mark: 'dot' },
  declined: { tone: 'bad', mark: 'cross' },
  withdrawn: { tone: 'neutral', mark: 'cross' },
  replaced: { tone: 'neutral', mark: 'ring' },
}

/** An event as it is shown. */
interface EventLine {
  readonly event: ProposalEvent
  readonly title: string
  /** A second line, such as a question or where it was sent to; null for none. */
  readonly detail: string | null
}

const by = (done: string, { actorName }: ProposalEvent) =>
  actorName ? `${done} by ${actorName}` : done

/** The events of a proposal as they are shown, newest first. */
export function eventLines({ events, sentTo, version }: Proposal): EventLine[] {
  const firstView = events.find(({ kind }) => kind === 'viewed')
  const titleOf = (event: ProposalEvent): string => {
    switch (event.kind) {
      case 'sent':
        return by('Sent', event)
      case 'emailed':
        return 'Emailed'
      case 'notDelivered':
        return 'Email not delivered:'
      case 'renewed':
        return by('New link made', event)
      case 'viewed':
        return event === firstView ? 'Viewed' : 'Viewed again'
      case 'question':
        return event.note ? 'Question:' : 'Question'
      case 'approved':
        return 'Signed'
      case 'declined':
        return event.note ? 'Declined:' : 'Declined'
      case 'withdrawn':
        return by('Withdrawn', event)
      case 'replaced':
        return `Replaced by version ${version + 1}`
    }
  }
  return events
    .map((event) => ({
      event,
      title: titleOf(event),
      detail: event.kind === 'sent' ? (sentTo ?? 'Link copied') : event.note,
    }))
    .toReversed()
}
