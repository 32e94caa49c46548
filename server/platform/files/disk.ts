import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isCode } from '../systemError.ts'
import { type FileStore, type ListedFile, type Range, requireKey } from './store.ts'

/** Flushes a file, or the entries of a folder, to the disk. */
async function sync(place: string, flags: 'r' | 'r+') {
  const handle = await open(place, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string) {
  // Windows neither needs nor supports it.
  if (process.platform !== 'win32') await sync(folder, 'r')
}

async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  // A new folder is durable once it and its parents up to the first existing folder have been
  // flushed.
  for (
    let place = path.dirname(folder);
    place.length >= path.dirname(first).length;
    place = path.dirname(place)
  ) {
    await syncFolder(place)
    if (place === path.dirname(place)) break
  }
}

/** Stores files below a folder, which is created with the first file. */
export function diskStore(root: string): FileStore {
  const placeOf = (key: string) => path.join(root, requireKey(key))

  async function put(key: string, source: string) {
    const target = placeOf(key)
    const folder = path.dirname(target)
    await makeFolder(folder)
    // The draft is in the same folder, so that the rename remains on one file system. It is hidden,
    // so that no key can name it.
    const draft = path.join(folder, `.${path.basename(target)}.${randomBytes(6).toString('hex')}`)
    try {
      await copyFile(source, draft, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
      await sync(draft, 'r+')
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(folder)
  }

  async function openFile(key: string, range?: Range) {
    try {
      const handle = await open(placeOf(key), 'r')
      try {
        const { size } = await handle.stat()
        return { stream: handle.createReadStream(range ?? {}), size }
      } catch (error) {
        await handle.close()
        throw error
      }
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  return {
    put,
    open: openFile,
    delete: (key) => rm(placeOf(key), { force: true }),
    list: () => listBelow(root, ''),
  }
}

async function* listBelow(root: string, below: string): AsyncGenerator<ListedFile> {
  const folder = await opendir(path.join(root, below)).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  })
  for await (const entry of folder ?? []) {
    const key = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* listBelow(root, key)
    else yield* listed(root, key)
  }
}

async function* listed(root: string, key: string): AsyncGenerator<ListedFile> {
  try {
    const { size, mtime } = await stat(path.join(root, key))
    yield { key, size, modifiedAt: mtime }
  } catch (error) {
    // Deleted while listing.
    if (!isCode(error, 'ENOENT')) throw error
  }
}
