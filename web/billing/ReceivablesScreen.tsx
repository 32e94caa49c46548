import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Download, Printer, Wallet } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { usePages } from '../api/usePages.ts'
import { download } from '../shell/csv.ts'
import { adminOnly, screen } from '../shell/screen.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/Card.tsx'
import { Figures } from '../ui/Figures.tsx'
import { ScreenHeader } from '../ui/Headings.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { toast } from '../ui/toasts.ts'
import { receivableJobs, receivablesQuery } from './api.ts'
import { FinanceSkeleton } from './BillingSkeleton.tsx'
import { CompletedList } from './CompletedList.tsx'
import { jobsCsv } from './jobsCsv.ts'

const AWAITING = 'Awaiting Payment'

export const Route = createFileRoute('/completions')({
  ...screen({ title: 'Account Receivables', ...adminOnly }),
  loader: ({ context: { client } }) =>
    Promise.all([client.query(receivablesQuery), client.infiniteQuery(receivableJobs)]),
  pendingComponent: () => <FinanceSkeleton title="Account Receivables" />,
  component: ReceivablesScreen,
})

/** Completed jobs whose money is still to come. */
function ReceivablesScreen() {
  const { data: figures } = useSuspenseQuery(receivablesQuery)
  const list = usePages(receivableJobs)
  const jobs = list.items
  const [exporting, setExporting] = useState(false)

  const exportCsv = async () => {
    setExporting(true)
    try {
      const all = await call(jobRoutes.list, { query: { status: 'completed' } })
      download('account-receivables.csv', jobsCsv(all, AWAITING))
    } catch (error) {
      toast({ title: 'Error', description: (error as Error).message, variant: 'destructive' })
    } finally {
      setExporting(false)
    }
  }

  return (
    <>
      <ScreenHeader title="Account Receivables">
        {jobs.length > 0 && (
          <div className="no-print flex gap-2">
            <Button onClick={() => print()}>
              <Printer aria-hidden />
              Print
            </Button>
            <Button pending={exporting} onClick={() => void exportCsv()}>
              <Download aria-hidden />
              CSV
            </Button>
          </div>
        )}
      </ScreenHeader>
      <Figures
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
      <div className="mt-6.5">
        {jobs.length > 0 ? (
          <>
            <CompletedList jobs={jobs} label={AWAITING} />
            <LoadMore noun="jobs" {...list.more} />
          </>
        ) : (
          <EmptyState
            icon={Wallet}
            title="No receivables yet"
            text="A job stands here once it is completed"
          />
        )}
      </div>
    </>
  )
}
