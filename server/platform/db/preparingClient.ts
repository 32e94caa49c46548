import { callbackify } from 'node:util'
import pg from 'pg'
import { isCode } from '../systemError.ts'

/**
 * The most statements a connection prepares: each uses memory of Postgres as long as the connection
 * lasts.
 */
const MAX_STATEMENTS = 300
/** The most texts remembered that were sent once. */
const MAX_SENT_ONCE = 1000
/**
 * A statement with more values than this contains a list, and one of the same length may never come
 * again.
 */
const MAX_VALUES = 50

/**
 * Pages of lists and searches, for which the best plan depends on the values, such as whether few
 * rows are found by an index or the newest rows are scanned. For a prepared statement, Postgres
 * soon makes one plan for all values.
 */
const PLANNED_BY_VALUES = /\b(limit|i?like)\b/i

interface Statement {
  readonly name?: string | undefined
  readonly text: string
}

type Send = (statement: Statement, values: readonly unknown[]) => Promise<unknown>

const isStatement = (given: unknown): given is Statement =>
  typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)

const isCallback = (given: unknown): given is (error: Error | null, result?: unknown) => void =>
  typeof given === 'function'

/** Whether a prepared statement failed because its result columns have changed with its table. */
export const isOutdated = (error: unknown) => isCode(error, '0A000')

/**
 * A connection on which Postgres parses and plans a text once instead of each time. A text that is
 * sent for the second time is given a name, for which node-postgres prepares it. The `begin` of a
 * transaction is sent together with its first statement, which saves a round trip.
 */
export class PreparingClient extends pg.Client {
  /** Statements are sent without waiting for the reply to the previous one. */
  override readonly pipeline = true
  readonly #names = new Map<string, string>()
  readonly #sentOnce = new Set<string>()
  #named = 0
  #begin: Statement | undefined

  /** Overrides `pg.Client`, whose return type depends on the arguments. */
  override query(...given: unknown[]): never {
    const send = super.query.bind(this) as (...given: unknown[]) => Promise<unknown>
    const [statement, values, callback] = given
    if (!isStatement(statement) || !Array.isArray(values)) return send(...given) as never
    if (statement.text === 'begin' && !isCallback(callback)) {
      this.#begin = statement
      return Promise.resolve() as never
    }
    const result = this.#sendNamed(statement, values, send)
    if (!isCallback(callback)) return result as never
    return callbackify(() => result)(callback) as never
  }

  async #sendNamed(statement: Statement, values: readonly unknown[], send: Send): Promise<unknown> {
    // The statements of a transaction are sent one after the other, so this is the status for this
    // one.
    const isAlone = !this.#begin && this.getTransactionStatus() === 'I'
    const named = { ...statement, name: this.#nameOf(statement.text, values) }
    try {
      return await (this.#begin
        ? this.#sendFirst(this.#begin, named, values, send)
        : send(named, values))
    } catch (error) {
      if (!isOutdated(error)) throw error
      this.#names.clear()
      // A transaction has to be retried from its beginning.
      if (!isAlone) throw error
      return send(statement, values)
    }
  }

  /**
   * Sends the first statement of a transaction together with its `begin`, which only fails if the
   * connection does.
   */
  async #sendFirst(
    begin: Statement,
    statement: Statement,
    values: readonly unknown[],
    send: Send,
  ): Promise<unknown> {
    this.#begin = undefined
    const { stream } = this.connection
    stream.cork()
    const replies = [send(begin, []), send(statement, values)]
    stream.uncork()
    return (await Promise.all(replies))[1]
  }

  #nameOf(text: string, values: readonly unknown[]): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#named === MAX_STATEMENTS || values.length > MAX_VALUES) return known
    if (PLANNED_BY_VALUES.test(text)) return undefined
    if (this.#sentOnce.delete(text)) {
      const name = `p${++this.#named}`
      this.#names.set(text, name)
      return name
    }
    if (this.#sentOnce.size === MAX_SENT_ONCE) this.#sentOnce.clear()
    this.#sentOnce.add(text)
    return undefined
  }
}
