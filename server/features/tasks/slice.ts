import type { Slice } from '../../http/slice.ts'
import { taskCorrespondence, tasks } from '../../schema/tasks.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [tasks, taskCorrespondence],
}
