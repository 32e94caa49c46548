import { z } from 'zod'

/** Raised when an earlier program could not restore what is written now. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const SESSION_SECRET = 'secrets/session'
export const tableEntry = (table: string) => `tables/${table}.copy`
export const fileEntry = (key: string) => `files/${key}`

/** Every name that an entry may have besides the manifest's. */
export const ENTRY =
  /^(secrets\/session|tables\/[a-z][a-z0-9_]*\.copy|files\/[a-z]+\/[a-z0-9][a-z0-9.-]{0,150})$/

/**
 * Tables whose rows end by themselves and must not come back to life, and those about this installation: its backups, and
 * the files it has still to delete. Emails that waited when a backup was made are not sent again after it was restored.
 * `migrations` is written by migrating, `counts` by triggers.
 */
export const LEFT_OUT: readonly string[] = [
  'sessions',
  'password_resets',
  'throttles',
  'idempotency_keys',
  'backups',
  'file_deletions',
  'counts',
  'deliveries',
  'push_devices',
  'push_keys',
  'migrations',
]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string().regex(/^[a-z][a-z0-9_]*$/)

/** What is in an archive of any format. */
export const AnyManifest = z.object({ format: z.number().int().min(1), program: z.string() })

/** What an archive holds. It is the last entry, since sizes and hashes are known at the end. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the program that wrote it. */
  program: z.string(),
  /** The moment of the snapshot: every row and file is as it was then. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ tag: z.string(), hash: sha256 })),
  tables: z.array(
    z.strictObject({ name, columns: z.array(name), rows: z.number().int().nonnegative() }),
  ),
  /** The last number each sequence gave out. */
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d{1,19}$/) })),
  /** Keys of files that were missing, or were not those of their rows, when the backup was made. */
  missing: z.array(z.string()),
  changed: z.array(z.string()),
  entries: z.array(
    z.strictObject({ name: z.string().regex(ENTRY), size: z.number().int().nonnegative(), sha256 }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type ArchiveEntry = Manifest['entries'][number]
