import type pg from 'pg'
import { vi } from 'vitest'

/**
 * Vacuums and analyzes all tables, again until every page is marked as visible to all, since the
 * costs of a plan depend on that. An open transaction of the application keeps pages from it.
 */
export async function vacuum(pool: pg.Pool): Promise<void> {
  await vi.waitFor(
    async () => {
      await pool.query('vacuum analyze')
      const { rows } = await pool.query(`
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relallvisible < relpages`)
      if (rows.length > 0) throw new Error(`not visible to all: ${JSON.stringify(rows)}`)
    },
    { timeout: 30_000, interval: 200 },
  )
}
