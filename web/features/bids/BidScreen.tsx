import type { Bid } from '@plumbline/contract/bids.ts'
import { dayIn, formatDay } from '@plumbline/contract/dates.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, FileX, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { isMissing } from '../../api/call.ts'
import { useCompany } from '../../api/company.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { CustomerName } from '../../screens/CustomerName.tsx'
import { useToday } from '../../screens/days.ts'
import { Link } from '../../screens/Link.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import { ignore, screen, throwNotFound } from '../../screens/screen.ts'
import { PriorityBadge, StatusBadge } from '../../ui/Badge.tsx'
import { buttonVariants } from '../../ui/Button.tsx'
import { EmptyState, Facts } from '../../ui/Card.tsx'
import { Section } from '../../ui/Headings.tsx'
import { Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { callUrl, mailUrl } from '../../ui/Person.tsx'
import { phoneText } from '../../ui/phone.ts'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { Appointments } from './Appointments.tsx'
import { bidQuery } from './api.ts'
import { BidActions } from './BidActions.tsx'
import { estimate, followUpText } from './BidCard.tsx'
import { BidHistory } from './BidHistory.tsx'
import { FollowUps } from './FollowUps.tsx'
import { PrintedBid } from './PrintedBid.tsx'

export const Route = createFileRoute('/pending-bids/$id')({
  ...screen({
    title: 'Pending Bids',
    roles: ['admin'],
    denied: "Access Denied: You don't have permission to view pending bids.",
  }),
  // Each panel shows its own loading error.
  loader: async ({ context: { client }, params: { id } }) => {
    // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
    const { appointmentsQuery, bidQuery, followUpsQuery, historyQuery } = await import('./api.ts')
    await Promise.all([
      client.query(bidQuery(id)).catch(throwNotFound),
      client.query(followUpsQuery(id)).catch(ignore),
      client.query(appointmentsQuery(id)).catch(ignore),
      client.query(historyQuery(id)).catch(ignore),
    ])
  },
  pendingComponent: () => (
    <Skeletons count={3} className="flex flex-col gap-4">
      <Skeleton className="h-7 w-2/5" />
      <Skeleton className="mt-3 h-24 w-full" />
    </Skeletons>
  ),
  notFoundComponent: BidNotFound,
  component: BidScreen,
})

/** One bid: its details, customer, follow-ups, appointments, and history. */
function BidScreen() {
  const { id } = Route.useParams()
  const { data: bid, error } = useSuspenseQuery(bidQuery(id))
  useRememberOpened(
    isMissing(error)
      ? null
      : {
          ...{ kind: 'bid', href: paths.bid(id), label: bid.name },
          detail: bid.customerName ?? bid.address,
        },
  )
  if (isMissing(error)) return <BidNotFound />
  return (
    <>
      <ScreenPaper>
        <PrintedBid bid={bid} />
      </ScreenPaper>
      <Link href={paths.pendingBids()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Pending Bids
      </Link>
      <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-60 flex-1">
          <h1 className="text-lg tracking-tight wrap-anywhere">{bid.name}</h1>
          <div className="mt-2 flex flex-wrap gap-1.5">
            <StatusBadge status={bid.status} />
            <PriorityBadge priority={bid.priority} />
          </div>
        </div>
        <BidActions bid={bid} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <BidFacts bid={bid} />
          <FollowUps bid={bid} />
          <Appointments bidId={bid.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <CustomerFacts bid={bid} />
          <BidHistory bidId={bid.id} />
        </div>
      </div>
    </>
  )
}

function BidNotFound() {
  return (
    <>
      <h1 className="sr-only">Pending Bids</h1>
      <EmptyState
        icon={FileX}
        title="Bid not found"
        text="It may have been deleted"
        action={
          <Link href={paths.pendingBids()} className={buttonVariants()}>
            Back to Pending Bids
          </Link>
        }
      />
    </>
  )
}

function BidFacts({ bid }: { bid: Bid }) {
  const { timeZone } = useCompany()
  const today = useToday()
  return (
    <Section title="Bid">
      <div className="flex flex-col gap-4 p-4">
        <div>
          <p className="text-xs text-ink-3">Address</p>
          <MapLink address={bid.address} />
        </div>
        <Facts
          className="sm:grid-cols-4"
          items={[
            ['Estimated Amount', <b key="amount">{estimate(bid)}</b>],
            ['Lead Source', bid.leadSource ?? 'Not set'],
            ['Follow-Up', followUpText(bid, today)],
            ['Created', formatDay(dayIn(timeZone, new Date(bid.createdAt)))],
          ]}
        />
        {bid.scope && <Text title="Scope of Work">{bid.scope}</Text>}
        {bid.followUpNotes && (
          <Text title="Follow-Up Notes" isPrivate>
            {bid.followUpNotes}
          </Text>
        )}
        {bid.notes && (
          <Text title="Notes" isPrivate>
            {bid.notes}
          </Text>
        )}
      </div>
    </Section>
  )
}

interface TextProps {
  title: string
  /** Whether only the office can read the text. The printed bid leaves it out too. */
  isPrivate?: boolean
  children: string
}

/** A free text of the bid, with its line breaks. */
function Text({ title, isPrivate = false, children }: TextProps) {
  return (
    <div>
      <p className="mb-0.5 flex items-center gap-2 text-xs text-ink-3">
        {title}
        {isPrivate && <ReadersBadge readers="office" />}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{children}</p>
    </div>
  )
}

/** The customer and their contact details. */
function CustomerFacts({ bid }: { bid: Bid }) {
  const { customerName, customerEmail, customerPhone, customerAddress } = bid
  const isKnown = customerName || customerEmail || customerPhone || customerAddress
  return (
    <Section title="Customer">
      <div className="flex flex-col gap-1 p-4">
        {customerName && (
          <p className="font-medium">
            <CustomerName id={bid.customerId}>{customerName}</CustomerName>
          </p>
        )}
        {customerPhone && (
          <Contact href={callUrl(customerPhone)} icon={<Phone aria-hidden />}>
            {phoneText(customerPhone)}
          </Contact>
        )}
        {customerEmail && (
          <Contact href={mailUrl(customerEmail)} icon={<Mail aria-hidden />}>
            {customerEmail}
          </Contact>
        )}
        {customerAddress && <MapLink address={customerAddress} />}
        {!isKnown && <p className="text-ink-2">No customer information</p>}
      </div>
    </Section>
  )
}

function MapLink({ address }: { address: string }) {
  return (
    <Contact
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
      icon={<MapPin aria-hidden />}
    >
      {address}
    </Contact>
  )
}

function Contact({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  const isOutside = href.startsWith('https:')
  return (
    <a
      href={href}
      {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
      className="inline-flex items-center gap-2 wrap-anywhere hover:underline touch:min-h-11 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      {icon}
      {children}
    </a>
  )
}
