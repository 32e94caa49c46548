import { followUpRoutes } from '@plumbline/contract/bidFollowUps.ts'
import { bidRoutes } from '@plumbline/contract/bids.ts'
import { FileText } from 'lucide-react'
import type { z } from 'zod'
import { openFirst, pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'

type BidQuery = Readonly<z.input<typeof bidRoutes.list.query>>
/** The filter and sort order of a list of bids. */
export type BidFilter = Omit<BidQuery, 'limit' | 'after'>

/** The filtered bids, paginated, for cards or for the table. */
export const bidPages = (filter: BidFilter, view?: 'table') =>
  pagedQuery(bidRoutes.list, { query: openFirst(filter) }, view && TABLE_PAGE)

/** The figures above the list, which do not depend on the sort order. */
export const bidTotals = ({ sort: _, ...filter }: BidFilter) =>
  query(bidRoutes.totals, { query: filter })

/** The sums below the table. */
export const bidSums = ({ sort: _, ...filter }: BidFilter) =>
  query(bidRoutes.sums, { query: filter })

export const bidQuery = (id: string) => query(bidRoutes.one, { params: { id } })
export const historyQuery = (id: string) => query(bidRoutes.history, { params: { id } })
export const followUpsQuery = (id: string) => query(followUpRoutes.list, { params: { id } })
export const appointmentsQuery = (id: string) => query(bidRoutes.appointments, { params: { id } })

/** Finds bids by name, address, customer, or phone number. For admins only. */
export const bidCommands: CommandSource = {
  heading: 'Bids',
  minLength: 1,
  find: async (text, { may, client, alike }) => {
    if (!may('bid.list')) return []
    const search = { search: text, limit: '6', total: 'false', alike } as const
    const bids = await client.query(query(bidRoutes.list, { query: search }))
    return bids.map(({ id, name, customerName, address }) => ({
      id,
      label: name,
      detail: customerName ?? address,
      icon: FileText,
      href: paths.bid(id),
    }))
  },
}
