import type { Settings } from '../settings.ts'
import { diskStore } from './disk.ts'
import type { FileStore } from './store.ts'

/**
 * Opens the configured file store: S3 if a bucket is set, otherwise the folder `files` in the data
 * folder.
 */
export async function openFileStore({
  s3,
  dataDir,
}: Pick<Settings, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return diskStore(`${dataDir}/files`)
  // Loaded when needed: importing the client takes a fifth of a second.
  const { s3Store } = await import('./s3.ts')
  return s3Store(s3)
}
