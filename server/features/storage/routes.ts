import { storageRoutes } from '@plumbline/contract/storage.ts'
import type { Serve } from '../../http/serve.ts'
import { databaseHealth } from '../../platform/db/health.ts'
import { freeBytes } from '../../platform/files/freeSpace.ts'
import { largestUploaders, usedBytes } from './queries.ts'

/** Used and free storage. */
export function routes(serve: Serve) {
  serve(storageRoutes.read, {
    handle: async ({ db, person, services }) => {
      const { dataDir, minFree } = services.settings
      const used = await usedBytes(db, person.id)
      const free = await freeBytes(dataDir)
      return {
        photoBytes: used.photos,
        receiptBytes: used.receipts,
        largest: await largestUploaders(db),
        freeBytes: free,
        isLow: free < minFree,
        ...(await databaseHealth(db)),
        ownPostgres: services.settings.databaseUrl === undefined,
        untrustedProxy: services.proxy.isUntrusted,
      }
    },
  })
}
