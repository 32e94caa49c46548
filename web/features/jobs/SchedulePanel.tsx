import { reads } from '@plumbline/contract/readers.ts'
import type { ScheduleEntry } from '@plumbline/contract/schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, FileText, History, Plus } from 'lucide-react'
import { useMay, useMe } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { FinishedRows } from '../../screens/FinishedRows.tsx'
import { QueryList } from '../../screens/QueryList.tsx'
import { useSetSearch } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { emptyRow, WhenNear } from '../../ui/WhenNear.tsx'
import { jobSchedule, panelTexts } from '../schedule/api.ts'
import { BaselineLine } from '../schedule/BaselineLine.tsx'
import { EntryDetails } from '../schedule/EntryDetails.tsx'
import { type EntryDialog, EntryDialogs } from '../schedule/EntryDialogs.tsx'
import { EntryRow } from '../schedule/EntryRow.tsx'
import { lastToEnd } from '../schedule/entryText.ts'

const ApplyTemplate = lazyPart(async () => ({
  default: (await import('../templates/ApplyTemplate.tsx')).ApplyTemplate,
}))
const SaveAsTemplate = lazyPart(async () => ({
  default: (await import('../templates/SaveAsTemplate.tsx')).SaveAsTemplate,
}))
const JobHistory = lazyPart(async () => ({
  default: (await import('../schedule/JobHistory.tsx')).JobHistory,
}))

interface SchedulePanelProps {
  jobId: string
  /** The `entry`, `tab` and `history` search params, which describe what is open. */
  entryId: string | undefined
  tab: 'history' | undefined
  history: 'schedule' | undefined
}

/** The schedule of a job. An admin plans it, everyone else reads it. */
export function SchedulePanel({ jobId, entryId, tab, history }: SchedulePanelProps) {
  const may = useMay()
  const { role } = useMe()
  const setSearch = useSetSearch()
  const schedule = useQuery(jobSchedule(jobId))
  const [dialog, setDialog, isBack] = useOpened<EntryDialog>('entry', null)
  const [template, setTemplate] = useOpened<'apply' | 'save' | null>('template', null)
  const mayCreate = may('schedule.create')
  const mayUpdate = may('schedule.update')
  const mayDelete = may('schedule.delete')
  const mayApply = may('template.apply')
  const hasEntries = Boolean(schedule.data?.length)
  const readsHistory = reads(role, 'crew')
  const rows = (entries: readonly ScheduleEntry[]) => (
    <ul className="empty:hidden">
      {entries.map((entry) => (
        <WhenNear key={entry.id} item={entry} className={`${emptyRow} h-21 @2xl:h-17`}>
          {(ref) => (
            <EntryRow
              ref={ref}
              entry={entry}
              onOpen={() => setSearch({ entry: entry.id })}
              {...(mayUpdate && { onEdit: () => setDialog({ at: 'edit', entry }) })}
              {...(mayDelete && { onDelete: () => setDialog({ at: 'delete', entry }) })}
            />
          )}
        </WhenNear>
      ))}
    </ul>
  )
  return (
    <section aria-label="Schedule">
      <PanelHeader
        title="Schedule"
        count={schedule.data?.length}
        moreLabel="Schedule actions"
        more={
          <>
            {readsHistory && (
              <Button size="sm" variant="quiet" onClick={() => setSearch({ history: 'schedule' })}>
                <History aria-hidden />
                Changes
              </Button>
            )}
            {mayApply && hasEntries && (
              <>
                <Button size="sm" variant="quiet" onClick={() => setTemplate('save')}>
                  <FileText aria-hidden />
                  Save as Template
                </Button>
                <ApplyButton variant="quiet" onClick={() => setTemplate('apply')} />
              </>
            )}
          </>
        }
      >
        {mayCreate && (
          <Button size="sm" onClick={() => setDialog({ at: 'create', jobId, askJob: false })}>
            <Plus aria-hidden />
            Add Entry
          </Button>
        )}
      </PanelHeader>
      {may('schedule.baseline') && <BaselineLine jobId={jobId} />}
      <QueryList
        list={schedule}
        noun="schedule entries"
        skeleton={<RowsSkeleton count={3} />}
        empty={
          <div className="flex flex-col items-start gap-3 border-t border-line-strong py-4">
            <p className="text-ink-2">
              {mayCreate
                ? 'No schedule entries yet. Add the first step of this job, or apply a template.'
                : 'No schedule entries yet.'}
            </p>
            {mayApply && <ApplyButton onClick={() => setTemplate('apply')} />}
          </div>
        }
      >
        {(entries) => {
          const finished = entries.filter(({ status }) => status === 'completed')
          const last = lastToEnd(finished)
          return (
            <div className="border-t border-line-strong">
              <div className="open-rows @container">
                {rows(entries.filter(({ status }) => status !== 'completed'))}
                {last && (
                  <FinishedRows
                    count={finished.length}
                    last={{ name: last.title, day: last.endDate }}
                  >
                    {rows(finished)}
                  </FinishedRows>
                )}
              </div>
            </div>
          )
        }}
      </QueryList>
      <EntryDetails
        id={isBack ? undefined : entryId}
        tab={tab}
        texts={panelTexts}
        isOver
        onDialog={setDialog}
      />
      {readsHistory && history && (
        <JobHistory jobId={jobId} onClose={() => setSearch({ history: '' })} />
      )}
      {template === 'apply' && <ApplyTemplate jobId={jobId} onClose={() => setTemplate(null)} />}
      {template === 'save' && <SaveAsTemplate jobId={jobId} onClose={() => setTemplate(null)} />}
      <EntryDialogs dialog={dialog} texts={panelTexts} onClose={() => setDialog(null)} />
    </section>
  )
}

interface ApplyButtonProps {
  variant?: 'default' | 'quiet'
  onClick: () => void
}

function ApplyButton({ variant = 'default', onClick }: ApplyButtonProps) {
  return (
    <Button size="sm" variant={variant} onClick={onClick}>
      <ClipboardCheck aria-hidden />
      Apply Template
    </Button>
  )
}
