import { mayEver, type Role, roles } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import type { Stage } from './cast.ts'

/** A read by one role at one URL, with the parameters of its path. */
export interface Read {
  readonly role: Role
  readonly row: Row
  readonly url: string
  readonly params: Readonly<Record<string, string>>
}

const rows = allRows.filter(
  ({ method, may, file }) => method === 'GET' && may !== 'anyone' && !file,
)

/**
 * The list whose items the first parameter of a path identifies, and the name of that parameter.
 */
export const listOf = (path: string) => /^(.*?)\/:(\w+)/.exec(path)

function readsOf(row: Row, id: string | undefined): Read[] {
  const [, , name] = listOf(row.path) ?? []
  if (name && id === undefined) return []
  const params = name ? { [name]: id ?? '' } : {}
  const url = row.path.replace(/:\w+/, id ?? '')
  return roles
    .filter((role) => row.may !== 'anyone' && mayEver(role, row.may))
    .map((role) => ({ role, row, url, params }))
}

/** Every read of the contract by each permitted role, for one thing of each kind. */
export const readsOfStage = ({ ids }: Stage): Read[] =>
  rows.flatMap((row) => {
    const [, list = ''] = listOf(row.path) ?? []
    return readsOf(row, ids.get(list))
  })

/** The reads of one thing, by the path of its list. */
export const readsOfThing = (list: string, id: string): Read[] =>
  rows.filter(({ path }) => path.startsWith(`${list}/:`)).flatMap((row) => readsOf(row, id))

/** The response to a read, without the free space on the disk. */
export async function answerTo({ w, people }: Stage, { role, url }: Read): Promise<string> {
  const { cookie } = people[role]
  const { statusCode, body, headers } = await w.app.inject({ url, headers: { cookie } })
  const text = body.replace(/"freeBytes":\d+/, '')
  return `${statusCode} ${String(headers['x-total-count'])} ${text}`
}
