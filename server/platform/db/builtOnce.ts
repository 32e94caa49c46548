import { type Placeholder, sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

interface Preparable<R> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<R> }
}

/** The connection of a handle, or its pool, to which a prepared query of Drizzle sends itself. Its types leave it out. */
const clientOf = (db: Db) => (db._.session as unknown as { readonly client: unknown }).client

/**
 * A query that is built once instead of for each call, for those of nearly every call: building one takes the program longer
 * than sending it.
 * @param build given what stands for a value until the call names it
 */
export function builtOnce<Name extends string, R>(
  build: (db: Db, value: (name: Name) => Placeholder) => Preparable<R>,
): (db: Db, values: Readonly<Record<Name, unknown>>) => Promise<R> {
  let built: ReturnType<Preparable<R>['prepare']> | undefined
  return (db, values) => {
    // Without a name of Drizzle's: the connection gives it one.
    built ??= build(db, (name) => sql.placeholder(name)).prepare('')
    // The same query, of this handle: a transaction has a connection of its own.
    const query: typeof built = Object.create(built, { client: { value: clientOf(db) } })
    return query.execute(values)
  }
}
