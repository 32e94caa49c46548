import { MAX_RUN, type QuickBooksState, quickBooksRoutes } from '@plumbline/contract/quickBooks.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { FileSpreadsheet, Receipt } from 'lucide-react'
import { useMay } from '../../api/me.ts'
import { serverMessageOr } from '../../api/serverMessage.ts'
import { useOpened } from '../../api/typed.ts'
import { useWrite } from '../../api/write.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../screens/Link.tsx'
import { QueryList, usePagedList } from '../../screens/QueryList.tsx'
import { adminOnly, screen } from '../../screens/screen.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonVariants } from '../../ui/Button.tsx'
import { EmptyState, TitledPanel } from '../../ui/Card.tsx'
import { FigureLine } from '../../ui/Figures.tsx'
import { ScreenHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { quickBooksRuns, quickBooksState } from './api.ts'
import { ChangedList } from './ChangedList.tsx'
import { RunRow } from './RunRow.tsx'

const UndoExport = lazyPart(async () => ({
  default: (await import('./UndoExport.tsx')).UndoExport,
}))

export const Route = createFileRoute('/quickbooks')({
  ...screen({ title: 'QuickBooks', ...adminOnly }),
  // Route definitions are part of the initial bundle, so the API calls are loaded on demand.
  loader: async ({ context: { client } }) => {
    const { quickBooksRuns, quickBooksState } = await import('./api.ts')
    await Promise.all([client.query(quickBooksState), client.infiniteQuery(quickBooksRuns)])
  },
  pendingComponent: () => (
    <>
      <ScreenHeader title="QuickBooks" />
      <RowsSkeleton count={4} />
    </>
  ),
  component: QuickBooksScreen,
})

/** The exports for QuickBooks, what the next one takes, and what changed since. */
function QuickBooksScreen() {
  const may = useMay()
  const { data: state } = useSuspenseQuery(quickBooksState)
  const list = usePagedList(quickBooksRuns)
  const [undone, setUndone] = useOpened<{ id: string; createdAt: string } | null>(
    'undo export',
    null,
  )
  const write = useWrite(quickBooksRoutes.create, {
    success: 'Exported. Download the files below',
    failure: serverMessageOr('Failed to export'),
  })
  const isNew = state.invoices + state.creditMemos + state.payments > 0
  const canWrite = may('finance.write')

  return (
    <>
      <ScreenHeader
        title="QuickBooks"
        text="CSV files to import into QuickBooks Online: customers first, then invoices. It imports no payments: their file is for your accountant."
        more={
          <Link href={paths.invoices()} className={buttonVariants({ variant: 'quiet' })}>
            <Receipt aria-hidden />
            Invoices
          </Link>
        }
      >
        {canWrite && (
          <Button
            variant="primary"
            disabled={!isNew}
            pending={write.isPending}
            onClick={() => write.submit({})}
          >
            <FileSpreadsheet aria-hidden />
            Export
          </Button>
        )}
      </ScreenHeader>
      {write.problem && <Alert className="mb-4">{write.problem}</Alert>}
      <div className="grid gap-7 max-sm:mt-4">
        <TitledPanel title="Not exported yet">
          {isNew ? (
            <NewThings state={state} />
          ) : (
            <p className="text-ink-2">
              {list.paging.total > 0
                ? 'Nothing is new since the last export.'
                : 'There are no invoices or payments yet.'}
            </p>
          )}
        </TitledPanel>
        {state.changed.length > 0 && <ChangedList state={state} />}
        <TitledPanel title="Exports" count={list.paging.total}>
          <QueryList
            list={list}
            noun="exports"
            skeleton={<RowsSkeleton count={2} />}
            empty={
              <EmptyState
                icon={FileSpreadsheet}
                title="No exports yet"
                text="Each export takes what is new since the last one"
              />
            }
          >
            {(runs) => (
              <ul className="open-rows -mt-2.5">
                {runs.map((run) => (
                  <RunRow
                    key={run.id}
                    run={run}
                    {...(canWrite && {
                      onUndo: () => setUndone({ id: run.id, createdAt: run.createdAt }),
                    })}
                  />
                ))}
              </ul>
            )}
          </QueryList>
        </TitledPanel>
      </div>
      {undone && <UndoExport run={undone} onClose={() => setUndone(null)} />}
    </>
  )
}

/** The numbers of things that the next export takes. */
function NewThings({ state: { invoices, creditMemos, payments } }: { state: QuickBooksState }) {
  const isMore = invoices + creditMemos > MAX_RUN || payments > MAX_RUN
  const most = MAX_RUN.toLocaleString('en-US')
  return (
    <>
      <FigureLine
        items={[
          ['Invoices', invoices.toLocaleString('en-US')],
          ['Credit memos', creditMemos.toLocaleString('en-US')],
          ['Payments and refunds', payments.toLocaleString('en-US')],
        ]}
      />
      {isMore && (
        <p className="mt-2 text-sm text-ink-2">
          An export takes the first {most} invoices and {most} payments. Export again for the rest.
        </p>
      )}
    </>
  )
}
