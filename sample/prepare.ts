import type { Services } from '../server/http/services.ts'
import type { Db } from '../server/platform/db/handle.ts'
import { calendar } from './calendar.ts'
import { loadSample } from './load.ts'
import { storePhotos } from './storePhotos.ts'

/** The sample for setup: first its pictures, then, in the caller's transaction, its rows. */
export async function prepareSample(
  { files, settings }: Pick<Services, 'files' | 'settings'>,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
) {
  const { photos, undo } = await storePhotos(files, calendar(now, timeZone))
  return {
    photos,
    undo,
    load: (db: Db, ownerId: string) =>
      loadSample(db, { now, timeZone, ownerId, photos, secret: settings.sessionSecret }),
  }
}
