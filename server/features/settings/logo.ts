import type { LogoGround } from '@plumbline/contract/settings.ts'
import { inspectLogo } from '../../platform/files/inspect.ts'
import { type PictureFiles, storeFiles } from '../../platform/files/pictures/store.ts'
import type { FileStore } from '../../platform/files/store.ts'

/** The files of a logo, and its ground; a logo stored by an earlier version has none. */
export type LogoFiles = PictureFiles & { readonly ground?: LogoGround | null }

/**
 * Stores a logo under the key, all or nothing.
 * @param by who sent it
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
