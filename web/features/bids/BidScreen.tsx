import { isApprovable } from '@plumbline/contract/bidStatuses.ts'
import type { Bid } from '@plumbline/contract/bids.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, FileX } from 'lucide-react'
import { useState } from 'react'
import { isMissing } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { ScreenPaper } from '../../print/Paper.tsx'
import { Link } from '../../screens/Link.tsx'
import { NotFound } from '../../screens/NotFound.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import {
  ignore,
  oneOf,
  screen,
  searchParams,
  throwNotFound,
  useSetSearch,
} from '../../screens/screen.ts'
import { RowsSkeleton, Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { countLines, pricingQuery } from '../pricing/api.ts'
import { Appointments } from './Appointments.tsx'
import { appointmentsQuery, bidQuery, followUpsQuery } from './api.ts'
import { BidFacts, CustomerFacts } from './BidFacts.tsx'
import { BidHead } from './BidHead.tsx'
import { BidHistory } from './BidHistory.tsx'
import { FollowUps } from './FollowUps.tsx'

const PriceTab = lazyPart(
  async () => ({ default: (await import('../pricing/PriceTab.tsx')).PriceTab }),
  () => <RowsSkeleton count={6} />,
)

const ProposalPanel = lazyPart(async () => ({
  default: (await import('../proposals/ProposalPanel.tsx')).ProposalPanel,
}))

const tabs = ['price', 'scope', 'appointments', 'follow-ups', 'history'] as const
type BidTab = (typeof tabs)[number]
const parseTab = oneOf(...tabs)

export const Route = createFileRoute('/pending-bids/$id')({
  ...screen({
    title: 'Pending Bids',
    roles: ['admin'],
    denied: "Access Denied: You don't have permission to view pending bids.",
    wide: true,
  }),
  validateSearch: searchParams({ tab: parseTab }),
  // Each panel shows its own loading error.
  loader: async ({ context: { client }, params: { id } }) => {
    // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
    const { appointmentsQuery, bidQuery, followUpsQuery, historyQuery } = await import('./api.ts')
    const { pricingQuery } = await import('../pricing/api.ts')
    await Promise.all([
      client.query(bidQuery(id)).catch(throwNotFound),
      client.query(pricingQuery(id)).catch(ignore),
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

/** One bid: its price, details, customer, appointments, follow-ups, and history. */
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
      {/* The screen has costs and notes, which are not for the customer. */}
      <ScreenPaper>
        <p>“Print Bid” prints this bid as the customer gets it.</p>
      </ScreenPaper>
      <Link href={paths.pendingBids()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Pending Bids
      </Link>
      <BidHead bid={bid} />
      <BidTabs key={bid.id} bid={bid} />
    </>
  )
}

/** The amount of a bid without lines, in exact dollars. */
const amountOf = ({ estimatedAmount }: Bid) =>
  estimatedAmount === null ? null : (estimatedAmount / 100).toFixed(2)

/** The parts of a bid. One that has no lines yet opens on what is known of it. */
function BidTabs({ bid }: { bid: Bid }) {
  const setSearch = useSetSearch()
  const { tab: chosen } = Route.useSearch()
  const pricing = useQuery(pricingQuery(bid.id)).data
  const appointments = useQuery(appointmentsQuery(bid.id)).data
  const followUps = useQuery(followUpsQuery(bid.id)).data
  const lines = pricing && countLines(pricing)
  // Lines that somebody adds meanwhile change the tab of nobody.
  const [first] = useState<BidTab>(lines ? 'price' : 'scope')
  const tab = chosen ?? first
  return (
    <Tabs
      label="Bid"
      tabs={[
        { value: 'price', label: <Counted count={lines}>Price</Counted> },
        { value: 'scope', label: 'Scope and notes' },
        {
          value: 'appointments',
          label: <Counted count={appointments?.length}>Appointments</Counted>,
        },
        { value: 'follow-ups', label: <Counted count={followUps?.length}>Follow-ups</Counted> },
        { value: 'history', label: 'History' },
      ]}
      value={tab}
      onChange={(value) => setSearch({ tab: parseTab(value) })}
    >
      {tab === 'price' ? (
        <PriceTab
          bid={bid}
          proposal={({ version, total, saving }) => (
            <ProposalPanel
              source={{ kind: 'bid', id: bid.id, name: bid.name }}
              customerEmail={bid.customerEmail}
              customerPhone={bid.customerPhone}
              isDecided={!isApprovable(bid.status)}
              version={version}
              total={total ?? amountOf(bid)}
              saving={saving}
            />
          )}
        />
      ) : (
        <div className="max-w-310 lg:pb-15">
          {tab === 'scope' && (
            <div className="grid items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <BidFacts bid={bid} />
              <CustomerFacts bid={bid} />
            </div>
          )}
          {tab === 'appointments' && <Appointments bidId={bid.id} />}
          {tab === 'follow-ups' && <FollowUps bid={bid} />}
          {tab === 'history' && <BidHistory bidId={bid.id} />}
        </div>
      )}
    </Tabs>
  )
}

function Counted({ count, children }: { count: number | undefined; children: string }) {
  if (!count) return children
  return (
    <>
      {children} <span className="figures ml-0.5 text-sm text-ink-3">{count}</span>
    </>
  )
}

function BidNotFound() {
  return (
    <NotFound
      heading="Pending Bids"
      icon={FileX}
      title="Bid not found"
      text="It may have been deleted"
      href={paths.pendingBids()}
      to="Pending Bids"
    />
  )
}
