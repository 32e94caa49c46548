import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, UserRoundX } from 'lucide-react'
import { isMissing } from '../api/call.ts'
import { paths } from '../paths.ts'
import { Link } from '../shell/Link.tsx'
import { adminOnly, ignore, screen, throwNotFound } from '../shell/screen.ts'
import { buttonVariants } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { countText, profileQuery, subJobPages } from './api.ts'
import { ContactPart } from './ContactPart.tsx'
import { NotesPart } from './NotesPart.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { SubJobs } from './SubJobs.tsx'
import { Bookings, OpenTasks } from './UpcomingWork.tsx'

export const Route = createFileRoute('/subcontractors/$id')({
  ...screen({ title: 'Subcontractors', ...adminOnly }),
  loader: ({ context: { client }, params: { id } }) =>
    Promise.all([
      client.query(profileQuery(id)).catch(throwNotFound),
      client.infiniteQuery(subJobPages(id)).catch(ignore),
    ]),
  pendingComponent: ProfileSkeleton,
  notFoundComponent: SubNotFound,
  component: SubcontractorScreen,
})

/** What the contractor knows of one sub: who they are, how they did, and what is ahead. */
function SubcontractorScreen() {
  const { id } = Route.useParams()
  const { data: sub, error } = useQuery(profileQuery(id))
  // Before the sub as they were last seen: they may have left since.
  if (isMissing(error)) return <SubNotFound />
  if (sub) return <Page sub={sub} />
  if (error) throw error
  return <ProfileSkeleton />
}

function SubNotFound() {
  return (
    <>
      <h1 className="sr-only">Subcontractors</h1>
      <EmptyState
        icon={UserRoundX}
        title="Subcontractor not found"
        text="They may have left, or have another role now"
        action={
          <Link href={paths.subcontractors()} className={buttonVariants()}>
            Back to Subcontractors
          </Link>
        }
      />
    </>
  )
}

function Page({ sub }: { sub: SubcontractorProfile }) {
  return (
    <>
      <Link href={paths.subcontractors()} className="linkish no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Subcontractors
      </Link>
      <ProfileHead sub={sub} />
      <Figures
        items={[
          { label: 'Rating', value: sub.rating?.toFixed(1) ?? '–', note: rated(sub) },
          { label: 'Jobs', value: sub.jobCount.toLocaleString('en-US') },
          { label: 'Bookings Ahead', value: sub.bookingCount.toLocaleString('en-US') },
          { label: 'Open Tasks', value: sub.taskCount.toLocaleString('en-US') },
        ]}
      />
      <div className="mt-5 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Bookings sub={sub} />
          <OpenTasks sub={sub} />
          {/* Last: a long list loads on as its end comes into view. */}
          <SubJobs sub={sub} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:row-start-1">
          <ContactPart sub={sub} />
          <NotesPart sub={sub} />
        </div>
      </div>
    </>
  )
}

const rated = ({ ratingCount }: SubcontractorProfile) =>
  ratingCount > 0 ? countText(ratingCount) : 'No rating yet'
