import { bidRoutes } from '@plumbline/contract/bids.ts'
import { FileText } from 'lucide-react'
import { query } from '../api/query.ts'
import { paths } from '../paths.ts'
import type { CommandSource } from '../shell/commands.ts'

/** Bids by name, address or customer; for admins. */
export const bidCommands: CommandSource = {
  heading: 'Bids',
  from: 1,
  find: async (word, { me, client }) => {
    if (me.role !== 'admin') return []
    const bids = await client.query(query(bidRoutes.list, { query: { search: word, limit: '6' } }))
    return bids.map(({ id, name, customerName, address }) => ({
      id,
      label: name,
      detail: customerName ?? address,
      icon: FileText,
      href: paths.bid(id),
    }))
  },
}
