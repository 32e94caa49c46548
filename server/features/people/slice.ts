import type { Slice } from '../../http/slice.ts'
import { users } from '../../schema/people.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [users],
  secrets: [users.inviteToken],
}
