import { Agent, request } from 'node:http'
import { type Document, judge, type Operation, operationsOf, type Reply } from './document.ts'
import { nextRequest, type Sent } from './requests.ts'
import { Dice } from './values.ts'

export interface Plan {
  readonly url: string
  readonly document: Document
  /** The session cookie; empty when signed out. */
  readonly cookie: string
  readonly count: number
  readonly random: () => number
  /** Ids that exist, by the part of the path after `/api/`; those in responses are added. */
  readonly ids: Map<string, string[]>
  /** Operations that would end the run. */
  readonly leaveOut: (operation: Operation) => boolean
  readonly mayName: (operation: Operation, id: string) => boolean
  /** Whether an HTML form may be sent to it, which is answered with a page: the document describes the JSON alone. */
  readonly takesForms: (operation: Operation) => boolean
}

export interface Outcome {
  /** Each with the request that caused it; empty when nothing is wrong. */
  readonly findings: string[]
  /** How many responses had each status. */
  readonly statuses: Readonly<Record<string, number>>
}

const LANES = 6
const MOST_FINDINGS = 20
const TIMEOUT = 20_000

/** Sends generated requests and checks every response against the document. */
export async function fuzz(plan: Plan): Promise<Outcome> {
  const dice = new Dice(plan.random)
  const verdict = judge()
  const operations = operationsOf(plan.document).filter((operation) => !plan.leaveOut(operation))
  const source = { operations, ids: plan.ids, mayName: plan.mayName }
  const agent = new Agent({ keepAlive: true, maxSockets: LANES })
  const findings = new Map<string, string>()
  const statuses: Record<string, number> = {}
  let left = plan.count
  const lane = async () => {
    while (left-- > 0 && findings.size < MOST_FINDINGS) {
      const sent = nextRequest(source, dice)
      const reply = await send(plan, sent, agent)
      const status = 'gone' in reply ? 'cut' : String(reply.status)
      statuses[status] = (statuses[status] ?? 0) + 1
      const problem =
        'gone' in reply
          ? !sent.huge && reply.gone
          : !isPage(plan, sent, reply) && verdict(sent.operation, reply)
      // One example of each kind is enough to fix it.
      if (problem) {
        const kind = `${sent.operation?.method} ${sent.operation?.path}: ${problem}`
        findings.set(
          kind,
          `${kind}\n${describe(sent)}\n${'gone' in reply ? '' : reply.text.slice(0, 500)}`,
        )
      }
      if (!('gone' in reply) && reply.status < 300) remember(plan.ids, sent, reply)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  agent.destroy()
  return { findings: [...findings.values()], statuses }
}

function isPage(plan: Plan, { operation, headers }: Sent, { status, type }: Reply): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  const mayBe = isForm && operation !== undefined && plan.takesForms(operation)
  return mayBe && status < 500 && type.startsWith('text/html')
}

/** The response, or why there is none. */
function send(plan: Plan, sent: Sent, agent: Agent | false): Promise<Reply | { gone: string }> {
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
      timeout: TIMEOUT,
      path: sent.path,
    })
    outgoing.once('response', (incoming) => {
      const type = incoming.headers['content-type'] ?? ''
      const chunks: Buffer[] = []
      const done = () =>
        resolve({ status: incoming.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() })
      // A stream has no end; only its start can be checked.
      if (type.startsWith('text/event-stream')) {
        outgoing.destroy()
        return done()
      }
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', done)
      incoming.once('error', (error) => resolve({ gone: `broke off: ${error.message}` }))
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer in ${TIMEOUT} ms`)))
    outgoing.once('error', (error) => {
      // A reused connection may have been closed after the request before, as after headers too large to read. On one of
      // its own the request has to be answered.
      if (agent) resolve(send(plan, sent, false))
      else resolve({ gone: `gave no answer: ${error.message}` })
    })
    outgoing.end(sent.body)
  })
}

/** Later requests use the ids of earlier responses. */
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
