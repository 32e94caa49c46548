import { z } from 'zod'

/** Increased whenever earlier versions of the program cannot restore the new format. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
export const SESSION_SECRET = 'secrets/session'
export const tableEntry = (table: string) => `tables/${table}.copy`
export const fileEntry = (key: string) => `files/${key}`

/** Matches the name of every entry except the manifest. */
export const ENTRY =
  /^(secrets\/session|tables\/[a-z][a-z0-9_]*\.copy|files\/[a-z]+\/[a-z0-9][a-z0-9.-]{0,150})$/

/**
 * Tables that are not in a backup: those with rows that expire and must not be revived, and those
 * about this installation, such as its backups and the files to delete. Emails that were waiting
 * during the backup are not sent after a restore. `migrations` is filled by migrating, `counts` by
 * triggers.
 */
export const EXCLUDED_TABLES: readonly string[] = [
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

/** The manifest fields that every format has. */
export const AnyManifest = z.object({ format: z.number().int().min(1), program: z.string() })

/**
 * The content of an archive. It is the last entry, because sizes and hashes are only known at the
 * end.
 */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** The version of the program that wrote the archive. */
  program: z.string(),
  /** The time of the snapshot. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ tag: z.string(), hash: sha256 })),
  tables: z.array(
    z.strictObject({ name, columns: z.array(name), rows: z.number().int().nonnegative() }),
  ),
  /** The last value of each sequence. */
  sequences: z.array(z.strictObject({ name, value: z.string().regex(/^\d{1,19}$/) })),
  /** Keys of files that were missing when the backup was made. */
  missing: z.array(z.string()),
  /** Keys of files that did not match the size and hash in their rows. */
  changed: z.array(z.string()),
  entries: z.array(
    z.strictObject({ name: z.string().regex(ENTRY), size: z.number().int().nonnegative(), sha256 }),
  ),
})
export type Manifest = z.infer<typeof Manifest>
export type ArchiveEntry = Manifest['entries'][number]
