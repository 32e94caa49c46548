import type { SettingsChange } from '@plumbline/contract/settings.ts'
import type { Db } from '../db/handle.ts'
import { settings } from './table.ts'

export type Company = typeof settings.$inferSelect

/** The company, once it is set up. With `lock` it stays as it is until the transaction ends. */
export async function findCompany(db: Db, { lock = false } = {}): Promise<Company | undefined> {
  const query = db.select().from(settings)
  const [row] = await (lock ? query.for('update') : query)
  return row
}

/** What pages and letters call the company. */
export async function companyName(db: Db): Promise<string> {
  return (await findCompany(db))?.companyName ?? 'Plumbline'
}

/** Changes the fields given. */
export async function updateCompany(db: Db, change: SettingsChange): Promise<Company> {
  const [row] = await db.update(settings).set(change).returning()
  return row as Company
}
