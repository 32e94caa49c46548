import { dayIn } from '@plumbline/contract/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyQuery } from '../api/company.ts'
import { useOfflineSince } from '../api/connection.ts'
import { useWaitingUploads } from '../features/photos/waiting.ts'
import { isWaiting } from '../offline/actions/action.ts'
import { useActions } from '../offline/actions/shown.ts'
import { formatMoment, formatTime } from '../ui/format.ts'
import { lazyPart } from '../ui/lazyPart.tsx'

const WaitingDialog = lazyPart(() => import('../offline/actions/WaitingDialog.tsx'))

/** The time of day, with the date unless it is today. */
function timeOf(moment: string, timeZone: string): string {
  const isToday = dayIn(timeZone, new Date(moment)) === dayIn(timeZone, new Date())
  return isToday ? formatTime(moment, timeZone) : formatMoment(moment, timeZone)
}

const OUTDATED = 'What you see may be out of date.'

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function waitingText(photos: number, actions: number) {
  const counts = [
    ...(photos > 0 ? [countOf(photos, 'photo')] : []),
    ...(actions > 0 ? [countOf(actions, 'action')] : []),
  ]
  if (counts.length === 0) return ''
  return `${counts.join(' and ')} ${photos + actions === 1 ? 'is' : 'are'} waiting to be sent. `
}

/**
 * A line above everything else while the server cannot be reached, or while actions of the person
 * are not sent.
 */
export function OfflineLine() {
  const since = useOfflineSince()
  const photos = useWaitingUploads()
  const actions = useActions()
  const waiting = actions.filter(isWaiting).length
  const failed = actions.filter(({ state }) => state === 'failed').length
  const [isOpen, setOpen] = useState(false)
  // Uses the time zone of the browser if the company could not be loaded.
  const { data: company } = useQuery({ ...companyQuery, enabled: false })
  const timeZone = company?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <div role="status">
        {(since || waiting + failed > 0) && (
          <div
            data-offline-line
            className="no-print fixed inset-x-0 top-0 z-60 flex h-(--offline-line) items-center gap-3 border-b border-line bg-sunken px-4 text-xs leading-tight text-ink-2 sm:px-7"
          >
            <p className="min-w-0">
              {since && `Offline since ${timeOf(since, timeZone)}. `}
              {waitingText(since ? photos : 0, waiting)}
              {failed > 0 && (
                <span className="font-medium text-warn">
                  {countOf(failed, 'action')} {failed === 1 ? 'was' : 'were'} not sent.{' '}
                </span>
              )}
              {since &&
                (waiting + failed > 0 ? (
                  // On a phone, the counts need its place.
                  <span className="max-sm:sr-only">{OUTDATED}</span>
                ) : (
                  OUTDATED
                ))}
            </p>
            {waiting + failed > 0 && (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label="Show what waits to be sent"
                onClick={() => setOpen(true)}
                className="action-link touch-target shrink-0"
              >
                Show
              </button>
            )}
          </div>
        )}
      </div>
      {isOpen && <WaitingDialog onClose={() => setOpen(false)} />}
    </>
  )
}
