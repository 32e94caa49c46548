import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { PresenceEvent } from '@plumbline/contract/presence.ts'

const LIMIT = 10_000

/** A stream of events as a browser reads it. */
export class TestStream {
  readonly events: LiveEvent[] = []
  readonly presence: PresenceEvent[] = []
  /** Everything as it came. */
  text = ''
  /** The types of all that came: `change`, `reset`, `presence` or `end`. */
  readonly types: string[] = []
  /** The cursor to go on from. */
  lastId: string | undefined
  readonly ended: Promise<unknown>
  /** Once it was told what it has missed. */
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
        // One that was cut off before is not told anything any more.
        this.#isReady()
        resolve(undefined)
      })
    })
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      this.text += text
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#take(part)
      this.#wake()
    })
    // A server that is stopped or a client that leaves cuts it off.
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

  /** Waits for the next event that was not read yet. */
  async next(): Promise<LiveEvent> {
    const end = performance.now() + LIMIT
    for (;;) {
      const event = this.events[this.#read]
      if (event) {
        this.#read += 1
        return event
      }
      if (performance.now() > end || this.#response.closed) throw new Error('no event came')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LIMIT)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Reads on until an event of this name. */
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

/** Opens a stream, and waits until it is told what it has missed. @throws when the server refuses it */
export async function openStream(url: string, cookie: string, after?: string): Promise<TestStream> {
  const headers = { cookie, ...(after !== undefined && { 'last-event-id': after }) }
  const request = get(`${url}/api/events`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the stream was refused: ${response.statusCode}`)
  const stream = new TestStream(response)
  await stream.ready
  return stream
}
