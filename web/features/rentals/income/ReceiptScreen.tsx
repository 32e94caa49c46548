import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeft, FileX, Printer } from 'lucide-react'
import { isMissing } from '../../../api/call.ts'
import { holdingsTitle } from '../../../api/company.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../screens/Link.tsx'
import { adminOnly, screen } from '../../../screens/screen.ts'
import { LoadProblem } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/Card.tsx'
import { Skeleton, Skeletons } from '../../../ui/Loading.tsx'
import { entryQuery } from './api.ts'
import { Receipt } from './Receipt.tsx'

export const Route = createFileRoute('/rental-properties/receipts/$id')({
  ...screen({ title: ({ company }) => holdingsTitle(company), ...adminOnly }),
  component: ReceiptScreen,
})

/** The printable receipt of a payment. */
function ReceiptScreen() {
  const { id } = Route.useParams()
  const { data: entry, error, isFetching, refetch } = useQuery(entryQuery(id))
  return (
    <>
      <div className="no-print mb-5 flex items-center gap-3">
        <Link
          href={paths.rentalProperties({ tab: 'income', view: 'entries' })}
          className="action-link mr-auto gap-1.5 text-sm"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          Back to Income
        </Link>
        {entry && (
          <Button onClick={() => print()}>
            <Printer aria-hidden />
            Print
          </Button>
        )}
      </div>
      {entry ? <Receipt entry={entry} /> : <h1 className="sr-only">Receipt</h1>}
      {!entry && !error && (
        <Skeletons count={3} className="flex max-w-160 flex-col gap-4">
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="mt-3 h-16 w-full" />
        </Skeletons>
      )}
      {!entry && error && isMissing(error) && (
        <EmptyState icon={FileX} title="Receipt not found" text="There is no such payment" />
      )}
      {!entry && error && !isMissing(error) && (
        <LoadProblem what="The receipt" pending={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}
