import pg from 'pg'
import type { Caller } from '../e2e/harness/caller.ts'
import { setUp } from '../e2e/harness/company.ts'
import type { Server } from '../e2e/harness/server.ts'

/** For a client of the Postgres that the server runs. */
export function postgresOf(server: Server): pg.PoolConfig {
  const { user, password, place } = server.postgres
  const path = 'path' in place ? place.path : undefined
  const host = path ? { host: path.slice(0, path.lastIndexOf('/')), port: Number(path.split('.').at(-1)) } : place
  return { user, password, database: 'postgres', ...host }
}

/** Sets the company up and fills it with jobs of every status, some with subs. */
export async function fill(server: Server, jobs: number): Promise<Caller> {
  const admin = await setUp(server.url)
  const client = new pg.Client(postgresOf(server))
  await client.connect()
  await client.query(
    `insert into jobs (id, name, address, status, progress, start_date, end_date, notes, customer_name, approved_amount, created_at, updated_at)
     select gen_random_uuid(), 'Job ' || n, n || ' Quarry Road, Elgin',
       (array['not_started', 'in_progress', 'completed', 'on_hold'])[1 + n % 4], n % 101,
       date '2024-01-01' + n % 700, date '2024-01-01' + n % 700 + 30, repeat('What was agreed. ', 10), 'Customer ' || n,
       n * 12345, now() - n * interval '1 hour', now() - n * interval '1 hour'
     from generate_series(1, $1::int) n`,
    [jobs],
  )
  await client.query('analyze')
  await client.end()
  return admin
}
