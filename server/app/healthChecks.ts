import type { HealthCheck } from '../http/health.ts'
import { freeBytes } from '../platform/files/freeSpace.ts'
import { backupState } from './backup/queries.ts'

/** How old the last nightly backup, or a company without one, may be: one night may be missed. Milliseconds. */
const TOO_OLD = 2 * 86_400_000

/**
 * What `/api/health` says besides whether the database can be reached, by the names it is reported under. Each is asked once
 * a second at most, however many ask for the health. docs/operate.md says what they mean.
 */
export const healthChecks: Readonly<Record<string, HealthCheck>> = {
  checksumFailures: async (_services, { checksumFailures }) => ({
    value: checksumFailures,
    isGood: !checksumFailures,
  }),

  lastBackup: async ({ database, now }) => {
    const state = await backupState(database.db)
    if (!state) return { value: null, isGood: true }
    const { kept, companySince, finishedAt, bytes, problem } = state
    const isRecent = now().getTime() - (finishedAt ?? companySince).getTime() <= TOO_OLD
    return {
      value: { finishedAt, bytes, problem },
      isGood: kept === 0 || (isRecent && problem === null),
    }
  },

  freeBytes: async ({ settings: { dataDir, minFree } }) => {
    const free = await freeBytes(dataDir)
    return { value: free, isGood: minFree === 0 || free >= minFree }
  },
}
