import { type Bid, type BidStatus, bidRoutes } from '@plumbline/contract/bids.ts'
import { useRouter } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { pagedQuery, query } from '../api/query.ts'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'

export interface BidFilter {
  readonly search?: string | undefined
  readonly status?: BidStatus | undefined
  readonly priority?: Bid['priority'] | undefined
  readonly followUpDue?: 'true' | undefined
}

/** The filtered bids, page by page. */
export const bidPages = (filter: BidFilter) => pagedQuery(bidRoutes.list, { query: { ...filter } })

/** The figures above them. */
export const bidTotals = (filter: BidFilter) => query(bidRoutes.totals, { query: { ...filter } })

export const bidQuery = (id: string) => query(bidRoutes.one, { params: { id } })
export const historyQuery = (id: string) => query(bidRoutes.history, { params: { id } })
export const appointmentsQuery = (id: string) => query(bidRoutes.appointments, { params: { id } })

/** Turns a pending bid into a job, once; the toast has a link to it. */
export function useApprove() {
  const router = useRouter()
  return useWrite(bidRoutes.convert, {
    success: ({ id }) => ({
      title: 'Success',
      description: 'Bid successfully converted to job',
      action: { label: 'View Job', onClick: () => void router.navigate({ href: paths.job(id) }) },
    }),
    failure: 'Failed to convert bid to job',
  })
}

/** Bids by name, address or customer; for admins. */
export const bidCommands: CommandSource = {
  heading: 'Bids',
  from: 1,
  find: async (text, { may, client }) => {
    if (!may('bid.list')) return []
    const bids = await client.query(query(bidRoutes.list, { query: { search: text, limit: '6' } }))
    return bids.map(({ id, name, customerName, address }) => ({
      id,
      label: name,
      detail: customerName ?? address,
      icon: FileText,
      href: paths.bid(id),
    }))
  },
}
