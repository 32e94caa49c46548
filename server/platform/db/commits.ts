import type { Db } from './handle.ts'
import { perTransaction } from './transaction.ts'

type Work = () => void
type Send = () => Promise<unknown>

/** Registered in a transaction, for its end. */
interface End {
  /** Statements that are sent with the commit. */
  readonly statements: Send[]
  /** Work to do after the commit. */
  readonly work: Work[]
}
const endOf = perTransaction<End>()

/**
 * Does the work once the transaction of the handle is committed, and never if it is rolled back.
 * Without a transaction, does it at once.
 */
export function whenCommitted(db: Db, work: Work) {
  const end = endOf.get(db)
  if (end) end.work.push(work)
  else work()
}

/**
 * Sends a statement that nothing in the transaction waits for together with the commit, which saves
 * a round trip. If it fails, so does the transaction. Without a transaction, sends it at once.
 */
export async function sendWithCommit(db: Db, send: Send) {
  const end = endOf.get(db)
  if (end) end.statements.push(send)
  else await send()
}

/**
 * Makes the transactions of a database send the statements of {@link sendWithCommit} and run the
 * work of {@link whenCommitted}. A savepoint passes both to the enclosing transaction, or drops
 * them when it is rolled back.
 */
export function followCommits(db: Db, outer?: End): Db {
  const begin: Db['transaction'] = db.transaction.bind(db)
  db.transaction = async (run, config) => {
    const end: End = { statements: [], work: [] }
    let sent: Promise<unknown> | undefined
    const result = await begin(async (tx) => {
      followCommits(tx, end)
      endOf.set(tx, end)
      const returned = await run(tx)
      if (outer) return returned
      // The commit follows at once. Postgres rolls back instead if one of the statements fails.
      sent = Promise.all(end.statements.map((send) => send()))
      sent.catch(() => {})
      return returned
    }, config)
    await sent
    if (outer) {
      outer.statements.push(...end.statements)
      outer.work.push(...end.work)
    } else for (const work of end.work) work()
    return result
  }
  return db
}
