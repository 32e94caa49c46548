import type { taskRoutes } from '@plumbline/contract/tasks.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

/** A task of the sub. */
async function newTask({ make, people }: Cast, jobId: string): Promise<string> {
  const facts = { assigneeId: people.subcontractor.id, deadline: '2026-11-27' }
  return (await make('/api/tasks', { jobId, name: `Order tile ${next()}`, ...facts })).id
}

/** The texts by which the list of tasks (a sub's own) and its totals can be searched. */
const taskTexts = {
  'bid name': 'AST',
  'bid customerName': 'AST',
  'task name': 'AS',
  'task description': 'AS',
  'colleague task': 'AT',
}

export const tasks: SliceTests<typeof taskRoutes> = {
  things: {
    '/api/tasks': (stage) => newTask(stage, stage.id('/api/jobs')),
  },
  writes: {
    create: ({ id, people }) => ({
      body: {
        jobId: id('/api/jobs'),
        name: 'Call the inspector',
        assigneeId: people.subcontractor.id,
        deadline: '2026-11-25',
      },
    }),
    createSeveral: ({ id, people }) => ({
      body: {
        jobId: id('/api/jobs'),
        tasks: [{ name: 'Sand' }, { name: 'Paint' }],
        assigneeId: people.subcontractor.id,
      },
    }),
    update: ({ id }) => ({
      params: { id: id('/api/tasks') },
      body: { name: 'Order stone', status: 'in_progress' },
    }),
    updateSeveral: async (stage) => ({
      body: { ids: [await newTask(stage, stage.id('/api/jobs'))], status: 'completed' },
    }),
    remove: async (stage) => ({
      params: { id: await newTask(stage, stage.id('/api/jobs')) },
    }),
    comment: ({ id }) => ({ params: { id: id('/api/tasks') }, body: { message: 'On it' } }),
  },
  readers: {
    'task name': 'AST',
    'task description': 'AST',
    'task comment': 'AST',
    'colleague task': 'AST',
  },
  found: { '/api/tasks': taskTexts, '/api/task-totals': taskTexts },
  answers: {
    update: async ({ call, role, taskId }) => {
      const status = role === 'admin' ? 'in_progress' : 'completed'
      return [await call('PUT', `/api/tasks/${taskId}`, { status })]
    },
    comment: async ({ call, taskId }) => {
      const message = { message: 'On it' }
      return [await call('POST', `/api/tasks/${taskId}/correspondence`, message)]
    },
  },
}
