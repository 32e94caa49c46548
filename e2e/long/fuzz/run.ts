import { Agent, request } from 'node:http'
import {
  createChecker,
  type Document,
  type Operation,
  operationsOf,
  type Reply,
} from './document.ts'
import { nextRequest, type Sent } from './requests.ts'
import { Dice } from './values.ts'

export interface Plan {
  readonly url: string
  readonly document: Document
  /** The session cookie, empty when signed out. */
  readonly cookie: string
  readonly count: number
  readonly random: () => number
  /** Existing ids, by the part of the path after `/api/`. Ids in responses are added. */
  readonly ids: Map<string, string[]>
  /** Whether to skip an operation, because it would end the run. */
  readonly isExcluded: (operation: Operation) => boolean
  readonly mayUseId: (operation: Operation, id: string) => boolean
  /**
   * Whether an operation also accepts an HTML form and answers with a page, which the document does
   * not describe.
   */
  readonly acceptsForms: (operation: Operation) => boolean
}

export interface Outcome {
  /** The problems, each with the request that caused it. Empty when nothing is wrong. */
  readonly findings: string[]
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
}

const CONCURRENCY = 6
const MAX_FINDINGS = 20
const TIMEOUT_MS = 20_000

/** Sends generated requests and checks every response against the document. */
export async function fuzz(plan: Plan): Promise<Outcome> {
  const dice = new Dice(plan.random)
  const check = createChecker()
  const operations = operationsOf(plan.document).filter((operation) => !plan.isExcluded(operation))
  const source = { operations, ids: plan.ids, mayUseId: plan.mayUseId }
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const findings = new Map<string, string>()
  const statuses: Record<string, number> = {}
  let remaining = plan.count
  const work = async () => {
    while (remaining-- > 0 && findings.size < MAX_FINDINGS) {
      const sent = nextRequest(source, dice)
      const reply = await send(plan, sent, agent)
      const status = 'failure' in reply ? 'cut' : String(reply.status)
      statuses[status] = (statuses[status] ?? 0) + 1
      const problem =
        'failure' in reply
          ? !sent.huge && reply.failure
          : !isPage(plan, sent, reply) && check(sent.operation, reply)
      // Only one example of each kind is stored.
      if (problem) {
        const kind = `${sent.operation?.method} ${sent.operation?.path}: ${problem}`
        findings.set(
          kind,
          `${kind}\n${describe(sent)}\n${'failure' in reply ? '' : reply.text.slice(0, 500)}`,
        )
      }
      if (!('failure' in reply) && reply.status < 300) remember(plan.ids, sent, reply)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  agent.destroy()
  return { findings: [...findings.values()], statuses }
}

function isPage(plan: Plan, { operation, headers }: Sent, { status, type }: Reply): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  const mayBe = isForm && operation !== undefined && plan.acceptsForms(operation)
  return mayBe && status < 500 && type.startsWith('text/html')
}

/** Sends a request. @returns the response, or why there is none */
function send(plan: Plan, sent: Sent, agent: Agent | false): Promise<Reply | { failure: string }> {
  const { url, cookie } = plan
  return new Promise((resolve) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(sent.body !== undefined && { 'content-length': Buffer.byteLength(sent.body) }),
      ...sent.headers,
    }
    const outgoing = request(url + sent.path, {
      method: sent.method,
      headers,
      agent,
      timeout: TIMEOUT_MS,
      path: sent.path,
    })
    outgoing.once('response', (incoming) => {
      const type = incoming.headers['content-type'] ?? ''
      const chunks: Buffer[] = []
      const done = () =>
        resolve({ status: incoming.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() })
      // A stream does not end, so only its start is checked.
      if (type.startsWith('text/event-stream')) {
        outgoing.destroy()
        return done()
      }
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', done)
      incoming.once('error', (error) => resolve({ failure: `broke off: ${error.message}` }))
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)))
    outgoing.once('error', (error) => {
      // The server may have closed a reused connection after the previous request, for example
      // after too large headers. On a new connection the request must get a response.
      if (agent) resolve(send(plan, sent, false))
      else resolve({ failure: `gave no answer: ${error.message}` })
    })
    outgoing.end(sent.body)
  })
}

/** Adds the ids in a response, so that later requests use them. */
function remember(ids: Map<string, string[]>, sent: Sent, reply: Reply) {
  const resource = /^\/api\/([^/?]+)(\?|$)/.exec(sent.path)?.[1]
  if (!resource) return
  const known = ids.get(resource) ?? []
  const seen = [...reply.text.matchAll(/"id":"([\da-f-]{36})"/g)].flatMap(([, id]) => id ?? [])
  ids.set(resource, [...new Set([...known, ...seen.slice(0, 20)])].slice(-200))
}

function describe({ method, path, headers, body }: Sent): string {
  const shown = body === undefined ? '' : body.toString().slice(0, 1000)
  return `${method} ${path.slice(0, 500)}\n${JSON.stringify(headers).slice(0, 500)}\n${JSON.stringify(shown)}`
}
