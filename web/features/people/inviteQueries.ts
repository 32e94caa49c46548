import { INVITES_AT_ONCE, inviteRoutes } from '@plumbline/contract/invites.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { query } from '../../api/query.ts'
import type { PeopleFilter } from './api.ts'

/** Those who can be invited at once. */
export const canInviteQuery = (filter: PeopleFilter = {}) =>
  query(peopleRoutes.list, {
    query: { status: 'canInvite', limit: String(INVITES_AT_ONCE), ...filter },
  })

/** The link of a person's open invite. */
export const inviteLinkQuery = (id: string) => query(inviteRoutes.link, { params: { id } })

/** What invite links start with, and whether they are emailed. */
export const inviteAddressQuery = query(inviteRoutes.address)
