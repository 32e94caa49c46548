import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { FileText } from 'lucide-react'
import { query } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import type { CommandSource } from '../../screens/commands.ts'
import { changeName } from './api.ts'

/** Finds change orders by number and title, for the office and the clients they were sent to. */
export const changeOrderCommands: CommandSource = {
  heading: 'Change Orders',
  minLength: 1,
  find: async (search, { may, client, alike }) => {
    if (!may('changeOrder.list')) return []
    const found = await client.query(
      query(changeOrderRoutes.list, { query: { search, limit: '6', alike } }),
    )
    return found.map((change) => ({
      id: change.id,
      label: changeName(change),
      detail: change.jobName,
      icon: FileText,
      href: paths.changeOrder(change.id),
    }))
  },
}
