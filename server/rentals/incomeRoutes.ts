import type { Serve } from '../http/serve.ts'

export function incomeRoutes(_serve: Serve) {
  return undefined
}
