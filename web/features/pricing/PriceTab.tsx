import type { Bid } from '@plumbline/contract/bids.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import { LoadProblem } from '../../ui/Alert.tsx'
import { RowsSkeleton } from '../../ui/Loading.tsx'
import { pricingQuery } from './api.ts'
import type { ProposalOf } from './editor.ts'
import { PriceEditor } from './PriceEditor.tsx'

interface PriceTabProps {
  bid: Pick<Bid, 'id' | 'name' | 'status'>
  /** The panel about what is sent of the price. */
  proposal: ProposalOf
}

/** The price of a bid: its lines, payments and terms. */
export function PriceTab({ bid, proposal }: PriceTabProps) {
  const may = useMay()
  const { data, isFetching, refetch } = useQuery(pricingQuery(bid.id))
  if (data) {
    const isReadOnly = bid.status === 'approved' || !may('bid.update')
    return <PriceEditor key={bid.id} pricing={data} isReadOnly={isReadOnly} proposal={proposal} />
  }
  if (isFetching) return <RowsSkeleton count={6} />
  return <LoadProblem what="The price" pending={isFetching} onRetry={() => void refetch()} />
}
