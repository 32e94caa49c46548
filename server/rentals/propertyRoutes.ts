import type { Serve } from '../http/serve.ts'

export function propertyRoutes(_serve: Serve) {
  return undefined
}
