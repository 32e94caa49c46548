import type { Contract } from '@plumbline/contract/changeOrders.ts'
import type { Job } from '@plumbline/contract/jobs.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '../../api/me.ts'
import { useOpened } from '../../api/typed.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelHeader } from '../../ui/Headings.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { contractQuery, isBare } from './api.ts'
import { ContractRows } from './ContractRows.tsx'
import { signedCents } from './contractTexts.ts'

const NewChangeOrder = lazyPart(async () => ({
  default: (await import('./ChangeOrderForm.tsx')).NewChangeOrder,
}))

/**
 * The contract of a job: what was agreed, and its change orders. Clients read it without drafts,
 * and not at all while there is nothing in it. Not printed, because job sheets are handed around.
 */
export function ContractPanel({ job }: { job: Job }) {
  const mayWrite = useMay()('changeOrder.write')
  const { data: contract, isFetching, refetch } = useQuery(contractQuery(job.id))
  const [isAdding, setAdding] = useOpened('new change order', false)
  if (!mayWrite && contract && isBare(contract)) return null
  return (
    <section aria-label="Contract" className="no-print @container">
      <PanelHeader title="Contract">
        {mayWrite && (
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            New change order
          </Button>
        )}
      </PanelHeader>
      {contract ? (
        <Content job={job} contract={contract} isOffice={mayWrite} />
      ) : isFetching ? (
        <RowsSkeleton count={2} />
      ) : (
        <LoadProblem what="The contract" pending={false} onRetry={() => void refetch()} />
      )}
      {isAdding && <NewChangeOrder job={job} onClose={() => setAdding(false)} />}
    </section>
  )
}

interface ContentProps {
  job: Job
  contract: Contract
  isOffice: boolean
}

function Content({ job, contract, isOffice }: ContentProps) {
  if (isBare(contract))
    return (
      <p className="border-t border-line-strong py-4 text-ink-2">
        No change orders yet. When the work changes, write one and have the customer sign it.
      </p>
    )
  const { original, approvedChanges, current, waiting, changes } = contract
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-9 gap-y-2.5 [align-items:last_baseline]">
        <Figure name="Current contract" isLead>
          {formatCents(current)}
        </Figure>
        <Figure name="Original">{formatCents(original)}</Figure>
        <Figure name="Approved changes">{signedCents(approvedChanges)}</Figure>
        {changes.some(({ status }) => status === 'sent') && (
          <Figure name="Waiting">{signedCents(waiting)}</Figure>
        )}
      </dl>
      <ContractRows job={job} contract={contract} isOffice={isOffice} />
      {isOffice && (
        <p className="mt-2 text-sm text-ink-2">
          The client reads this without drafts and costs. Subs do not see it.
        </p>
      )}
    </>
  )
}

interface FigureProps {
  name: string
  /** Whether it is larger than the others, and on a phone alone in its line. */
  isLead?: boolean
  children: ReactNode
}

function Figure({ name, isLead = false, children }: FigureProps) {
  return (
    <div className={isLead ? '@max-md:w-full @md:mr-3' : undefined}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={`figures font-bold tracking-tight ${isLead ? 'text-lg' : 'text-md'}`}>
        {children}
      </dd>
    </div>
  )
}
