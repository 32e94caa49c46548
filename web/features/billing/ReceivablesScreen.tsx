import { formatCents } from '@plumbline/contract/money.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Percent, Receipt, Wallet } from 'lucide-react'
import { paths } from '../../paths.ts'
import { ListButtons } from '../../print/ListButtons.tsx'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { adminOnly, oneOf, screen, searchParams, year } from '../../screens/screen.ts'
import { buttonVariants } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Card.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { receivableJobs, receivablesQuery } from './api.ts'
import { BillingSkeleton, CompletedSkeleton } from './BillingSkeleton.tsx'
import { CompletedList } from './CompletedList.tsx'
import { awaiting } from './payment.ts'

const AgeingPanel = lazyPart(async () => ({
  default: (await import('./AgeingPanel.tsx')).AgeingPanel,
}))

const RemindersToSend = lazyPart(async () => ({
  default: (await import('./RemindersToSend.tsx')).RemindersToSend,
}))
const SalesTaxView = lazyPart(async () => ({
  default: (await import('./SalesTaxView.tsx')).SalesTaxView,
}))

export const Route = createFileRoute('/completions')({
  ...screen({ title: 'Account Receivables', ...adminOnly }),
  validateSearch: searchParams({ show: oneOf('tax'), year }),
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client }, location }) => {
    if (new URLSearchParams(location.searchStr).get('show') === 'tax') return
    const { receivableJobs, receivablesQuery } = await import('./api.ts')
    await Promise.all([client.query(receivablesQuery), client.infiniteQuery(receivableJobs)])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="Account Receivables" />
      <BillingSkeleton />
    </>
  ),
  component: BillingScreen,
})

/** The completed jobs and the debts, or the sales tax of the year in the address. */
function BillingScreen() {
  const { show, year: asked } = Route.useSearch()
  return show === 'tax' ? <SalesTaxView asked={asked} /> : <ReceivablesScreen />
}

/** The completed jobs with the state of their payment. */
function ReceivablesScreen() {
  const { data: figures } = useSuspenseQuery(receivablesQuery)
  const list = usePagedList(receivableJobs)

  return (
    <>
      <ScreenHeader
        title="Account Receivables"
        more={
          <>
            <Link href={paths.invoices()} className={buttonVariants({ variant: 'quiet' })}>
              <Receipt aria-hidden />
              Invoices
            </Link>
            <Link href={paths.salesTax()} className={buttonVariants({ variant: 'quiet' })}>
              <Percent aria-hidden />
              Sales Tax
            </Link>
            {list.paging.total > 0 && (
              <ListButtons
                fileName="account-receivables"
                read={async () => (await import('./printed.ts')).printedReceivables()}
              />
            )}
          </>
        }
      />
      <Figures
        isAbove
        lead={{ label: 'Total Completed Value', value: formatCents(figures.totalCompletedValue) }}
        items={[
          { label: 'Completed Projects', value: figures.completedProjects.toLocaleString('en-US') },
          {
            label: 'Avg Completion Time',
            value: `${figures.avgCompletionDays} ${figures.avgCompletionDays === 1 ? 'day' : 'days'}`,
          },
          { label: 'Completion Rate', value: `${figures.completionRate}%` },
        ]}
      />
      <AgeingPanel />
      <RemindersToSend />
      <div className="mt-3 sm:mt-6.5">
        <QueryList
          list={list}
          noun="jobs"
          skeleton={<CompletedSkeleton />}
          empty={
            <EmptyState
              icon={Wallet}
              title="No receivables yet"
              text="Completed jobs appear here"
            />
          }
        >
          {(jobs) => <CompletedList jobs={jobs} unknown={awaiting} />}
        </QueryList>
      </div>
    </>
  )
}
