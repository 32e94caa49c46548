import { formatDay } from '@plumbline/contract/dates.ts'
import {
  type SubcontractorJob,
  type SubcontractorProfile,
  subcontractorRoutes,
} from '@plumbline/contract/subcontractors.ts'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { useCompany } from '../../api/company.ts'
import { fullName } from '../../api/people.ts'
import { useOpened } from '../../api/typed.ts'
import { ConfirmWrite } from '../../forms/ConfirmWrite.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { Badge, StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TitledPanel } from '../../ui/Card.tsx'
import { formatDate } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { scoreLabels, subJobPages } from './api.ts'

const RateJob = lazyPart(async () => ({
  default: (await import('./SubcontractorDialogs.tsx')).RateJob,
}))

/** The current and past jobs of a sub, each with its rating. */
export function SubJobs({ sub }: { sub: SubcontractorProfile }) {
  const list = usePagedList(subJobPages(sub.id))
  const [rating, setRating] = useOpened<SubcontractorJob | null>('rating', null)
  const [removing, setRemoving] = useState<SubcontractorJob | null>(null)
  return (
    <TitledPanel title="Jobs">
      <QueryList
        list={list}
        noun="jobs"
        skeleton={<Skeleton className="h-16" />}
        empty={<p className="text-ink-2">No jobs yet: add them to one on the job’s page</p>}
      >
        {(jobs) => (
          <ul className="open-rows -mt-2.5 not-last:mb-4">
            {jobs.map((job) => (
              <Row
                key={job.id}
                job={job}
                onRate={() => setRating(job)}
                onRemove={() => setRemoving(job)}
              />
            ))}
          </ul>
        )}
      </QueryList>
      {rating && <RateJob sub={sub} job={rating} onClose={() => setRating(null)} />}
      {removing && <RemoveRating sub={sub} job={removing} onClose={() => setRemoving(null)} />}
    </TitledPanel>
  )
}

const datesOf = ({ startDate, endDate }: SubcontractorJob) =>
  startDate || endDate ? `${formatDay(startDate)} – ${formatDay(endDate)}` : 'No dates set'

interface RowProps {
  job: SubcontractorJob
  onRate: () => void
  onRemove: () => void
}

function Row({ job, onRate, onRemove }: RowProps) {
  const nameId = useId()
  const { timeZone } = useCompany()
  const { rating } = job
  return (
    <li className="open-row grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 py-3">
      <div className="min-w-0">
        <Link
          href={paths.job(job.id)}
          className="font-medium wrap-anywhere hover:underline touch:inline-block touch:py-3"
        >
          <span id={nameId}>{job.name}</span>
        </Link>
        <p className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 touch:mt-0">
          <StatusBadge status={job.status} />
          {!job.isOn && <Badge variant="outline">Removed</Badge>}
          <span>{datesOf(job)}</span>
        </p>
      </div>
      <div className="no-print flex items-center gap-1">
        {rating ? (
          <RowActions
            editLabel="Change the rating"
            deleteLabel="Remove the rating"
            nameId={nameId}
            onEdit={onRate}
            onDelete={onRemove}
          />
        ) : (
          <Button size="sm" aria-describedby={nameId} onClick={onRate}>
            <Star aria-hidden />
            Rate
          </Button>
        )}
      </div>
      {rating && (
        <div className="col-span-full">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="figures inline-flex items-center gap-1.5 font-medium">
              <Star aria-hidden className="size-4 fill-current" />
              {rating.score} of 5, {scoreLabels[rating.score]}
            </span>
            <span className="text-sm text-ink-2">
              {rating.ratedByName}, {formatDate(rating.updatedAt, timeZone)}
            </span>
            <ReadersBadge readers="office" />
          </p>
          {rating.note && (
            <p className="mt-0.5 whitespace-pre-wrap text-ink-2 wrap-anywhere">{rating.note}</p>
          )}
        </div>
      )}
    </li>
  )
}

interface RemoveRatingProps {
  sub: SubcontractorProfile
  job: SubcontractorJob
  onClose: () => void
}

function RemoveRating({ sub, job, onClose }: RemoveRatingProps) {
  return (
    <ConfirmWrite
      row={subcontractorRoutes.removeRating}
      args={{ params: { id: job.id, userId: sub.id } }}
      title={`Remove the rating of ${fullName(sub)}?`}
      confirmLabel="Remove"
      success="Rating removed successfully"
      failure="Failed to remove rating"
      onClose={onClose}
    >
      The rating for {job.name} and its note will be deleted.
    </ConfirmWrite>
  )
}
