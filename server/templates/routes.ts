import { templateRoutes } from '@plumbline/contract/templates.ts'
import type { Serve } from '../http/serve.ts'
import { listTemplates } from './queries.ts'

export function templates(serve: Serve) {
  serve(templateRoutes.list, { handle: ({ db }) => listTemplates(db) })
}
