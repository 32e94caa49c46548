import type { Job } from '@plumbline/contract/jobs.ts'
import { reads } from '@plumbline/contract/readers.ts'
import { cx } from 'class-variance-authority'
import {
  Camera,
  CircleCheck,
  HardHat,
  ListChecks,
  type LucideIcon,
  Mail,
  MapPin,
  MessageSquare,
  Pencil,
  Phone,
  Printer,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useMay, useMe } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { Viewers } from '../../live/Viewers.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MoreActions } from '../../ui/MoreActions.tsx'
import { callUrl, mailUrl, mapsUrl } from '../../ui/Person.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { phoneText } from '../../ui/phone.ts'
import { customerNameOf, daysOf } from './api.ts'
import { DeleteJob } from './DeleteJob.tsx'
import { ViewAs } from './ViewAs.tsx'

const MuteJob = lazyPart(async () => ({
  default: (await import('../notifications/MuteJob.tsx')).MuteJob,
}))
const CompleteJob = lazyPart(() => import('./CompleteJob.tsx'))
const JobBar = ({ job }: { job: Job }) => (
  <Progress value={job.progress} className="h-9 touch:h-11" />
)
const JobProgress = lazyPart(() => import('./JobProgress.tsx'), JobBar)
const EditJob = lazyPart(async () => ({ default: (await import('./JobForm.tsx')).EditJob }))
const ManageSubcontractors = lazyPart(() => import('./ManageSubcontractors.tsx'))

type OpenDialog = 'edit' | 'complete' | 'delete' | 'subs' | null

/** The header of the job screen: customer, address, progress, dates, actions and links. */
export function JobHead({ job }: { job: Job }) {
  const may = useMay()
  const mayEdit = may('job.update')
  const [dialog, setDialog] = useOpened<OpenDialog>('job', null)
  const close = () => setDialog(null)
  const days = daysOf(job)
  return (
    <header className="relative">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <StatusAndCustomer job={job} />
          <div className="mt-1 flex flex-wrap items-center gap-x-5">
            <h1 className="text-lg tracking-tight touch:py-1.5">{job.name}</h1>
            <div className="flex w-full items-center gap-2.5 sm:w-80">
              <span aria-hidden className="text-sm text-ink-2">
                Progress
              </span>
              <div className="flex-1">
                {mayEdit ? <JobProgress job={job} /> : <JobBar job={job} />}
              </div>
            </div>
            {days && <p className="figures text-sm text-ink-2">{days}</p>}
          </div>
        </div>
        <Viewers jobId={job.id} />
        <div className={cx('flex items-center gap-2', mayEdit && 'max-sm:w-full')}>
          {mayEdit && (
            <Button
              variant="primary"
              onClick={() => setDialog('edit')}
              className="max-sm:flex-1 sm:order-last"
            >
              <Pencil aria-hidden />
              Edit Job
            </Button>
          )}
          {mayEdit && job.status !== 'completed' && (
            <Button onClick={() => setDialog('complete')} className="max-sm:flex-1">
              <CircleCheck aria-hidden />
              Complete Job
            </Button>
          )}
          <MoreActions isMenu label="Job actions">
            <Button variant="quiet" onClick={() => window.print()}>
              <Printer aria-hidden />
              Print job sheet
            </Button>
            <MuteJob job={job} />
            {may('person.viewAs') && <ViewAs job={job} />}
            {may('job.delete') && (
              <Button variant="quiet" onClick={() => setDialog('delete')}>
                <Trash2 aria-hidden />
                Delete Job
              </Button>
            )}
          </MoreActions>
        </div>
      </div>
      <nav aria-label="Job links" className="mt-2.5 flex flex-wrap gap-2 max-sm:*:flex-auto">
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
          <Button size="sm" onClick={() => setDialog('subs')}>
            <HardHat aria-hidden />
            Manage Subcontractors
          </Button>
        )}
      </nav>
      {dialog === 'complete' && <CompleteJob job={job} onClose={close} />}
      {dialog === 'edit' && <EditJob job={job} onClose={close} />}
      {dialog === 'subs' && <ManageSubcontractors job={job} onClose={close} />}
      {dialog === 'delete' && <DeleteJob job={job} onClose={close} />}
    </header>
  )
}

const contact =
  'inline-flex min-w-0 items-center gap-1 text-ink-2 hover:text-ink hover:underline touch:min-h-11'

/** The status and address of a job, and for the crew also the customer and ways to reach them. */
function StatusAndCustomer({ job }: { job: Job }) {
  const isCrew = reads(useMe().role, 'crew')
  const { customerPhone: phone, customerEmail: email } = job
  const name = customerNameOf(job)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 touch:gap-y-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 max-sm:w-full max-sm:pr-24">
        <StatusBadge status={job.status} />
        <a href={mapsUrl(job.address)} target="_blank" rel="noreferrer" className={contact}>
          <MapPin aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0">{job.address}</span>
        </a>
      </span>
      {isCrew && name && (
        <span className="inline-flex min-w-0 items-center gap-1 text-ink-2">
          <UserRound aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </span>
      )}
      {isCrew && phone && (
        <a href={callUrl(phone)} className={contact}>
          <Phone aria-hidden className="size-3.5 shrink-0" />
          {phoneText(phone)}
        </a>
      )}
      {isCrew && email && (
        <a
          href={mailUrl(email)}
          aria-label={`Email ${name || 'the customer'}`}
          title={email}
          className={cx(contact, 'touch:min-w-11 touch:justify-center')}
        >
          <Mail aria-hidden className="size-4 shrink-0" />
        </a>
      )}
    </div>
  )
}

interface QuickLinkProps {
  href: string
  icon: LucideIcon
  label: string
}

function QuickLink({ href, icon: Icon, label }: QuickLinkProps) {
  return (
    <Link href={href} className={buttonVariants({ size: 'sm' })}>
      <Icon aria-hidden />
      {label}
    </Link>
  )
}
