import { createHash } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { StartError } from '../startError.ts'
import { reason } from '../systemError.ts'

export interface Migration {
  /** The file's name without `.sql`. */
  readonly tag: string
  readonly sql: string
}

/** The advisory lock: an arbitrary number that is the same on every node. */
const lockKey = 7_586_253

/** The code of a notice that a migration raises itself. */
const RAISED = '00000'

const Journal = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) })

/**
 * Brings the database up to date. All missing migrations are applied in one transaction, under a
 * lock: nodes that start together wait for each other, and a kill at any point leaves the database
 * as it was.
 * @param report called with each notice that a migration raises, such as what it has changed
 * @throws StartError when the database has a migration that this program does not know, or a
 * changed one, or lacks an extension
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[] = bundledMigrations(),
  report: (notice: string) => void = () => {},
): Promise<void> {
  // A separate connection: those of the pool have a query timeout, and migrating a large table, or
  // waiting for another node to do so, may take longer.
  const client = new pg.Client({ ...pool.options, query_timeout: 0 })
  // Without a listener, a broken connection would end the process. The running query fails by
  // itself.
  client.on('error', () => {})
  // Postgres has notices of its own, such as that something exists already; those have other codes.
  client.on('notice', ({ code, message = '' }) => code === RAISED && report(message))
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    await applyMigrations(client, migrations)
    await client.query(rebuildNaturalOrder)
    await client.query('commit')
  } finally {
    // Rolls back a failed transaction.
    await client.end()
  }
}

/**
 * Builds the indexes of names again when the library of the database server orders letters another
 * way than when they were built, as after an upgrade: with the old ones, names would be missed.
 */
const rebuildNaturalOrder = `do $$ declare name text; begin
  if exists (select from pg_collation where collname = 'natural_order'
      and collnamespace = current_schema()::regnamespace
      and collversion <> pg_collation_actual_version(oid)) then
    for name in select d.objid::regclass from pg_depend d
        join pg_collation c on d.refclassid = 'pg_collation'::regclass and d.refobjid = c.oid
        where d.classid = 'pg_class'::regclass and c.collname = 'natural_order'
          and c.collnamespace = current_schema()::regnamespace
      loop execute format('reindex index %s', name); end loop;
    raise notice 'Built the indexes of names again: the database server orders letters another way';
    -- It has a notice of its own.
    set local client_min_messages = warning;
    alter collation natural_order refresh version;
  end if; end $$`

/**
 * Applies missing migrations in the caller's transaction. Nodes that do so at the same time wait
 * for each other.
 */
export async function applyMigrations(client: pg.ClientBase, migrations: readonly Migration[]) {
  await client.query(`select pg_advisory_xact_lock(${lockKey})`)
  await client.query(
    'create table if not exists migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ tag: string; hash: string }>(
    'select tag, hash from migrations',
  )
  for (const migration of missing(migrations, new Map(rows.map((row) => [row.tag, row.hash])))) {
    await client.query(migration.sql).catch((error) => {
      throw missingExtension(error) ?? error
    })
    await client.query('insert into migrations (tag, hash) values ($1, $2)', [
      migration.tag,
      hashOf(migration),
    ])
  }
}

/**
 * The error with instructions for an extension that cannot be created; undefined for other errors.
 */
function missingExtension(error: unknown): StartError | undefined {
  const [, name] = /extension "(\w+)"/.exec(reason(error)) ?? []
  if (name === undefined) return undefined
  return new StartError(
    `the database needs the extension ${name}, which could not be created: ${reason(error)}. Where its server lacks it, install postgresql-contrib; where only the right is missing, have a superuser run "create extension ${name}" in this database`,
  )
}

function missing(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Migration[] {
  const known = new Set(migrations.map((migration) => migration.tag))
  const unknown = [...applied.keys()].find((tag) => !known.has(tag))
  if (unknown)
    throw new StartError(`the database is newer than this program: it has the migration ${unknown}`)
  const changed = migrations.find(
    (migration) => (applied.get(migration.tag) ?? hashOf(migration)) !== hashOf(migration),
  )
  if (changed)
    throw new StartError(
      `the migration ${changed.tag} is not the one that was applied to this database`,
    )
  return migrations.filter((migration) => !applied.has(migration.tag))
}

/** The hash of the SQL, regardless of the kind of line endings. */
export function hashOf({ sql }: Migration): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}

/** The bundled migrations in the order of the journal. */
export function bundledMigrations(): Migration[] {
  const files = import.meta.glob<string>('./migrations/*.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const journals = import.meta.glob<unknown>('./migrations/meta/_journal.json', {
    import: 'default',
    eager: true,
  })
  const entries = Object.values(journals).flatMap((journal) => Journal.parse(journal).entries)
  return entries
    .sort((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      const sql = files[`./migrations/${tag}.sql`]
      if (sql === undefined)
        throw new StartError(`the migration ${tag} is missing from this program`)
      return { tag, sql }
    })
}
