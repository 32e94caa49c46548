import type { HealthCheck } from './http/health.ts'

/**
 * What `/api/health` says besides whether the database can be reached, by the names it is reported under. Each is asked once
 * a second at most, however many ask for the health.
 */
export const healthChecks: Readonly<Record<string, HealthCheck>> = {
  checksumFailures: async (_services, { checksumFailures }) => ({
    value: checksumFailures,
    isGood: !checksumFailures,
  }),
}
