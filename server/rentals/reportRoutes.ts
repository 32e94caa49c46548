import type { Serve } from '../http/serve.ts'

export function reportRoutes(_serve: Serve) {
  return undefined
}
