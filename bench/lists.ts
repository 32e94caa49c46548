import { fullLists } from './calls.ts'
import type { Company } from './company.ts'
import { measure, type Speed } from './load.ts'

const SECONDS = 6
const READERS = 20

/** How long another call takes while twenty people read a whole list, for each of these lists. */
export async function measureBesideLists({
  server,
  admin,
}: Company): Promise<ReadonlyMap<string, { readonly list: Speed; readonly other: Speed }>> {
  const headers = { cookie: admin.cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const other = { method: 'GET', path: '/api/auth/user', headers }
  const found = new Map<string, { list: Speed; other: Speed }>()
  for (const { method, path } of fullLists()) {
    const [list, beside] = await Promise.all([
      measure(server.url, { method, path, headers }, { seconds: SECONDS, connections: READERS }),
      measure(server.url, other, { seconds: SECONDS, connections: 1 }),
    ])
    found.set(path, { list, other: beside })
  }
  return found
}
