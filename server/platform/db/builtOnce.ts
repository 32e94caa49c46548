import { type Placeholder, sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

interface Preparable<R> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<R> }
}

/**
 * The connection or pool of a handle, to which a prepared Drizzle query sends itself. The Drizzle
 * types omit it.
 */
const clientOf = (db: Db) => (db._.session as unknown as { readonly client: unknown }).client

/**
 * A query that is built once instead of for each call, for the most frequent queries: building one
 * takes longer than sending it.
 * @param build receives a function that returns the placeholder of a named value
 */
export function builtOnce<Name extends string, R>(
  build: (db: Db, value: (name: Name) => Placeholder) => Preparable<R>,
): (db: Db, values: Readonly<Record<Name, unknown>>) => Promise<R> {
  let built: ReturnType<Preparable<R>['prepare']> | undefined
  return (db, values) => {
    // Prepared without a name: the connection assigns one.
    built ??= build(db, (name) => sql.placeholder(name)).prepare('')
    // The same query on the client of this handle, since a transaction has its own connection.
    const query: typeof built = Object.create(built, { client: { value: clientOf(db) } })
    return query.execute(values)
  }
}
