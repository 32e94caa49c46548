import type { User } from '@plumbline/contract/people.ts'
import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '../../api/me.ts'
import { viewedId } from '../../api/viewAs.ts'

/** The name of the broadcast channel of a queue between the tabs of a person. */
export const channelOf = (queue: string, { id }: Pick<User, 'id'>) => `${queue}-${id}`

/** The person of this tab. Undefined in a tab that views the app as somebody else. */
export const personOf = (client: QueryClient) =>
  viewedId() === undefined ? client.getQueryData(meQuery.queryKey) : undefined

/**
 * Whether this browser may store items of a queue. One that cannot list its databases may.
 * @param queue the name of the queue, which is that of its database
 */
export async function mayHaveStored(queue: string): Promise<boolean> {
  const databases = await indexedDB.databases?.()
  return databases?.some(({ name }) => name === queue) ?? true
}
