import { inviteRoutes, MAX_INVITES } from '@plumbline/contract/invites.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { query } from '../../api/query.ts'
import type { PeopleFilter } from './api.ts'

/** The people who can be invited in one request. */
export const canInviteQuery = (filter: PeopleFilter = {}) =>
  query(peopleRoutes.list, {
    query: { status: 'canInvite', limit: String(MAX_INVITES), ...filter },
  })

/** The link of a person's open invite. */
export const inviteLinkQuery = (id: string) => query(inviteRoutes.link, { params: { id } })

/** The origin of invite links, and whether they are emailed. */
export const inviteAddressQuery = query(inviteRoutes.address)
