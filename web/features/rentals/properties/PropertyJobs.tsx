import { formatDay } from '@plumbline/contract/dates.ts'
import { formatDollars } from '@plumbline/contract/dollars.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { type PropertyJob, type RentalProperty, rentalRoutes } from '@plumbline/contract/rentals.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useOpened } from '../../../api/typed.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { QueryList } from '../../../screens/QueryList.tsx'
import { StatusBadge } from '../../../ui/Badge.tsx'
import { Button, buttonVariants } from '../../../ui/Button.tsx'
import { TitledPanel } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Loading.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { propertyJobs, townOf } from './api.ts'

const CreateJob = lazyPart(async () => ({
  default: (await import('../../jobs/JobForm.tsx')).CreateJob,
}))

/** The company's jobs at a property, each with its agreed amount and the amount booked. */
export function PropertyJobs({ property }: { property: RentalProperty }) {
  const { id, address } = property
  const list = useQuery(propertyJobs(id))
  const [isMaking, setMaking] = useOpened('job of the property', false)
  return (
    <TitledPanel
      title="Jobs"
      action={
        <Button size="sm" onClick={() => setMaking(true)}>
          Create a Job
        </Button>
      }
    >
      <QueryList
        list={list}
        noun="jobs"
        skeleton={<Skeleton className="h-16" />}
        empty={
          <p className="text-ink-2">
            No jobs yet: make one for a repair, and book its cost here when it is done
          </p>
        }
      >
        {(jobs) => (
          <ul className="open-rows -mt-2.5">
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} propertyId={id} />
            ))}
          </ul>
        )}
      </QueryList>
      {isMaking && (
        <CreateJob
          property={{ row: rentalRoutes.makeJob, id }}
          prefill={{ name: `Repair at ${address}`, address: `${address}, ${townOf(property)}` }}
          onClose={() => setMaking(false)}
        />
      )}
    </TitledPanel>
  )
}

const datesOf = ({ startDate, endDate }: PropertyJob) =>
  startDate || endDate ? `${formatDay(startDate)} – ${formatDay(endDate)}` : 'No dates set'

function JobRow({ job, propertyId }: { job: PropertyJob; propertyId: string }) {
  const nameId = useId()
  return (
    <li className="open-row flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
      <div className="min-w-44 flex-1 max-sm:basis-full">
        <Link
          href={paths.job(job.id)}
          className="font-medium wrap-anywhere hover:underline touch:inline-block touch:py-3"
        >
          <span id={nameId}>{job.name}</span>
        </Link>
        <p className="figures mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 touch:mt-0">
          <StatusBadge status={job.status} />
          <span>{datesOf(job)}</span>
        </p>
      </div>
      <p className="figures text-sm text-ink-2">
        Approved {formatCents(job.approvedAmount)}
        <br />
        Booked {formatDollars(job.booked)}
      </p>
      <Link
        href={paths.rentalProperties({
          tab: 'expenses',
          new: 'expense',
          forProperty: propertyId,
          forJob: job.id,
        })}
        aria-describedby={nameId}
        className={buttonVariants({ size: 'sm', className: 'no-print max-sm:ml-auto' })}
      >
        Book Cost
      </Link>
    </li>
  )
}
