import { type AttentionItem, attentionRoutes } from '@plumbline/contract/attention.ts'
import { useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { AlarmClock } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { LoadProblem } from '../../ui/Alert.tsx'
import { StatusMark } from '../../ui/Badge.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useRowKeys } from '../../ui/useRowKeys.ts'
import { attentionQuery } from './api.ts'
import { lineOf, sinceText } from './attentionLines.ts'
import { HomeSection } from './HomeSection.tsx'

/** The number of items shown at first. */
const INITIAL_COUNT = 5

/** Items that need the office, most urgent first, each with one suggested action. */
export function NeedsAttention({ isEmpty }: { isEmpty: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(attentionQuery)
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, { pressed: 'e' })
  const items = data?.items ?? []
  // A new company is prompted to add its first job instead.
  if (isEmpty && items.length === 0) return null
  const shown = showsAll ? items : items.slice(0, INITIAL_COUNT)
  return (
    <HomeSection
      title="Needs attention"
      count={items.length}
      end={data && data.snoozed > 0 && <WakeButton snoozed={data.snoozed} />}
    >
      {!data && !isError && <LoadingRows />}
      {!data && isError && (
        <LoadProblem
          what="What needs attention"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && items.length === 0 && <p className="py-3.5 text-ink-2">Nothing needs you</p>}
      <ul ref={list} className="open-rows">
        {shown.map((item) => (
          <Row key={item.key} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1.5 -ml-2.5"
          onClick={() => setShowsAll(true)}
        >
          Show all {items.length}
        </Button>
      )}
    </HomeSection>
  )
}

/** The rows shown while the items load. */
function LoadingRows() {
  return (
    <Skeletons count={INITIAL_COUNT}>
      <div className="flex h-12 items-center border-b border-line">
        <Skeleton className="h-4 w-2/5" />
      </div>
    </Skeletons>
  )
}

function Row({ item }: { item: AttentionItem }) {
  const today = useToday()
  const id = useId()
  const snooze = useSnooze(item.key)
  const { href, title, text, action, actionHref } = lineOf(item, today)
  const since = 'count' in item ? '' : sinceText(item.since, today)
  if (snooze.isHidden) return null
  const actionClass = buttonVariants({ size: 'sm', className: 'min-w-20' })
  return (
    <li className="open-row group flex min-h-12 items-center gap-x-3 py-1.5">
      <StatusMark
        mark={item.isUrgent ? 'diamond' : 'square'}
        className={cx('size-2.5 shrink-0', item.isUrgent ? 'text-bad' : 'text-warn')}
      />
      <div className="min-w-0 flex-1 sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-2.5">
        <Link
          href={href}
          data-row
          aria-describedby={`${id}-text`}
          className="block font-medium wrap-anywhere underline-offset-3 hover:underline touch:-mb-1.5 touch:py-3"
        >
          <span id={id}>{title}</span>
          {item.isUrgent && <span className="sr-only">, urgent</span>}
        </Link>
        <p id={`${id}-text`} className="figures text-sm text-ink-2 wrap-anywhere">
          {text}
          {since && <span className="sm:hidden"> · {since}</span>}
        </p>
      </div>
      <span
        className={cx(
          'figures shrink-0 text-right text-sm whitespace-nowrap max-sm:hidden',
          item.isUrgent ? 'text-bad' : 'text-ink-2',
        )}
      >
        {since}
      </span>
      <Tooltip text="Snooze until tomorrow (E)">
        <Button
          variant="quiet"
          size="icon"
          data-key
          aria-label="Snooze until tomorrow"
          aria-describedby={id}
          onClick={(event) => {
            focusNext(event.currentTarget)
            snooze.start()
          }}
          className="-mx-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100"
        >
          <AlarmClock aria-hidden />
        </Button>
      </Tooltip>
      {actionHref ? (
        <a href={actionHref} aria-describedby={id} className={actionClass}>
          {action}
        </a>
      ) : (
        <Link href={href} aria-describedby={id} className={actionClass}>
          {action}
        </Link>
      )}
    </li>
  )
}

/** Moves the focus to the next row, or the previous one, so that keyboard use can continue. */
function focusNext(button: HTMLElement) {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  next?.querySelector<HTMLElement>('[data-row]')?.focus()
}

/** Snoozes an item until tomorrow. The item is hidden at once, and the toast offers to undo. */
function useSnooze(key: string) {
  const undo = useWrite(attentionRoutes.wake, { failure: 'Failed to show it again' })
  const write = useWrite(attentionRoutes.snooze, {
    success: () => ({
      title: 'Snoozed until tomorrow',
      action: { label: 'Undo', onClick: () => undo.mutate({ query: { key } }) },
    }),
    failure: 'Failed to snooze',
  })
  return { isHidden: write.isPending, start: () => write.mutate({ body: { key } }) }
}

function WakeButton({ snoozed }: { snoozed: number }) {
  const wake = useWrite(attentionRoutes.wake, { failure: 'Failed to show them again' })
  return (
    <Button variant="quiet" size="sm" pending={wake.isPending} onClick={() => wake.mutate({})}>
      Show {snoozed} snoozed
    </Button>
  )
}
