import type { Dashboard } from '@plumbline/contract/dashboard.ts'
import { cx } from 'class-variance-authority'
import {
  Camera,
  KeyRound,
  type LucideIcon,
  Map as MapIcon,
  MessageSquare,
  Phone,
} from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { WaitingMark } from '../../offline/actions/WaitingMark.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { ClampedText } from '../../ui/ClampedText.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { callUrl, mapsUrl } from '../../ui/Person.tsx'
import { PictureInput } from '../photos/PictureInput.tsx'
import { DueDate } from '../tasks/DueDate.tsx'
import { StepButton, useTaskStep } from '../tasks/TaskStep.tsx'

const UploadDialog = lazyPart(() => import('../photos/UploadDialog.tsx'))
const CallDialog = lazyPart(() => import('./CallDialog.tsx'))

type Now = NonNullable<Extract<Dashboard, { role: 'subcontractor' }>['now']>

/**
 * The task that a sub is working on or starts next: its name, its place, the access notes, and
 * buttons for one-handed use.
 */
export function CurrentWork({ task, nameId }: { task: Now; nameId: string }) {
  const step = useTaskStep({ ...task, assigneeId: useMe().id })
  return (
    <article aria-labelledby={nameId} className="max-w-2xl">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={step.status} />
        <DueDate deadline={task.deadline} done={step.status === 'completed'} />
        <WaitingMark action={step.action} />
      </div>
      <h3 id={nameId} className="mt-1 text-lg tracking-tight">
        {task.name}
      </h3>
      <p className="mt-0.5 text-md text-ink-2">
        <Link
          href={paths.job(task.jobId)}
          className="touch-target underline-offset-3 hover:underline"
        >
          {task.jobName}
        </Link>
        {' · '}
        {task.jobAddress}
      </p>
      {task.jobNotes && (
        <div className="mt-3 flex gap-2.5 rounded-m bg-sunken px-3.5 py-2.5">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
          <ClampedText>
            <span className="sr-only">Notes of the job: </span>
            {task.jobNotes}
          </ClampedText>
        </div>
      )}
      <Tools task={task} />
      <StepButton step={step} nameId={nameId} large />
    </article>
  )
}

const toolClasses =
  'flex h-14 w-full flex-col items-center justify-center gap-1 rounded-m border border-control bg-surface text-sm font-medium hover:bg-sunken'

function ToolLabel({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden className="size-5" />
      {children}
    </>
  )
}

/** Buttons for the map, phone calls, the camera, and the job's conversation. */
function Tools({ task }: { task: Now }) {
  const camera = useRef<HTMLInputElement>(null)
  const [pictures, setPictures] = useState<readonly File[] | null>(null)
  const [calling, setCalling] = useState(false)
  const people = [
    { name: task.managerName ?? 'Office', role: 'Project manager', phone: task.managerPhone },
    { name: task.customerName ?? 'Customer', role: 'Customer', phone: task.customerPhone },
  ].filter((person): person is typeof person & { phone: string } => person.phone !== null)
  const [only] = people.length === 1 ? people : []
  return (
    <div className="no-print mt-3 grid auto-cols-fr grid-flow-col gap-2.5">
      <a href={mapsUrl(task.jobAddress)} target="_blank" rel="noreferrer" className={toolClasses}>
        <ToolLabel icon={MapIcon}>Map</ToolLabel>
      </a>
      {only && (
        <a href={callUrl(only.phone)} title={only.name} className={toolClasses}>
          <ToolLabel icon={Phone}>Call</ToolLabel>
        </a>
      )}
      {people.length > 1 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setCalling(true)}
          className={toolClasses}
        >
          <ToolLabel icon={Phone}>Call</ToolLabel>
        </button>
      )}
      <button type="button" onClick={() => camera.current?.click()} className={toolClasses}>
        <ToolLabel icon={Camera}>Photo</ToolLabel>
      </button>
      <Link href={paths.messages({ jobId: task.jobId })} className={cx(toolClasses, 'min-w-0')}>
        <ToolLabel icon={MessageSquare}>Message</ToolLabel>
      </Link>
      <PictureInput ref={camera} camera onChoose={setPictures} />
      {pictures && (
        <UploadDialog jobId={task.jobId} files={pictures} onClose={() => setPictures(null)} />
      )}
      {calling && <CallDialog people={people} onClose={() => setCalling(false)} />}
    </div>
  )
}
