import type { Serve } from '../http/serve.ts'

export function tenantRoutes(_serve: Serve) {
  return undefined
}
