import { type Placeholder, sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

interface Preparable<R> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<R> }
}

/**
 * A query that is built once for the database instead of for each call, for those of nearly every call: building one takes the
 * program longer than sending it. A transaction, which is a handle of its own, builds its own.
 * @param build given what stands for a value until the call names it
 */
export function builtOnce<Name extends string, R>(
  build: (db: Db, value: (name: Name) => Placeholder) => Preparable<R>,
): (db: Db, values: Readonly<Record<Name, unknown>>) => Promise<R> {
  const built = new WeakMap<Db, ReturnType<Preparable<R>['prepare']>>()
  return (db, values) => {
    // Without a name of Drizzle's: the connection gives it one.
    const query = built.get(db) ?? build(db, (name) => sql.placeholder(name)).prepare('')
    built.set(db, query)
    return query.execute(values)
  }
}
