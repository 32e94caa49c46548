/** Lists that are not at the address before the parameter. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/bid-appointments$/, '/api/pending-bids/:id/appointments'],
  [/^\/api\/messages$/, '/api/jobs/:id/messages'],
  [/^\/api\/property-photos$/, '/api/rental-properties/:id/photos'],
  [/\/ratings$/, '/subcontractors'],
  [/^\/api\/weekly-updates$/, '/api/weekly-updates/drafts'],
]
const listAt = (address: string) =>
  elsewhere.reduce((found, [end, other]) => found.replace(end, other), address)

type Get = (url: string) => Promise<{ readonly status: number; readonly body: unknown }>

async function idsOf(list: string, get: Get): Promise<string[]> {
  const { status, body } = await get(list)
  if (Array.isArray(body)) return body.map(({ id }: { id: string }) => id)
  throw new Error(`GET ${list} is no list of things with ids, but a ${status}`)
}

/** Reads each list once, for several paths while nothing changes. */
export function readingOnce<T extends Get>(get: T): (url: string) => ReturnType<T> {
  const known = new Map<string, ReturnType<T>>()
  return (url) => {
    const found = known.get(url) ?? (get(url) as ReturnType<T>)
    known.set(url, found)
    return found
  }
}

/**
 * Every address that a path with parameters stands for. The ids are those of the list at the address before a parameter
 * (`/api/jobs` for `/api/jobs/:id/tasks`), as `get` answers it.
 * @throws Error when there is no such list, or nothing in it
 */
export async function addressesOf(path: string, get: Get): Promise<string[]> {
  const [, before, after = ''] = /^(.*)\/:\w+(.*)$/.exec(path) ?? []
  if (before === undefined) return [path]
  const addresses: string[] = []
  for (const start of await addressesOf(before, get))
    for (const list of await addressesOf(listAt(start), get))
      for (const id of await idsOf(list, get)) addresses.push(`${start}/${id}${after}`)
  if (addresses.length === 0) throw new Error(`There is nothing at ${path}`)
  return addresses
}
