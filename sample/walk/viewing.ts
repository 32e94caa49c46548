import { peopleRoutes } from '@plumbline/contract/people.ts'
import { photoRoutes, pictureSizes } from '@plumbline/contract/photos.ts'
import { mayEver } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import type { Stage } from '../../server/testing/walk/cast.ts'
import { listOf } from '../../server/testing/walk/reads.ts'

/**
 * The roles that an admin views as. The admin has to receive the same replies as that person, byte
 * for byte.
 */
export const viewed = ['subcontractor', 'client'] as const
export type Viewed = (typeof viewed)[number]

export const reads = allRows.filter(({ method }) => method === 'GET')
export const ownReads = reads.filter(({ own }) => own)

/**
 * Reads that are allowed but return nothing: nobody knows the secret of a calendar, and no photos
 * are named to download.
 */
export const unanswered = ['/api/calendar/:token.ics', '/api/photos/zip']

/** The addresses of a thing that both may see, and of one that neither may see. */
function urlsOf(stage: Stage, { path }: Row, role: Viewed): string[] {
  const { ids, otherJob, people } = stage
  const [, list = '', name = ''] = listOf(path) ?? []
  if (!name) return [path]
  const at = (id: string) => path.replace(`:${name}`, id)
  if (path === photoRoutes.image.path)
    return pictureSizes.map((size) => `${at(stage.id('/api/photos'))}?size=${size}`)
  const id = ids.get(list) ?? otherJob
  if (path === peopleRoutes.one.path) return [at(people[role].id), at(id)]
  return list === '/api/jobs' ? [at(id), at(otherJob)] : [at(id)]
}

/** The queries of a row at one of its addresses: everything, a page, a search, and a job. */
function queriesOf({ id, otherJob }: Stage, { query }: Row): string[] {
  const takes = (param: string) => param in ((query as { shape?: object } | undefined)?.shape ?? {})
  return [
    '',
    ...(takes('limit') ? ['?limit=2', '?limit=none'] : []),
    ...(takes('search') ? ['?search=okafor'] : []),
    ...(takes('search') && takes('limit') ? ['?search=e&limit=1'] : []),
    ...(takes('jobId') ? [`?jobId=${id('/api/jobs')}`, `?jobId=${otherJob}`] : []),
  ]
}

/**
 * A response without the headers that concern only this request, and without the cache owner: in a
 * view, no browser may cache it.
 */
async function answerOf({ w }: Stage, url: string, headers: Record<string, string>) {
  const answer = await w.call('nobody', 'GET', url, undefined, headers)
  const of = Object.entries(answer.headers).filter(
    ([name]) => !/^(date|x-keep-for|x-request-id|x-ratelimit-.*)$/.test(name),
  )
  const shown = Object.fromEntries(of)
  return { url, status: answer.status, headers: shown, body: answer.bytes.toString('base64') }
}
type ShownAnswer = Awaited<ReturnType<typeof answerOf>>

/** The address of the next page. */
const nextOf = ({ headers }: ShownAnswer) =>
  /<(.*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

export const headersOf = ({ people }: Stage, role: Viewed) => ({
  cookie: people.admin.cookie,
  'x-view-as': people[role].id,
})

/**
 * The replies to a person at every address of a row, each with the reply to an admin who views as
 * them.
 */
export async function readTwice(stage: Stage, row: Row, role: Viewed) {
  const pairs: { theirs: ShownAnswer; viewed: ShownAnswer }[] = []
  const { cookie } = stage.people[role]
  for (const address of urlsOf(stage, row, role))
    for (const query of address.includes('?') ? [''] : queriesOf(stage, row)) {
      let url: string | undefined = address + query
      // Reads two pages of a list.
      for (let page = 0; page < 2 && url !== undefined; page++) {
        const theirs: ShownAnswer = await answerOf(stage, url, { cookie })
        pairs.push({ theirs, viewed: await answerOf(stage, url, headersOf(stage, role)) })
        url = nextOf(theirs)
      }
    }
  return pairs
}

export const mayAsk = ({ may }: Row, role: Viewed) => may === 'anyone' || mayEver(role, may)
