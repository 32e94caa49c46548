import type { Job } from '@plumbline/contract/jobs.ts'
import { type WeeklyUpdate, weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { ChevronRight, Pencil, SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { useMay } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PhotoThumbs } from '../photos/PhotoThumbs.tsx'
import { weekTitle } from './api.ts'

const EditDraft = lazyPart(() => import('./EditDraft.tsx'))
const SendDraft = lazyPart(() => import('./SendDraft.tsx'))

interface UpdateRowProps {
  job: Job
  update: WeeklyUpdate
  isNewest: boolean
  /** Whether the URL names the update. It is then expanded and scrolled into view. */
  isLinked: boolean
}

/** One update: its week, and its content unless collapsed. */
export function UpdateRow({ job, update, isNewest, isLinked }: UpdateRowProps) {
  const may = useMay()
  const isDraft = update.sentAt === null
  /** The user's choice. By default sent updates are collapsed for admins, who have read them. */
  const [chosenOpen, setChosenOpen] = useState<boolean>()
  const isOpen = chosenOpen ?? (isLinked || (isNewest && (isDraft || !may('update.write'))))
  const row = useRef<HTMLLIElement>(null)
  const textId = useId()
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'start' })
  }, [isLinked])
  return (
    <li ref={row} className="scroll-mt-28 border-line not-first:border-t">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => setChosenOpen(!isOpen)}
          className="open-rows group flex min-h-12 w-[calc(100%+1.25rem)] flex-wrap items-center gap-x-3 gap-y-0.5 rounded-s px-2.5 py-2.5 text-left font-medium -outline-offset-2 hover:bg-sunken"
        >
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-ink-3 transition-transform group-aria-expanded:rotate-90"
          />
          <span className="figures">{weekTitle(update)}</span>
          {isDraft ? <Badge variant="outline">Draft</Badge> : <Sent update={update} />}
        </button>
      </h3>
      <div id={textId} hidden={!isOpen} className="pb-4 sm:pl-7">
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{update.text}</p>
        {update.photoIds.length > 0 && (
          <div className="mt-4">
            <PhotoThumbs jobId={job.id} photoIds={update.photoIds} label="Photos of this update" />
          </div>
        )}
        {isDraft && may('update.write') && <DraftActions job={job} update={update} />}
      </div>
    </li>
  )
}

function Sent({ update: { sentAt, sentByName } }: Pick<UpdateRowProps, 'update'>) {
  const { timeZone } = useCompany()
  return (
    <span className="text-sm font-normal text-ink-2 sm:ml-auto">
      Sent {formatMoment(sentAt, timeZone)}
      {sentByName && ` by ${sentByName}`}
    </span>
  )
}

/** The actions of a draft. It can only be sent if the job has a client. */
function DraftActions({ job, update }: Pick<UpdateRowProps, 'job' | 'update'>) {
  const [dialog, setDialog] = useOpened<'edit' | 'send' | 'delete' | null>(
    `update ${update.id}`,
    null,
  )
  const close = () => setDialog(null)
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {job.clientId === null ? (
          <p className="w-full text-sm text-ink-2">
            This job has no client to send it to. Choose one with Edit Job.
          </p>
        ) : (
          <Button onClick={() => setDialog('send')}>
            <SendHorizontal aria-hidden />
            Send
          </Button>
        )}
        <Button onClick={() => setDialog('edit')}>
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button variant="quiet" onClick={() => setDialog('delete')}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      </div>
      {dialog === 'edit' && <EditDraft update={update} onClose={close} />}
      {dialog === 'send' && <SendDraft job={job} update={update} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmWrite
          row={weeklyUpdateRoutes.remove}
          args={{ params: { id: update.id } }}
          title={`Delete the draft of ${weekTitle(update)}?`}
          success="Draft deleted"
          failure={serverMessageOr('Failed to delete the draft')}
          onClose={close}
        >
          The client has not seen it. You can draft the week again.
        </ConfirmWrite>
      )}
    </>
  )
}
