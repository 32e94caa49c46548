import { roles } from '@plumbline/contract/policy.ts'
import { userOrders } from '@plumbline/contract/userOrders.ts'
import { listSearch } from '../../lists/listSearch.ts'
import { id, newForm, oneOf, overlay, text } from '../../screens/screen.ts'

/** The search params of the Users screen. */
export const userSearch = listSearch(
  {
    search: text,
    role: oneOf(...roles),
    tab: oneOf('invites'),
    show: oneOf('uninvited'),
    sort: oneOf(...userOrders),
  },
  { edit: overlay(id), new: newForm('invite') },
)
