import type { Settings } from '../settings.ts'
import { diskStore } from './disk.ts'
import type { FileStore } from './store.ts'

/**
 * The store of the settings: S3 where a bucket is named, else the folder `files` below the data
 * folder.
 */
export async function openFileStore({
  s3,
  dataDir,
}: Pick<Settings, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return diskStore(`${dataDir}/files`)
  // Loaded when needed: the client takes a fifth of a second to read.
  const { s3Store } = await import('./s3.ts')
  return s3Store(s3)
}
