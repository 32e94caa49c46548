import pg from 'pg'
import { vi } from 'vitest'

/** The queries sent to the database while `run` runs. */
export async function queriesDuring(run: () => Promise<unknown>) {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    return spy.mock.calls.map(([query, values]) => ({
      text: typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''),
      values: (Array.isArray(values) ? values : []) as unknown[],
    }))
  } finally {
    spy.mockRestore()
  }
}

/**
 * The SQL statements sent while `run` runs, without those that only open and close transactions or
 * fetch from a cursor.
 */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  return (await queriesDuring(run))
    .map(({ text }) => text)
    .filter((text) => !/^(begin|commit|rollback|declare|fetch)\b/i.test(text))
}
