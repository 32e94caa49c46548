import { inviteRoutes, MAX_INVITES } from '@plumbline/contract/invites.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { query } from '../../api/query.ts'
import type { PeopleFilter } from './api.ts'

const proposed = { status: 'canInvite', onOpenJob: 'true' } as const

/**
 * The people to propose for an invite, as many as one request may invite: those who are on an open
 * job.
 */
export const canInviteQuery = (filter: PeopleFilter = {}) =>
  query(peopleRoutes.list, { query: { ...proposed, limit: String(MAX_INVITES), ...filter } })

/** The same people without a limit, to be compared with those of an import. */
export const allToInviteQuery = query(peopleRoutes.list, { query: proposed })

/** The link of a person's open invite. */
export const inviteLinkQuery = (id: string) => query(inviteRoutes.link, { params: { id } })

/** The origin of invite links, and whether they are emailed. */
export const inviteAddressQuery = query(inviteRoutes.address)
