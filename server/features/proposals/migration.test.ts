import { expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { inEmptyDatabase } from '../../platform/db/testing.ts'
import { migrationsBefore } from '../../testing/migrationsBefore.ts'

const [ofBid, ofChange, ofJob] = [newId(), newId(), newId()]
const [bid, lone, converted, change, job] = [newId(), newId(), newId(), newId(), newId()]
const [drafted, second] = [newId(), newId()]

test('versions that were sent before get the customer of their bid, change order or job', () =>
  inEmptyDatabase(async ({ pool }) => {
    await migrate(pool, migrationsBefore('0039_customers_of_versions'))
    await pool.query(`
      insert into customers (id, name) values ('${ofBid}', 'Bid'), ('${ofChange}', 'Change'), ('${ofJob}', 'Job');
      insert into jobs (id, name, address, customer_id) values ('${job}', 'J', 'A', '${ofJob}'), ('${second}', 'J', 'A', null);
      insert into pending_bids (id, name, address, customer_id, job_id)
        values ('${bid}', 'B', 'A', '${ofBid}', null), ('${lone}', 'B', 'A', null, null),
          ('${converted}', 'B', 'A', null, '${job}');
      insert into change_orders (id, job_id, customer_id, number, title, lines, total)
        values ('${change}', '${job}', '${ofChange}', 1, 'C', '[]', 0), ('${drafted}', '${job}', null, 2, 'C', '[]', 0)`)
    const insert = (n: number, column: string, of: string) =>
      pool.query(`insert into proposals
        (id, ${column}, number, version, content, sha256, total, costs, last_day, link_made_at, updated_at)
        values (gen_random_uuid(), '${of}', '${n}', 1, '{}', '', 0, '{}', '2026-11-30', now(), '2026-11-01')`)
    await insert(1, 'bid_id', bid)
    await insert(2, 'bid_id', lone)
    await insert(3, 'bid_id', converted)
    await insert(4, 'change_order_id', change)
    await insert(5, 'change_order_id', drafted)
    await migrate(pool)
    const { rows } = await pool.query(
      `select customer_id as customer, updated_at = '2026-11-01' as same from proposals order by number`,
    )
    expect(rows).toEqual(
      [ofBid, null, ofJob, ofChange, ofJob].map((customer) => ({ customer, same: true })),
    )
  }))
