import { Failure } from '@plumbline/contract/failures.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { readAs, settingsReaders } from '@plumbline/contract/readers.ts'
import type { LogoGround, Settings, SettingsChange } from '@plumbline/contract/settings.ts'
import type { WorkdaySettings } from '@plumbline/contract/workdays.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { perTransaction } from '../../platform/db/transaction.ts'
import type { ExpectedFile } from '../../platform/files/integrity.ts'
import { expectedOf } from '../../platform/files/pictures/store.ts'
import { settings } from '../../schema/settings.ts'

export type Company = typeof settings.$inferSelect

/** The company as each open transaction has read it. */
const readIn = perTransaction<Company>()

/**
 * The company, once it is set up. A transaction reads it once, so that all of a write counts with
 * the same settings. With `lock` it is read again, and locked until the transaction ends.
 */
export async function findCompany(db: Db, { lock = false } = {}): Promise<Company | undefined> {
  const known = lock ? undefined : readIn.get(db)
  if (known) return known
  const query = db.select().from(settings)
  const [row] = await (lock ? query.for('update') : query)
  if (row) readIn.set(db, row)
  return row
}

/** The company. Fails with 404 until it is set up. */
export async function requireCompany(db: Db, options?: { lock: boolean }): Promise<Company> {
  const company = await findCompany(db, options)
  if (!company) throw new Failure('notFound')
  return company
}

/** Monday to Friday, until the company is set up. */
export const defaultWeek: Pick<Company, 'workingDays' | 'holidays'> = {
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
}

/** The working days and holidays of the company. */
export async function workdaySettings(db: Db): Promise<WorkdaySettings> {
  return (await findCompany(db)) ?? defaultWeek
}

/** The company's name for emails and calendars. */
export async function companyName(db: Db): Promise<string> {
  return (await findCompany(db))?.companyName ?? product.name
}

/** The company as shown on the pages for people who are not signed in. */
export interface Brand {
  readonly name: string
  readonly logo: { readonly address: string; readonly ground: LogoGround | null } | null
}

/** The brand on those pages until the company is set up. */
export const product: Brand = { name: 'Plumbline', logo: null }

/** The company's name and logo for the pages. */
export async function companyBrand(db: Db): Promise<Brand> {
  const company = await findCompany(db)
  if (!company) return product
  const { companyName: name, logoKey } = company
  const address = `/api/login/logo?v=${versionOf(logoKey ?? '')}`
  return { name, logo: logoKey ? { address, ground: groundOf(company) } : null }
}

/** The version in the URL of a logo. Browsers cache pictures, so a new logo needs a new URL. */
const versionOf = (logoKey: string) => logoKey.slice(-12)

/**
 * The background the logo needs. Logos stored by an earlier version were not examined, and count as
 * `light`.
 */
const groundOf = ({ logoFiles }: Pick<Company, 'logoFiles'>): LogoGround | null =>
  logoFiles && (logoFiles.ground === undefined ? 'light' : logoFiles.ground)

/** The API form of the company for a reader of the role. */
export function toSettings({ createdAt: _, ...company }: Company, reader: Role): Settings {
  const { logoKey, updatedAt } = company
  const settings: Settings = {
    ...company,
    logoUrl: logoKey && `/api/settings/logo?v=${versionOf(logoKey)}`,
    logoGround: groundOf(company),
    updatedAt: updatedAt.toISOString(),
  }
  return readAs(reader, settings, settingsReaders)
}

type Logo = Pick<Company, 'logoKey' | 'logoFiles'>

/** The company's files, for the check of the file store. */
export async function companyFiles(db: Db): Promise<ExpectedFile[]> {
  const { logoKey, logoFiles } = (await findCompany(db)) ?? {}
  return logoKey && logoFiles ? expectedOf(logoKey, logoFiles) : []
}

/** Adds the company when it is set up. */
export async function insertCompany(db: Db, company: typeof settings.$inferInsert) {
  await db.insert(settings).values(company)
  readIn.clear(db)
}

/** Changes the fields given. */
export async function updateCompany(db: Db, change: SettingsChange | Logo): Promise<Company> {
  const [row] = await db.update(settings).set(change).returning()
  readIn.clear(db)
  return row as Company
}

/** The company's time zone as SQL; UTC until it is set up. */
export const companyZone = sql<string>`coalesce((select s.time_zone from ${settings} s), 'UTC')`

/** The company's time zone; UTC until it is set up. */
export async function companyTimeZone(db: Db): Promise<string> {
  return (await findCompany(db))?.timeZone ?? 'UTC'
}

/** Whether clients see the photos that subs upload at once, as SQL; yes until it is set up. */
export const subPhotosShared = sql<boolean>`coalesce(
  (select s.sub_photos_shared from ${settings} s), true)`

/** The calendar day of a moment in the company's time zone, as SQL; UTC until it is set up. */
export const companyDay = (at: Date) =>
  sql<string>`(${at.toISOString()}::timestamptz at time zone ${companyZone})::date`

/**
 * Whether the company requires a second factor from its admins. The value cannot change until the
 * transaction ends.
 */
export async function adminsNeedSecondFactor(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ needed: settings.adminsNeedSecondFactor })
    .from(settings)
    .for('share')
  return row?.needed ?? false
}
