import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { PresenceEvent } from '@plumbline/contract/presence.ts'

const TIMEOUT_MS = 10_000

/** A stream of events, read like a browser does. */
export class TestStream {
  readonly events: LiveEvent[] = []
  readonly presence: PresenceEvent[] = []
  /** The raw text received. */
  text = ''
  /** The types of the received messages: `change`, `reset`, `presence` or `end`. */
  readonly types: string[] = []
  /** The cursor to resume from. */
  lastId: string | undefined
  readonly ended: Promise<unknown>
  /** Resolves once the missed events were received. */
  readonly ready: Promise<void>
  readonly #response: IncomingMessage
  #read = 0
  #wake: () => void = () => {}
  #isReady: () => void = () => {}

  constructor(response: IncomingMessage) {
    this.#response = response
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve
    })
    this.ended = new Promise((resolve) => {
      response.once('close', () => {
        this.#wake()
        // Nothing more is received on a closed connection.
        this.#isReady()
        resolve(undefined)
      })
    })
    let partial = ''
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      this.text += text
      const parts = (partial + text).split('\n\n')
      partial = parts.pop() ?? ''
      for (const part of parts) this.#take(part)
      this.#wake()
    })
    // The stream breaks when the server stops or the client leaves.
    response.on('error', () => {})
  }

  #take(part: string) {
    const field = (name: string) =>
      part
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    this.lastId = field('id') ?? this.lastId
    const type = field('event')
    if (type === 'ready') this.#isReady()
    else if (type) this.types.push(type)
    if (type === 'presence') this.presence.push(JSON.parse(field('data') ?? '') as PresenceEvent)
    if (type === 'change') this.events.push(JSON.parse(field('data') ?? '') as LiveEvent)
  }

  get isOpen(): boolean {
    return !this.#response.closed
  }

  get resets(): number {
    return this.types.filter((type) => type === 'reset').length
  }

  /** Waits for the next unread event. */
  async next(): Promise<LiveEvent> {
    const end = performance.now() + TIMEOUT_MS
    for (;;) {
      const event = this.events[this.#read]
      if (event) {
        this.#read += 1
        return event
      }
      if (performance.now() > end || this.#response.closed) throw new Error('no event came')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TIMEOUT_MS)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Reads events until one has this name. */
  async until(name: string): Promise<LiveEvent> {
    for (;;) {
      const event = await this.next()
      if (event.name === name) return event
    }
  }

  async close() {
    this.#response.destroy()
    await this.ended
  }
}

/**
 * Opens a stream and waits until the missed events were received.
 * @throws Error when the server rejects it
 */
export async function openStream(url: string, cookie: string, after?: string): Promise<TestStream> {
  const headers = { cookie, ...(after !== undefined && { 'last-event-id': after }) }
  const request = get(`${url}/api/events`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the stream was refused: ${response.statusCode}`)
  const stream = new TestStream(response)
  await stream.ready
  return stream
}
