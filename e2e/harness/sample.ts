import type { Contract } from '@plumbline/contract/changeOrders.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { ApiClient } from './apiClient.ts'
import { setup } from './company.ts'
import { screens } from './screens.ts'
import { Server } from './server.ts'

/** The public password of everyone in the sample company. */
const SAMPLE_PASSWORD = 'square-level-chalk-line'

interface Entity {
  readonly id: string
}

/** A server with the sample company, and a person of each role. */
export interface SampleCompany {
  readonly server: Server
  readonly people: Readonly<Record<Role, ApiClient>>
}

/** Starts a server and sets up the sample company. */
export async function openSample(
  start = async () => {
    const server = new Server({ env: { RATE_CALLS: '1000000' } })
    await server.start()
    return server
  },
): Promise<SampleCompany> {
  const server = await start()
  const admin = await new ApiClient(server.url).startSession('/api/setup', {
    ...setup,
    sample: true,
  })
  const signIn = (name: string) =>
    new ApiClient(server.url).startSession('/api/login', {
      email: `${name}@example.com`,
      password: SAMPLE_PASSWORD,
    })
  const people = {
    admin,
    subcontractor: await signIn('tom.kowalski'),
    client: await signIn('maya.okafor'),
  }
  return { server, people }
}

/** The list endpoint for each screen that shows a single record. */
const lists: Readonly<Record<string, string>> = {
  '/jobs/$id': '/api/jobs',
  '/customers/$id': '/api/customers',
  '/customers/$id/statement': '/api/customers',
  '/invoices/$id': '/api/invoices',
  '/pending-bids/$id': '/api/pending-bids',
  '/rental-properties/$id': '/api/rental-properties',
  '/rental-properties/receipts/$id': '/api/rental-income',
  '/rental-properties/tenants/$id': '/api/tenants',
  '/schedule-templates/$id': '/api/schedule-templates',
  '/subcontractors/$id': '/api/subcontractors',
}

/** The same for clients, where it is another one. */
const clientLists: typeof lists = { '/invoices/$id': '/api/my-invoices' }

/** The change orders of the first job that has some. */
async function changeOrdersOf(person: SampleCompany['people'][Role]): Promise<readonly Entity[]> {
  for (const { id } of await person.request<Entity[]>('GET', '/api/jobs')) {
    const { changes } = await person.request<Contract>('GET', `/api/jobs/${id}/contract`)
    if (changes.length > 0) return changes
  }
  return []
}

/**
 * Returns the address and the title of every screen that the role may open. A screen for a single
 * record shows the first one.
 */
export async function screensOf({ people }: SampleCompany, role: Role) {
  const found: { path: string; title: string }[] = []
  for (const { path, title, allows } of screens) {
    if (!allows(role)) continue
    const list = (role === 'client' && clientLists[path]) || lists[path]
    const [entity] =
      path === '/change-orders/$id'
        ? await changeOrdersOf(people[role])
        : list
          ? await people[role].request<Entity[]>('GET', `${list}?limit=1`)
          : []
    if (path.includes('$id') && !entity) throw new Error(`${role} has nothing for ${path}`)
    found.push({ path: path.replace('$kind', 'jobs').replace('$id', entity?.id ?? ''), title })
  }
  return found
}
