import path from 'node:path'
import type { Db } from '../server/db/handle.ts'
import { newId } from '../server/db/ids.ts'
import type { Services } from '../server/http/services.ts'
import { uploadsFolder } from '../server/http/upload.ts'
import { calendar } from './calendar.ts'
import { keepPhotos } from './keepPhotos.ts'
import { loadSample } from './load.ts'

/** The sample for the page that sets a company up: first its pictures, then, in the caller's transaction, its rows. */
export async function prepareSample(
  { files, settings }: Pick<Services, 'files' | 'settings'>,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
) {
  const folder = path.join(uploadsFolder(settings.dataDir), newId())
  const { photos, undo } = await keepPhotos(files, calendar(now, timeZone), folder)
  return {
    photos,
    undo,
    load: (db: Db, ownerId: string) => loadSample(db, { now, timeZone, ownerId, photos }),
  }
}
