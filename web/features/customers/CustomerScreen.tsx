import type { Customer } from '@plumbline/contract/customers.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ArrowLeft, UserRoundX } from 'lucide-react'
import { useEffect } from 'react'
import { isMissing } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { NotFound } from '../../screens/NotFound.tsx'
import { useRememberOpened } from '../../screens/recent.ts'
import { adminOnly, ignore, screen, throwNotFound } from '../../screens/screen.ts'
import { TitledPanel } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { plural } from '../../ui/format.ts'
import { RowsSkeleton, Skeleton, Skeletons } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { ReadersBadge } from '../../ui/ReadersBadge.tsx'
import { customerQuery, jobSums, openBidSums } from './api.ts'
import { Contacts } from './Contacts.tsx'
import { CustomerBids, CustomerJobs } from './CustomerBids.tsx'
import { CustomerHead } from './CustomerHead.tsx'
import { CustomerMessages } from './CustomerMessages.tsx'
import { CustomerPhotos } from './CustomerPhotos.tsx'
import { Merges } from './Merges.tsx'
import { SimilarNotice } from './SimilarNotice.tsx'
import { useCopies } from './UpdateCopies.tsx'

// With the schemas of invoices, which the rest of the screen does not need.
const CustomerInvoices = lazyPart(
  async () => ({ default: (await import('./CustomerInvoices.tsx')).CustomerInvoices }),
  () => <RowsSkeleton count={2} />,
)
const CustomerPayments = lazyPart(
  async () => ({ default: (await import('../payments/CustomerPayments.tsx')).CustomerPayments }),
  () => <RowsSkeleton count={2} />,
)

export const Route = createFileRoute('/customers/$id')({
  ...screen({ title: 'Customers', ...adminOnly }),
  // Each section shows its own loading error.
  loader: async ({ context: { client }, params: { id } }) => {
    // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
    const api = await import('./api.ts')
    await Promise.all([
      client.query(api.customerQuery(id)).catch(throwNotFound),
      client.infiniteQuery(api.customerJobs(id)).catch(ignore),
      client.infiniteQuery(api.customerBids(id)).catch(ignore),
      client.infiniteQuery(api.customerPhotos(id)).catch(ignore),
      client.query(api.customerMessages(id)).catch(ignore),
      client.query(api.peopleQuery(id)).catch(ignore),
      client.query(api.similarQuery(id)).catch(ignore),
      client.query(api.mergesQuery(id)).catch(ignore),
      client.query(api.jobSums(id)).catch(ignore),
      client.query(api.openBidSums(id)).catch(ignore),
    ])
  },
  pendingComponent: CustomerSkeleton,
  notFoundComponent: CustomerNotFound,
  component: CustomerScreen,
})

/** One customer. The address of one that was merged leads to the one that it was merged into. */
function CustomerScreen() {
  const { id } = Route.useParams()
  const { data: customer, error } = useSuspenseQuery(customerQuery(id))
  const { mergedIntoId } = customer
  const router = useRouter()
  useEffect(() => {
    if (mergedIntoId) void router.navigate({ href: paths.customer(mergedIntoId), replace: true })
  }, [mergedIntoId, router])
  useRememberOpened(
    isMissing(error) || mergedIntoId
      ? null
      : {
          ...{ kind: 'customer', href: paths.customer(id), label: customer.name },
          detail: customer.company ?? customer.address ?? '',
        },
  )
  if (isMissing(error)) return <CustomerNotFound />
  if (mergedIntoId) return <CustomerSkeleton />
  // The dialogs of another customer must not stay open.
  return <CustomerPage key={id} customer={customer} />
}

function CustomerPage({ customer }: { customer: Customer }) {
  const copies = useCopies(customer)
  return (
    <>
      <Link href={paths.customers()} className="action-link no-print mb-2 gap-1.5 text-sm">
        <ArrowLeft aria-hidden className="size-3.5" />
        Back to Customers
      </Link>
      <CustomerHead customer={customer} onEdited={copies.offer} />
      <SimilarNotice customer={customer} />
      <CustomerFigures id={customer.id} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        {/* First on a phone, where people are called from. */}
        <div className="min-w-0 lg:col-start-2">
          <Contacts customer={customer} onEdited={copies.offer} />
        </div>
        <div className="flex min-w-0 flex-col gap-7 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <CustomerJobs id={customer.id} />
          <CustomerBids id={customer.id} />
          <CustomerInvoices customer={customer} />
          <CustomerPayments customerId={customer.id} />
          <CustomerPhotos id={customer.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-7 lg:col-start-2">
          <CustomerMessages id={customer.id} />
          <TitledPanel title="Private Notes" mark={<ReadersBadge readers="office" />}>
            <p className={customer.notes ? 'whitespace-pre-wrap wrap-anywhere' : 'text-ink-3'}>
              {customer.notes ?? 'No notes yet'}
            </p>
          </TitledPanel>
          <Merges customer={customer} />
        </div>
      </div>
      {copies.dialog}
    </>
  )
}

function CustomerSkeleton() {
  return (
    <>
      <h1 className="sr-only">Customer</h1>
      <Skeletons count={3} className="flex flex-col gap-4">
        <Skeleton className="h-7 w-2/5" />
        <Skeleton className="mt-3 h-24 w-full" />
      </Skeletons>
    </>
  )
}

function CustomerNotFound() {
  return (
    <NotFound
      heading="Customers"
      icon={UserRoundX}
      title="Customer not found"
      text="They may have been deleted"
      href={paths.customers()}
      to="Customers"
    />
  )
}

/** The amounts of a customer's jobs and open bids. */
function CustomerFigures({ id }: { id: string }) {
  const { data: jobs } = useQuery(jobSums(id))
  const { data: bids } = useQuery(openBidSums(id))
  return (
    <Figures
      items={[
        {
          label: 'Contracts',
          value: jobs ? formatCents(jobs.approvedAmount) : '…',
          note: jobs && plural(jobs.count, 'job', 'jobs'),
        },
        {
          label: 'Open Bids',
          value: bids ? formatCents(bids.estimatedAmount) : '…',
          note: bids && plural(bids.count, 'bid', 'bids'),
        },
      ]}
    />
  )
}
