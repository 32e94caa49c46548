import { formatDay, formatSpan } from '@plumbline/contract/dates.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import type { ScheduleChange } from '@plumbline/contract/scheduleHistory.ts'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { QueryList } from '../../screens/QueryList.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { statusStyle, titleCase } from '../../ui/status.ts'
import { entryHistory } from './api.ts'
import { useUndoMove } from './useMoveWrite.ts'

/** The key of the changes that one person made to an entry at one moment. */
const groupKey = ({ createdAt, changedById, scheduleEntryId }: ScheduleChange) =>
  `${createdAt} ${changedById} ${scheduleEntryId}`

const fieldNames: Readonly<Record<string, string>> = {
  dateFixed: 'Date fixed',
  startDate: 'Start',
  endDate: 'End',
  scheduleType: 'Type',
  estimatedHours: 'Estimated hours',
  percentComplete: 'Percent complete',
  weatherDependent: 'Weather dependent',
  indoorWork: 'Indoor work',
  actualStartDate: 'Actual start',
  actualEndDate: 'Actual end',
  actualHours: 'Actual hours',
  completionNotes: 'Completion notes',
  notifyClient: 'Notify client',
  reminderSent: 'Reminder sent',
}
/** Fields whose values are too long to show. */
const texts = ['description', 'notes', 'completionNotes']
const days = ['startDate', 'endDate', 'actualStartDate', 'actualEndDate']
const words = ['status', 'priority', 'scheduleType']

function shownValue(changeType: string, value: string | null): string {
  if (value === null) return 'none'
  if (days.includes(changeType)) return formatDay(value)
  if (changeType === 'status') return statusStyle(value).label
  if (words.includes(changeType)) return titleCase(value)
  return { true: 'yes', false: 'no' }[value] ?? value
}

/** One change as text. */
function ChangeText({ change }: { change: ScheduleChange }) {
  const { changeType, oldValue, newValue } = change
  if (changeType === 'created') return 'Added'
  if (changeType === 'deleted') return 'Deleted'
  if (changeType === 'assignedSubcontractorId')
    return newValue ? `${newValue} assigned` : `${oldValue ?? 'The sub'} no longer assigned`
  if (changeType === 'dependsOnIds')
    return newValue ? `Now waits for ${newValue}` : 'No longer waits for another entry'
  const name = fieldNames[changeType] ?? titleCase(changeType)
  if (texts.includes(changeType)) return `${name} changed`
  return (
    <>
      {name} from <b className="font-medium">{shownValue(changeType, oldValue)}</b> to{' '}
      <b className="font-medium">{shownValue(changeType, newValue)}</b>
    </>
  )
}

/**
 * The changes that one person made at one moment. New start and end dates are shown as one move.
 */
function GroupText({ changes }: { changes: readonly ScheduleChange[] }) {
  const start = changes.find(({ changeType }) => changeType === 'startDate')
  const end = changes.find(({ changeType }) => changeType === 'endDate')
  const moved = start && end ? [start, end] : []
  const others = changes.filter((change) => !moved.includes(change))
  const lines: ReactNode[] = others.map((change) => (
    <p key={change.id}>
      <ChangeText change={change} />
    </p>
  ))
  if (start && end)
    lines.unshift(
      <p key={start.id}>
        Moved from{' '}
        <b className="font-medium">{formatSpan(start.oldValue ?? '', end.oldValue ?? '')}</b> to{' '}
        <b className="font-medium">{formatSpan(start.newValue ?? '', end.newValue ?? '')}</b>
      </p>,
    )
  return lines
}

interface ChangeListProps<C extends ScheduleChange> {
  changes: readonly C[]
  /** Names the entry of a change, for lists of several entries. */
  nameOf?: (change: C) => ReactNode
}

/** Changes of schedule entries, newest first: when, what, why and who. */
export function ChangeList<C extends ScheduleChange>({ changes, nameOf }: ChangeListProps<C>) {
  const { timeZone } = useCompany()
  const may = useMay()
  const undo = useUndoMove()
  const moveId = changes.find(({ undoable }) => undoable)?.moveId
  const groups = [...groupBy(changes, groupKey)]
  // A move of several entries makes several groups. The first of them offers to undo it.
  const undoKey = groups.find(([, group]) => moveId && group[0]?.moveId === moveId)?.[0]
  return (
    <ol className="flex flex-col gap-3.5">
      {groups.map(([key, group]) => {
        const [first] = group
        if (!first) return null
        const impactedCount = new Set(group.flatMap(({ impactedEntries }) => impactedEntries)).size
        return (
          <li key={key} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 text-sm">
            <time dateTime={first.createdAt} className="figures text-ink-2">
              {formatDate(first.createdAt, timeZone)}
            </time>
            <div className="min-w-0 wrap-anywhere">
              {nameOf && <p className="font-medium">{nameOf(first)}</p>}
              <GroupText changes={group} />
              <p className="text-ink-2">
                {[
                  first.changedByName,
                  first.reason,
                  impactedCount > 0 &&
                    `concerns ${impactedCount} other ${impactedCount === 1 ? 'entry' : 'entries'}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {key === undoKey && moveId && may('schedule.update') && (
                <Button
                  size="sm"
                  className="mt-1.5"
                  pending={undo.isPending}
                  onClick={() => undo.mutate({ params: { id: moveId } })}
                >
                  <Undo2 aria-hidden />
                  Undo this move
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The history of an entry. */
export function EntryHistory({ id }: { id: string }) {
  const history = useQuery(entryHistory(id))
  return (
    <QueryList
      list={history}
      noun="changes"
      skeleton={<RowsSkeleton count={3} />}
      empty={<p className="text-ink-2">Nothing has been changed yet.</p>}
    >
      {(changes) => <ChangeList changes={changes} />}
    </QueryList>
  )
}
