import type { Db } from './handle.ts'

type Work = () => void

/** What waits for the commit of each transaction that is open. */
const waiting = new WeakMap<Db, Work[]>()

/** Does the work once the handle's transaction is committed, and never if it is not; at once where it is the database. */
export function whenCommitted(db: Db, work: Work) {
  const later = waiting.get(db)
  if (later) later.push(work)
  else work()
}

/**
 * The same database, whose transactions are followed for {@link whenCommitted}. A savepoint leaves its work to the transaction
 * it is part of, or takes it back with what it wrote.
 */
export function followCommits(db: Db, outer?: Work[]): Db {
  const begin: Db['transaction'] = db.transaction.bind(db)
  db.transaction = async (run, config) => {
    const later: Work[] = []
    const result = await begin((tx) => {
      followCommits(tx, later)
      waiting.set(tx, later)
      return run(tx)
    }, config)
    if (outer) outer.push(...later)
    else for (const work of later) work()
    return result
  }
  return db
}
