import type pg from 'pg'
import { eventLine, PROGRAM_EVENTS, type Rows, readRows, tablesOf } from './contents.ts'

interface Change {
  readonly xact: string
  readonly changed: string
  readonly before: string | null
  readonly after: string | null
}

/**
 * * Makes the database record every later change of every row, in a schema of its own that backups
 * do not read. *
 * @returns the rows before the first change
 */
export async function recordChanges(client: pg.Client): Promise<Rows> {
  await client.query('begin')
  const tables = await tablesOf(client)
  const own = PROGRAM_EVENTS.map((name) => `'${name}'`).join(', ')
  const list = tables.map((name) => `"${name}"`).join(', ')
  await client.query(`
    lock table ${list} in share row exclusive mode;
    create schema if not exists witness;
    create table if not exists witness.changes (number bigserial primary key,
      xact text not null default pg_current_xact_id()::text, changed text not null, before text, after text);
    truncate witness.changes;
    create or replace function witness.note() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'events' then
          if (case when tg_op = 'DELETE' then old.name else new.name end) not in (${own}) then
            insert into witness.changes (changed, before, after) values ('events',
              case when tg_op <> 'INSERT' then ${eventLine('old')} end,
              case when tg_op <> 'DELETE' then ${eventLine('new')} end);
          end if;
          return null;
        end if;
        insert into witness.changes (changed, before, after) values (tg_table_name,
          case when tg_op <> 'INSERT' then old::text end,
          case when tg_op <> 'DELETE' then new::text end);
        return null;
      end $$`)
  for (const name of tables)
    await client.query(`create or replace trigger witness after insert or update or delete
      on "${name}" for each row execute function witness.note()`)
  const rows = await readRows(client)
  await client.query('commit')
  return rows
}

/**
 * * Applies the recorded changes of the transactions whose events are among the found rows. If the
 * found rows are a consistent snapshot, they are equal to the result. *
 * @throws Error for a change without an event, because it is unknown whether it belongs to the
 * snapshot
 */
export async function rowsAfter(client: pg.Client, before: Rows, found: Rows) {
  const { rows: changes } = await client.query<Change>(
    // Event rows do not include whether people were notified, because those updates may be partly
    // in the snapshot.
    `select xact, changed, before, after from witness.changes
     where before is distinct from after order by number`,
  )
  const isIncluded = new Map<string, boolean>()
  for (const { xact, changed, after } of changes)
    if (changed === 'events' && after !== null)
      isIncluded.set(xact, found.events?.has(after) === true)
  const rows: Rows = Object.fromEntries(
    Object.entries(before).map(([name, lines]) => [name, new Set(lines)]),
  )
  for (const change of changes) {
    const applies = isIncluded.get(change.xact)
    if (applies === undefined) throw new Error(`no event tells of ${JSON.stringify(change)}`)
    if (!applies) continue
    if (change.before !== null) rows[change.changed]?.delete(change.before)
    if (change.after !== null) rows[change.changed]?.add(change.after)
  }
  const all = [...isIncluded.values()]
  const included = all.filter(Boolean).length
  return { rows, included, excluded: all.length - included }
}
