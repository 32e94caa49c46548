import type { Job } from '@plumbline/contract/jobs.ts'
import { cx } from 'class-variance-authority'
import {
  Camera,
  CircleCheck,
  HardHat,
  ListChecks,
  type LucideIcon,
  MapPin,
  MessageSquare,
  Pencil,
  Printer,
  Trash2,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMay } from '../api/me.ts'
import { paths } from '../paths.ts'
import { Viewers } from '../presence/Viewers.tsx'
import { Link } from '../shell/Link.tsx'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button, buttonVariants } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { mapsUrl } from '../ui/Person.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { DeleteJob } from './DeleteJob.tsx'
import { ViewAs } from './ViewAs.tsx'

const MuteJob = lazyPart(async () => ({
  default: (await import('../notifications/MuteJob.tsx')).MuteJob,
}))
const CompleteJob = lazyPart(() => import('./CompleteJob.tsx'))
const JobProgress = lazyPart(() => import('./JobProgress.tsx'))
const EditJob = lazyPart(async () => ({ default: (await import('./JobForm.tsx')).EditJob }))
const ManageSubcontractors = lazyPart(() => import('./ManageSubcontractors.tsx'))

type OpenDialog = 'edit' | 'complete' | 'delete' | 'subs' | null

/** The head of the job screen: name, address, status, progress, and links to its tasks, photos and messages. */
export function JobHead({ job }: { job: Job }) {
  const may = useMay()
  const mayEdit = may('job.update')
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const progress = <Progress value={job.progress} className="mt-2 h-9 max-w-xl touch:h-11" />
  return (
    <header className="relative">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:pr-24">
            <StatusBadge status={job.status} />
            <a
              href={mapsUrl(job.address)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-w-0 items-center gap-1 text-ink-2 hover:text-ink hover:underline touch:min-h-11"
            >
              <MapPin aria-hidden className="size-3.5 shrink-0" />
              <span className="min-w-0">{job.address}</span>
            </a>
          </div>
          <h1 className="mt-1.5 text-lg tracking-tight">{job.name}</h1>
        </div>
        <Viewers jobId={job.id} />
        <div
          className={cx(
            'flex items-center gap-1.5',
            mayEdit && 'max-sm:w-full max-sm:flex-wrap max-sm:gap-1',
          )}
        >
          <Tooltip text="Print job sheet">
            <Button
              variant="quiet"
              size="icon"
              aria-label="Print job sheet"
              onClick={() => window.print()}
            >
              <Printer aria-hidden />
            </Button>
          </Tooltip>
          <Suspense>
            <MuteJob job={job} />
          </Suspense>
          {may('person.viewAs') && <ViewAs job={job} />}
          {may('job.delete') && (
            <Tooltip text="Delete Job">
              <Button
                variant="quiet"
                size="icon"
                aria-label="Delete Job"
                onClick={() => setDialog('delete')}
              >
                <Trash2 aria-hidden />
              </Button>
            </Tooltip>
          )}
          {mayEdit && job.status !== 'completed' && (
            <Button
              onClick={() => setDialog('complete')}
              aria-label="Complete Job"
              className="max-sm:-order-1 max-sm:px-3"
            >
              <CircleCheck aria-hidden />
              <span className="max-sm:hidden">Complete Job</span>
            </Button>
          )}
          {mayEdit && (
            <Button
              variant="primary"
              onClick={() => setDialog('edit')}
              className="max-sm:-order-2 max-sm:flex-1"
            >
              <Pencil aria-hidden />
              Edit Job
            </Button>
          )}
        </div>
      </div>
      <Suspense fallback={progress}>{mayEdit ? <JobProgress job={job} /> : progress}</Suspense>
      <nav aria-label="Job links" className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1">
        {may('task.list') && (
          <QuickLink href={paths.tasks({ jobId: job.id })} icon={ListChecks} label="View Tasks" />
        )}
        <QuickLink href={paths.photos({ jobId: job.id })} icon={Camera} label="View Photos" />
        <QuickLink
          href={paths.messages({ jobId: job.id })}
          icon={MessageSquare}
          label="View Messages"
        />
        {may('job.staff') && (
          <Button onClick={() => setDialog('subs')} className="max-sm:px-2">
            <HardHat aria-hidden />
            Manage Subcontractors
          </Button>
        )}
      </nav>
      <Suspense>
        {dialog === 'complete' && <CompleteJob job={job} onClose={close} />}
        {dialog === 'edit' && <EditJob job={job} onClose={close} />}
        {dialog === 'subs' && <ManageSubcontractors job={job} onClose={close} />}
      </Suspense>
      {dialog === 'delete' && <DeleteJob job={job} onClose={close} />}
    </header>
  )
}

interface QuickLinkProps {
  href: string
  icon: LucideIcon
  label: string
}

function QuickLink({ href, icon: Icon, label }: QuickLinkProps) {
  return (
    <Link href={href} className={buttonVariants({ className: 'max-sm:px-2' })}>
      <Icon aria-hidden />
      {label}
    </Link>
  )
}
