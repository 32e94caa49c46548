import type { Slice } from '../../http/slice.ts'
import { messageReads, messages } from '../../schema/messages.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [messages, messageReads],
}
