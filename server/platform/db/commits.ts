import type { Db } from './handle.ts'
import { perTransaction } from './transaction.ts'

type Work = () => void

/** The work to do after the commit of each open transaction. */
const waiting = perTransaction<Work[]>()

/**
 * Does the work once the transaction of the handle is committed, and never if it is rolled back.
 * Without a transaction, does it at once.
 */
export function whenCommitted(db: Db, work: Work) {
  const later = waiting.get(db)
  if (later) later.push(work)
  else work()
}

/**
 * Makes the transactions of a database run the work of {@link whenCommitted}. A savepoint passes
 * its work to the enclosing transaction, or drops it when it is rolled back.
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
