import type { Settings, SettingsChange } from '@plumbline/contract/settings.ts'
import type { Db } from '../db/handle.ts'
import type { ExpectedFile } from '../files/integrity.ts'
import { expectedOf } from '../files/pictures/keep.ts'
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

/** The company as it is answered. */
export function toSettings(company: Company): Settings {
  const { logoKey, updatedAt } = company
  return {
    ...company,
    // The browser keeps a picture for a while; a new logo has to be a new address.
    logoUrl: logoKey && `/api/settings/logo?v=${logoKey.slice(-12)}`,
    updatedAt: updatedAt.toISOString(),
  }
}

type Logo = Pick<Company, 'logoKey' | 'logoFiles'>

/** The files that the company counts on, for the check of the file store. */
export async function companyFiles(db: Db): Promise<ExpectedFile[]> {
  const { logoKey, logoFiles } = (await findCompany(db)) ?? {}
  return logoKey && logoFiles ? expectedOf(logoKey, logoFiles) : []
}

/** Changes the fields given. */
export async function updateCompany(db: Db, change: SettingsChange | Logo): Promise<Company> {
  const [row] = await db.update(settings).set(change).returning()
  return row as Company
}
