import { bundledMigrations, type Migration } from '../platform/db/migrate.ts'

/** The migrations before the one of a tag, for a database as it was then. */
export function migrationsBefore(tag: string): Migration[] {
  const all = bundledMigrations()
  const place = all.findIndex((migration) => migration.tag === tag)
  if (place < 0) throw new Error(`There is no migration ${tag}`)
  return all.slice(0, place)
}
