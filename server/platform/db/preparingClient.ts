import { callbackify } from 'node:util'
import pg from 'pg'
import { isCode } from '../systemError.ts'

/** How many statements a connection keeps prepared: each takes memory of Postgres, where the connection lasts. */
const MOST = 300
/** How many texts are remembered that were sent once. */
const REMEMBERED = 1000
/** With more values a statement has a list in it; one of the same length may never come again. */
const MOST_VALUES = 50

/**
 * Pages of lists and searches, for which the best plan depends on the values: whether a few rows are sought by an index or the
 * newest are walked, say. Of a prepared statement Postgres soon makes one plan for all values.
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

/** Whether a prepared statement would give other columns than when it was prepared, since its table was changed. */
export const isOutdated = (error: unknown) => isCode(error, '0A000')

/**
 * A connection on which Postgres parses and plans a text once instead of each time. The second time that one is sent, it is given a name,
 * by which node-postgres has it prepared. The `begin` of a transaction is sent together with its first statement, which saves
 * both sides a round trip.
 */
export class PreparingClient extends pg.Client {
  /** A statement is sent without waiting for the answer to the one before. */
  override readonly pipeline = true
  readonly #names = new Map<string, string>()
  readonly #sentOnce = new Set<string>()
  #named = 0
  #begin: Statement | undefined

  /** As in the class it extends, where the result depends on what is given. */
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
    // The statements of a transaction come one after the other, so the status is that of this one.
    const isAlone = !this.#begin && this.getTransactionStatus() === 'I'
    const named = { ...statement, name: this.#nameOf(statement.text, values) }
    try {
      return await (this.#begin
        ? this.#sendFirst(this.#begin, named, values, send)
        : send(named, values))
    } catch (error) {
      if (!isOutdated(error)) throw error
      this.#names.clear()
      // A transaction has to be run again from its beginning.
      if (!isAlone) throw error
      return send(statement, values)
    }
  }

  /** Sends the first statement of a transaction, and its `begin`, which only fails together with the connection. */
  async #sendFirst(
    begin: Statement,
    statement: Statement,
    values: readonly unknown[],
    send: Send,
  ): Promise<unknown> {
    this.#begin = undefined
    const { stream } = this.connection
    stream.cork()
    const answers = [send(begin, []), send(statement, values)]
    stream.uncork()
    return (await Promise.all(answers))[1]
  }

  #nameOf(text: string, values: readonly unknown[]): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#named === MOST || values.length > MOST_VALUES) return known
    if (PLANNED_BY_VALUES.test(text)) return undefined
    if (this.#sentOnce.delete(text)) {
      const name = `p${++this.#named}`
      this.#names.set(text, name)
      return name
    }
    if (this.#sentOnce.size === REMEMBERED) this.#sentOnce.clear()
    this.#sentOnce.add(text)
    return undefined
  }
}
