import type { LogoGround } from '@plumbline/contract/settings.ts'
import { inspectLogo } from '../../platform/files/inspect.ts'
import { type PictureFiles, storeFiles } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'

/** The files of a logo, and the background it needs. Unknown for a logo of an earlier version. */
export type LogoFiles = PictureFiles & { readonly ground?: LogoGround | null }

/**
 * Stores all files of a logo under the key, or none of them.
 * @param by the id of the person who sent it
 * @throws Failure notPicture, tooManyPixels, badPicture
 */
export async function storeLogo(
  store: FileStore,
  file: Parameters<typeof storeFiles>[1],
  key: string,
  by: string,
): Promise<LogoFiles> {
  const { ground, ...renditions } = await inspectLogo(file.path, by)
  return { ...(await storeFiles(store, file, key, renditions)), ground }
}
