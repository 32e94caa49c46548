import { reads } from '@plumbline/contract/readers.ts'
import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Pencil, Trash2 } from 'lucide-react'
import { useMay, useMe } from '../../api/me.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { Skeleton } from '../../ui/Loading.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { titleCase } from '../../ui/status.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { type EntryTexts, entryQuery } from './api.ts'
import { EntryFacts } from './EntryFacts.tsx'
import { EntryHistory } from './EntryHistory.tsx'
import { EntryStatus } from './EntryStatus.tsx'

interface EntryPanelProps {
  id: string
  texts: EntryTexts
  /** Shows the details over the screen, for screens without room beside it. */
  isOver: boolean
  tab: 'history' | undefined
  onTab: (tab: 'history' | '') => void
  onClose: () => void
  onOpen: (id: string) => void
  onMove: (entry: ScheduleEntry) => void
  onEdit: (entry: ScheduleEntry) => void
  onDelete: (entry: ScheduleEntry) => void
}

/** The details of an entry, and its history for people who may read it. */
export default function EntryPanel(props: EntryPanelProps) {
  const { id, texts, isOver, tab, onTab, onClose, onOpen, onMove, onEdit, onDelete } = props
  const may = useMay()
  const { role } = useMe()
  const { data: entry, isError } = useQuery(entryQuery(id))
  if (!entry || isError)
    return (
      <DetailPanel
        isOver={isOver}
        onClose={onClose}
        title={isError ? 'Entry not found' : 'Schedule entry'}
      >
        {isError ? (
          <p className="text-ink-2">It may have been deleted, or you may not have access to it.</p>
        ) : (
          <div role="status" className="flex flex-col gap-3">
            <span className="sr-only">Loading</span>
            <Skeleton />
            <Skeleton className="h-4 w-2/3" />
          </div>
        )}
      </DetailPanel>
    )
  const mayUpdate = may('schedule.update')
  const hasHistory = reads(role, 'crew')
  return (
    <DetailPanel
      isOver={isOver}
      onClose={onClose}
      title={entry.title}
      badges={
        <>
          <StatusBadge status={entry.status} />
          {entry.internal && <ReadersBadge readers="crew" label="Internal" />}
        </>
      }
      head={
        <p className="mt-0.5 text-sm text-ink-2">
          <Link href={paths.job(entry.jobId)} className="hover:text-ink hover:underline">
            {entry.jobName}
          </Link>
          {' · '}
          {titleCase(entry.scheduleType)}
        </p>
      }
      foot={
        mayUpdate && (
          <div className="flex flex-wrap items-center gap-1.5">
            <div className="w-34 max-sm:w-full">
              <EntryStatus entry={entry} texts={texts} />
            </div>
            <span className="flex-1" />
            <Button
              variant="quiet"
              size="icon"
              aria-label="Delete entry"
              onClick={() => onDelete(entry)}
            >
              <Trash2 aria-hidden />
            </Button>
            <Button size="sm" onClick={() => onMove(entry)}>
              <CalendarDays aria-hidden />
              Move…
            </Button>
            <Button size="sm" onClick={() => onEdit(entry)}>
              <Pencil aria-hidden />
              Edit
            </Button>
          </div>
        )
      }
    >
      {hasHistory ? (
        <Tabs
          isPanelStop
          label="About this entry"
          tabs={[
            { value: 'details', label: 'Details' },
            { value: 'history', label: 'History' },
          ]}
          value={tab ?? 'details'}
          onChange={(value) => onTab(value === 'history' ? value : '')}
        >
          {tab === 'history' ? (
            <EntryHistory id={id} />
          ) : (
            <EntryFacts entry={entry} onOpen={onOpen} />
          )}
        </Tabs>
      ) : (
        <EntryFacts entry={entry} onOpen={onOpen} />
      )}
    </DetailPanel>
  )
}
