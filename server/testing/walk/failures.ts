import { getTableName, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { tables } from '../../schema/tables.ts'

interface WithDb {
  readonly db: Db
}

/** A text in every row quoted by a failing database. */
export const CANARY = 'canary-of-this-test'

/**
 * The errors raised by the database at the first written row, with the row in the detail, like a
 * violated constraint. For codes whose messages quote values, the message contains it too.
 */
export const failureCodes = [
  ...['57014', '53100', '23505', '23514', '23502'],
  ...['40001', '22P02', 'P0001', 'XX000', 'cut'],
]
const quotes = (code: string) => /^(22|P0|XX)/.test(code)

const body = (row: string, result: string) => `
  declare how failing; found text := ${row}::text;
  begin
    select * into how from failing;
    if how.code is null then return ${result}; end if;
    if how.code = 'cut' then perform pg_terminate_backend(pg_backend_pid()); end if;
    raise exception '%', case when how.quotes then 'It failed: ${CANARY} ' || found else 'It failed' end
      using errcode = how.code, detail = 'Row ${CANARY} ' || found, hint = '${CANARY} ' || found;
  end`

/** Installs triggers that can make the database fail at each write. */
export async function addFailures({ db }: WithDb) {
  await db.execute(sql`create table failing (code text not null, quotes boolean not null)`)
  const written = 'coalesce(to_jsonb(new), to_jsonb(old))'
  await db.execute(
    sql.raw(
      `create function fail() returns trigger language plpgsql as $$ ${body(written, 'coalesce(new, old)')} $$`,
    ),
  )
  for (const [, table] of tables)
    await db.execute(
      sql.raw(
        `create trigger fail before insert or update or delete on "${getTableName(table)}" for each row execute function fail()`,
      ),
    )
}

/**
 * Makes the database fail during the work: at each write, and after {@link failReads} at each read.
 */
export async function failing<T>({ db }: WithDb, code: string, work: () => Promise<T>) {
  await db.execute(sql`insert into failing values (${code}, ${quotes(code)})`)
  try {
    return await work()
  } finally {
    await db.execute(sql`delete from failing`)
  }
}

/**
 * Makes reads of all tables fail too, except for those that identify the signed-in person: views in
 * their place raise the contents of the rows.
 */
export async function failReads({ db }: WithDb) {
  const names = tables
    .map(([, table]) => getTableName(table))
    .filter((name) => name !== 'users' && name !== 'sessions')
  await db.execute(
    sql.raw(
      `create function fail_read(stored jsonb) returns boolean language plpgsql as $$ ${body('stored', 'true')} $$`,
    ),
  )
  for (const name of names)
    await db.execute(
      sql.raw(`
      alter table "${name}" rename to "${name}_hidden";
      create view "${name}" as select * from "${name}_hidden" t where fail_read(to_jsonb(t))`),
    )
}
