import pg from 'pg'
import { vi } from 'vitest'

/** The SQL statements that the program sends while `run` runs, without those that only open and close transactions, or read on in a long list. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    return spy.mock.calls
      .map(([query]) =>
        typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''),
      )
      .filter((text) => !/^(begin|commit|rollback|declare|fetch)\b/i.test(text))
  } finally {
    spy.mockRestore()
  }
}
