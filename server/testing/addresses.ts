/** Lists that are not at the path before the parameter. */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/messages$/, '/api/jobs/:id/messages'],
  [/^\/api\/property-photos$/, '/api/rental-properties/:id/photos'],
  [/\/ratings$/, '/subcontractors'],
  [/^\/api\/change-orders$/, '/api/jobs/:id/contract'],
  [/^\/api\/my-invoices$/, '/api/invoices'],
  [/^\/api\/my-payments$/, '/api/payments'],
  [/^\/api\/weekly-updates$/, '/api/weekly-updates/drafts'],
]
/** The lists of the things at an address. Versions are of bids and of change orders. */
function listsAt(address: string): readonly string[] {
  if (address === '/api/proposals')
    return ['/api/pending-bids/:id/proposals', '/api/change-orders/:id/proposals']
  return [exceptions.reduce((found, [end, other]) => found.replace(end, other), address)]
}

type Get = (url: string) => Promise<{ readonly status: number; readonly body: unknown }>

async function idsOf(list: string, get: Get): Promise<string[]> {
  const { status, body } = await get(list)
  const { changes = body } = body as { readonly changes?: unknown }
  if (Array.isArray(changes)) return changes.map(({ id }: { id: string }) => id)
  throw new Error(`GET ${list} is no list of things with ids, but a ${status}`)
}

/** Reads each URL once, for several paths while nothing changes. */
export function cachedGet<T extends Get>(get: T): (url: string) => ReturnType<T> {
  const cached = new Map<string, ReturnType<T>>()
  return (url) => {
    const found = cached.get(url) ?? (get(url) as ReturnType<T>)
    cached.set(url, found)
    return found
  }
}

/**
 * Every URL of a path with parameters. The ids are those of the list at the URL before a parameter
 * (`/api/jobs` for `/api/jobs/:id/tasks`), read with `get`.
 * @throws Error when there is no such list, or it is empty
 */
export async function addressesOf(path: string, get: Get): Promise<string[]> {
  const [, before, after = ''] = /^(.*)\/:\w+(.*)$/.exec(path) ?? []
  if (before === undefined) return [path]
  const addresses: string[] = []
  for (const start of await addressesOf(before, get))
    for (const at of listsAt(start))
      for (const list of await addressesOf(at, get))
        for (const id of await idsOf(list, get)) addresses.push(`${start}/${id}${after}`)
  if (addresses.length === 0)
    throw new Error(
      `There is nothing at ${path}: make one in sample/, or in the things or canaries of server/testing/slices/, whichever this test reads`,
    )
  return addresses
}
