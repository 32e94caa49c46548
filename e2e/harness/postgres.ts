import { dirname } from 'node:path'
import pg from 'pg'
import type { Postgres } from './server.ts'

/** Connects to a database of an embedded Postgres. */
export async function connectTo(
  { user, password, address }: Postgres,
  database = 'postgres',
): Promise<pg.Client> {
  const where =
    'path' in address
      ? { host: dirname(address.path), port: Number(address.path.split('.').at(-1)) }
      : { host: address.host ?? '', port: address.port }
  const client = new pg.Client({ user, password, ...where, database })
  await client.connect()
  return client
}
