import { backupRoutes } from '@plumbline/contract/backup.ts'
import { requireConfirmed } from '../../http/confirmation.ts'
import type { Serve } from '../../http/serve.ts'
import { readBackups } from './queries.ts'

/** The backups on the server, for admins. */
export function backups(serve: Serve) {
  serve(backupRoutes.read, { handle: ({ db }) => readBackups(db) })

  serve(backupRoutes.create, {
    handle: async ({ person, request, services, now, afterCommit }) => {
      requireConfirmed(request, now)
      const by = { person, ip: request.ip }
      afterCommit(() => services.backups.startNow(by))
    },
  })
}
