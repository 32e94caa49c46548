import { SUB_JOBS_COUNT_LIMIT, totalText } from '@plumbline/contract/countLimits.ts'
import type { SubcontractorProfile } from '@plumbline/contract/subcontractors.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, Mail, Pencil, Phone, UserRoundX } from 'lucide-react'
import { isMissing } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { fullName } from '../../api/people.ts'
import { useOpened } from '../../api/typed.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { NotFound } from '../../screens/NotFound.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import { adminOnly, ignore, screen, throwNotFound } from '../../screens/screen.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts, TitledPanel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { formatDate, useNow } from '../../ui/format.ts'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Contact, callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { countText, profileQuery } from './api.ts'
import { ProfileHead } from './ProfileHead.tsx'
import { SubJobs } from './SubJobs.tsx'
import { Bookings, OpenTasks } from './UpcomingWork.tsx'

export const Route = createFileRoute('/subcontractors/$id')({
  ...screen({ title: 'Subcontractors', ...adminOnly }),
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, params: { id } }) => {
    const { profileQuery, subJobPages } = await import('./api.ts')
    await Promise.all([
      client.query(profileQuery(id)).catch(throwNotFound),
      client.infiniteQuery(subJobPages(id)).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <>
      <h1 className="sr-only">Subcontractor</h1>
      <Skeletons count={3} className="flex flex-col gap-4">
        <Skeleton className="h-7 w-2/5" />
        <Skeleton className="mt-3 h-24 w-full" />
      </Skeletons>
    </>
  ),
  notFoundComponent: SubNotFound,
  component: SubcontractorScreen,
})

/** The profile of a sub: contact, ratings, notes, and upcoming work. */
function SubcontractorScreen() {
  const { id } = Route.useParams()
  const { data: sub, error } = useSuspenseQuery(profileQuery(id))
  useRememberOpened(
    isMissing(error)
      ? null
      : {
          ...{ kind: 'person', href: paths.subcontractor(id), label: fullName(sub) },
          detail: sub.specialty ?? '',
        },
  )
  if (isMissing(error)) return <SubNotFound />
  return (
    <>
      <Link href={paths.subcontractors()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Subcontractors
      </Link>
      <ProfileHead sub={sub} />
      <Figures
        items={[
          {
            label: 'Rating',
            value: sub.rating?.toFixed(1) ?? '–',
            note: sub.ratingCount > 0 ? countText(sub.ratingCount) : 'No rating yet',
          },
          { label: 'Jobs', value: totalText(sub.jobCount, SUB_JOBS_COUNT_LIMIT) },
          { label: 'Bookings Ahead', value: sub.bookingCount.toLocaleString('en-US') },
          { label: 'Open Tasks', value: sub.taskCount.toLocaleString('en-US') },
        ]}
      />
      <div className="mt-6 grid items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-7">
          <Bookings sub={sub} />
          <OpenTasks sub={sub} />
          {/* Last, because a long list loads more when its end scrolls into view. */}
          <SubJobs sub={sub} />
        </div>
        <div className="flex min-w-0 flex-col gap-7 max-lg:row-start-1">
          <ContactPart sub={sub} />
          <NotesPart sub={sub} />
        </div>
      </div>
    </>
  )
}

function SubNotFound() {
  return (
    <NotFound
      heading="Subcontractors"
      icon={UserRoundX}
      title="Subcontractor not found"
      text="They may have been deleted or given another role"
      href={paths.subcontractors()}
      to="Subcontractors"
    />
  )
}

/** The contact details of a sub, and when they were added. */
function ContactPart({ sub }: { sub: SubcontractorProfile }) {
  const { timeZone } = useCompany()
  const now = useNow()
  const { inviteExpiry } = sub
  return (
    <TitledPanel title="Contact">
      <div className="flex flex-col gap-3">
        <div className="flex flex-col items-start gap-1.5 touch:gap-0">
          {sub.phone ? (
            <Contact icon={Phone} href={callUrl(sub.phone)}>
              {phoneText(sub.phone)}
            </Contact>
          ) : (
            <p className="text-ink-3">No phone number</p>
          )}
          {sub.email && (
            <Contact icon={Mail} href={mailUrl(sub.email)}>
              {sub.email}
            </Contact>
          )}
        </div>
        <Facts
          items={[
            ['Trade', sub.specialty ?? 'Not set'],
            ['Added', formatDate(sub.createdAt, timeZone)],
            ...(inviteExpiry
              ? [
                  [
                    new Date(inviteExpiry) < now ? 'Invite Expired' : 'Invite Expires',
                    formatDate(inviteExpiry, timeZone),
                  ] as const,
                ]
              : []),
          ]}
        />
      </div>
    </TitledPanel>
  )
}

const EditNotes = lazyPart(async () => ({
  default: (await import('./SubcontractorDialogs.tsx')).EditNotes,
}))

/** The admins' notes about a sub. */
function NotesPart({ sub }: { sub: SubcontractorProfile }) {
  const { timeZone } = useCompany()
  const [editing, setEditing] = useOpened('notes', false)
  const { text, updatedByName, updatedAt } = sub.notes
  return (
    <TitledPanel
      title="Private Notes"
      mark={<ReadersBadge readers="office" />}
      action={
        <Button
          variant="quiet"
          size="icon"
          aria-label="Edit private notes"
          onClick={() => setEditing(true)}
        >
          <Pencil aria-hidden />
        </Button>
      }
    >
      <p className={text ? 'whitespace-pre-wrap wrap-anywhere' : 'text-ink-3'}>
        {text ?? 'No notes yet'}
      </p>
      {updatedByName && (
        <p className="mt-3 text-sm text-ink-2">
          Last changed by {updatedByName}, {formatDate(updatedAt, timeZone)}.
        </p>
      )}
      {editing && <EditNotes sub={sub} onClose={() => setEditing(false)} />}
    </TitledPanel>
  )
}
