import type { User } from '@plumbline/contract/people.ts'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../../../api/me.ts'
import { viewedId } from '../../../api/viewAs.ts'

/** Where photos that wait are kept. */
export const DATABASE = 'plumbline-photos'

/** On which the tabs of a person tell each other what became of their photos. */
export const channelOf = ({ id }: Pick<User, 'id'>) => `${DATABASE}-${id}`

/** Whose tab it is; undefined in one that shows what somebody else sees. */
export const personOf = (client: QueryClient) =>
  viewedId() === undefined ? client.getQueryData(meQuery.queryKey) : undefined
