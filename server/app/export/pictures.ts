import type pg from 'pg'
import { inBatches } from '../../platform/db/snapshot.ts'
import { pathMaker, safeName } from '../../platform/files/names.ts'
import type { FileStore } from '../../platform/files/store.ts'

/** A file of the store and its place in the zip file. */
export interface ExportedFile {
  /** The key in the file store. */
  readonly key: string
  /** In bytes, according to its row. */
  readonly size: number
  /** The path in the zip file. */
  readonly path: string
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** SQL for the day of a moment in the time zone of the company. */
const dayOf = (moment: string) =>
  `(${moment} at time zone coalesce((select time_zone from settings), 'UTC'))::date::text`

/**
 * Every uploaded original, every receipt, every signed copy and the logo: the kind, place and day
 * that make its path, and its key and size.
 */
const query = `
  select 'photos', coalesce(j.name, ''), ${dayOf('least(p.taken_at, p.created_at)')}, p.id::text,
    p.content_type, p.storage_key || '-original', p.files->'original'->>'size'
  from photos p left join jobs j on j.id = p.job_id
  union all
  select 'property photos', r.address, ${dayOf('p.created_at')}, p.id::text,
    p.content_type, p.storage_key || '-original', p.files->'original'->>'size'
  from property_photos p join rental_properties r on r.id = p.property_id
  union all
  select 'receipts', '', e.date_incurred::text, e.id::text,
    e.receipt_type, e.receipt_key || '-original', e.receipt_files->'original'->>'size'
  from rental_expenses e where e.receipt_key is not null
  union all
  select 'signed copies', coalesce(b.name, j.name),
    ${dayOf("(p.evidence ->> 'signedAt')::timestamptz")}, p.id::text,
    'application/pdf', p.copy_key, p.copy_size::text
  from proposals p left join pending_bids b on b.id = p.bid_id
    left join change_orders c on c.id = p.change_order_id left join jobs j on j.id = c.job_id
  where p.copy_key is not null
  union all
  select 'logo', '', ${dayOf('s.updated_at')}, 'logo',
    'image/webp', s.logo_key || '-full', s.logo_files->'full'->>'size'
  from settings s where s.logo_key is not null`

/** A query for the number of files and their total bytes. */
export const filesTotals = `
  select count(*)::int as files, coalesce(sum(size::bigint), 0)::text as bytes
  from (${query}) as files (kind, place, day, id, type, key, size)`

/** The folders within the one of a kind: the name where the place has none. */
const withFolders: Readonly<Record<string, string>> = {
  photos: 'Without a job',
  'property photos': 'Property',
  'signed copies': 'Job',
}

const folderOf = (kind: string, place: string) => {
  const otherwise = withFolders[kind]
  return otherwise === undefined ? kind : `${kind}/${safeName(place, otherwise)}`
}

/** The files that the rows of the snapshot refer to. */
async function expectedFiles(snapshot: pg.ClientBase): Promise<Map<string, ExportedFile>> {
  const expected = new Map<string, ExportedFile>()
  const pathOf = pathMaker()
  for await (const rows of inBatches(snapshot, query))
    for (const row of rows) {
      const [kind = '', place = '', day = '', id = '', contentType = '', key = '', size = ''] =
        row.map((cell) => cell ?? '')
      const path = pathOf({ folder: folderOf(kind, place), prefix: day, id, contentType })
      expected.set(key, { key, size: Number(size), path, day })
    }
  return expected
}

/**
 * The files to export, and those that are missing in the store or have a different size there. The
 * latter are left out and reported, because one lost picture must not prevent the export of
 * everything else.
 */
export async function listFiles(snapshot: pg.ClientBase, store: FileStore) {
  const expected = await expectedFiles(snapshot)
  const files: ExportedFile[] = []
  for await (const { key, size } of store.list()) {
    const file = expected.get(key)
    if (file?.size !== size) continue
    files.push(file)
    expected.delete(key)
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { files, missing: [...expected.values()] }
}
