import { dayIn, formatWeekday, shortDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import type { Proposal, ProposalEvent } from '@plumbline/contract/proposals.ts'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useToday } from '../../screens/days.ts'
import { StatusMark } from '../../ui/Badge.tsx'
import { ClampedText } from '../../ui/ClampedText.tsx'
import { plural } from '../../ui/format.ts'
import { MarkedWord } from '../../ui/StatusWord.tsx'
import { toneText } from '../../ui/status.ts'
import { eventTime, untilText } from './api.ts'
import { eventLines, eventStyles, statusStyles } from './eventLines.ts'

/** The events that are shown at first. */
const EVENTS_SHOWN = 6

/** One version as it was sent: its status, its total, and what happened to it. */
export function ProposalVersion({ proposal }: { proposal: Proposal }) {
  const { tone, mark, label } = statusStyles[proposal.status]
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 font-bold">
        <MarkedWord tone={tone} mark={mark}>
          {label}
        </MarkedWord>
        <span className="figures">{formatDollars(proposal.total)}</span>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <p className="figures text-ink-2">
          Version {proposal.version}, <VersionDay proposal={proposal} />
        </p>
        <Documents proposal={proposal} />
      </div>
      <Events proposal={proposal} />
    </>
  )
}

/** Until when a version is good; or the day on which it was decided or ended. */
function VersionDay({ proposal }: { proposal: Proposal }) {
  const { status, lastDay, changeOrderId, events } = proposal
  const { timeZone } = useCompany()
  const today = useToday()
  if (status === 'sent') return untilText(proposal, today)
  if (status === 'expired')
    return `${changeOrderId ? 'answer was due' : 'was good until'} ${formatWeekday(lastDay, today)}`
  const end = events.findLast(({ kind }) => kind === status)
  const day = dayIn(timeZone, new Date(end?.createdAt ?? proposal.updatedAt))
  return `${statusStyles[status].label.toLowerCase()} ${shortDay(day, today)}`
}

/** Links to a version as the customer got it. */
function Documents({ proposal: { id, version } }: { proposal: Proposal }) {
  const page = `/api/proposals/${id}/document`
  return (
    <span className="no-print flex gap-3">
      <a
        href={page}
        target="_blank"
        aria-label={`Open version ${version}`}
        className="action-link justify-center touch:min-w-11"
        rel="noopener"
      >
        Open
      </a>
      <a
        href={`${page}.pdf`}
        target="_blank"
        aria-label={`PDF of version ${version}`}
        className="action-link justify-center touch:min-w-11"
        rel="noopener"
      >
        PDF
      </a>
    </span>
  )
}

const isOfCustomer = ({ kind }: ProposalEvent) => kind === 'question' || kind === 'declined'

/** The events of a version, newest first. Of many events only the newest are shown at first. */
function Events({ proposal }: { proposal: Proposal }) {
  const { timeZone } = useCompany()
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const lines = eventLines(proposal)
  // A button for a single line would take its place.
  const hidden = isOpen || lines.length <= EVENTS_SHOWN + 1 ? 0 : lines.length - EVENTS_SHOWN
  const shown = lines.slice(0, lines.length - hidden)
  return (
    <>
      <ol className="mt-3">
        {shown.map(({ event, title, detail }, at) => (
          <li key={event.id} className="flex gap-2.5">
            <span
              className={`flex flex-col items-center pt-1.5 ${toneText[eventStyles[event.kind].tone]}`}
            >
              <StatusMark mark={eventStyles[event.kind].mark} />
              {at < shown.length - 1 && (
                <span className="mt-1.5 flex-1 border-l border-line-strong" />
              )}
            </span>
            <div className="min-w-0 flex-1 pb-2.5">
              <p className="flex items-baseline justify-between gap-3">
                {title}
                <time dateTime={event.createdAt} className="figures shrink-0 text-sm text-ink-2">
                  {eventTime(event.createdAt, today, timeZone)}
                </time>
              </p>
              {detail && (
                // The words of the customer are darker.
                <div className={isOfCustomer(event) ? 'text-sm' : 'text-sm text-ink-2'}>
                  <ClampedText>{detail}</ClampedText>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <button
          type="button"
          className="action-link no-print ml-5 text-sm"
          onClick={() => setOpen(true)}
        >
          Show {plural(hidden, 'earlier event', 'earlier events')}
        </button>
      )}
    </>
  )
}

/** The versions before the last one, folded at first. */
export function EarlierVersions({ proposals }: { proposals: readonly Proposal[] }) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  if (proposals.length === 0) return null
  return (
    <div className="mt-3.5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        className="action-link gap-1.5 text-sm"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        {plural(proposals.length, 'earlier version', 'earlier versions')}
      </button>
      <ul id={listId} hidden={!isOpen}>
        {isOpen &&
          proposals.map((proposal) => (
            <li key={proposal.id} className="mt-2 border-t border-line pt-3">
              <ProposalVersion proposal={proposal} />
            </li>
          ))}
      </ul>
    </div>
  )
}
