import type { User } from '@plumbline/contract/people.ts'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../../api/me.ts'
import { viewedId } from '../../api/viewAs.ts'

/** The name of the broadcast channel of a queue between the tabs of a person. */
export const channelOf = (queue: string, { id }: Pick<User, 'id'>) => `${queue}-${id}`

/** The person of this tab. Undefined in a tab that views the app as somebody else. */
export const personOf = (client: QueryClient) =>
  viewedId() === undefined ? client.getQueryData(meQuery.queryKey) : undefined
