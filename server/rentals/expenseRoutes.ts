import type { Serve } from '../http/serve.ts'

export function expenseRoutes(_serve: Serve) {
  return undefined
}
