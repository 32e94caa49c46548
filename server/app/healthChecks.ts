import { DAY_MS } from '@plumbline/contract/time.ts'
import type { HealthCheck } from '../http/health.ts'
import { freeBytes } from '../platform/files/freeSpace.ts'
import { backupState } from './backup/queries.ts'

/**
 * The maximum age of the last nightly backup, or of a company without one, in milliseconds. One
 * night may be missed.
 */
const MAX_BACKUP_AGE_MS = 2 * DAY_MS

/**
 * The checks that `/api/health` reports besides the database connection, by name. Each runs at most
 * once a second, regardless of the number of requests. They are described in docs/operate.md.
 */
export const healthChecks: Readonly<Record<string, HealthCheck>> = {
  postgresVersion: async (_services, { postgresVersion }) => ({
    value: postgresVersion,
    isGood: true,
  }),

  checksumFailures: async (_services, { checksumFailures }) => ({
    value: checksumFailures,
    isGood: !checksumFailures,
  }),

  lastBackup: async ({ database, now }) => {
    const state = await backupState(database.db)
    if (!state) return { value: null, isGood: true }
    const { backupsKept, companySince, finishedAt, bytes, problem } = state
    const isRecent = now().getTime() - (finishedAt ?? companySince).getTime() <= MAX_BACKUP_AGE_MS
    return {
      value: { finishedAt, bytes, problem },
      isGood: backupsKept === 0 || (isRecent && problem === null),
    }
  },

  freeBytes: async ({ settings: { dataDir, minFree } }) => {
    const free = await freeBytes(dataDir)
    return { value: free, isGood: minFree === 0 || free >= minFree }
  },
}
