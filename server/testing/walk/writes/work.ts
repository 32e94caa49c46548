import type { bidRoutes } from '@plumbline/contract/bids.ts'
import type { jobRoutes } from '@plumbline/contract/jobs.ts'
import type { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import type { taskRoutes } from '@plumbline/contract/tasks.ts'
import type { templateRoutes } from '@plumbline/contract/templates.ts'
import type { Writes } from '../case.ts'
import type { Stage } from '../stage.ts'
import * as things from '../things.ts'

export const jobWrites: Writes<typeof jobRoutes> = {
  create: ({ people }) => ({
    body: { name: 'Deck', address: '1 Elm St', clientId: people.client.id, status: 'in_progress' },
  }),
  update: ({ ids }) => ({
    params: { id: ids['/api/jobs'] },
    body: { name: 'Stairs', progress: 40, notes: 'Lockbox', endDate: '2026-12-20' },
  }),
  updateSeveral: async (stage) => ({
    body: { ids: [await things.newJob(stage)], status: 'on_hold' },
  }),
  remove: async (stage) => ({ params: { id: await things.newJob(stage) } }),
  addSubcontractor: async (stage) => ({
    params: { id: stage.ids['/api/jobs'] },
    body: { subcontractorId: (await things.newWalker(stage, 'subcontractor')).id },
  }),
  removeSubcontractor: async (stage) => ({
    params: { id: await things.newJob(stage), userId: stage.people.subcontractor.id },
  }),
}

const view = { screen: 'jobs', query: 'status=on_hold' } as const
const newView = async ({ make }: Stage): Promise<string> =>
  (await make('/api/saved-views', { ...view, name: `View ${things.next()}` })).id

export const savedViewWrites: Writes<typeof savedViewRoutes> = {
  create: () => ({ body: { ...view, name: 'On hold' } }),
  update: async (stage) => ({ params: { id: await newView(stage) }, body: { name: 'Waiting' } }),
  remove: async (stage) => ({ params: { id: await newView(stage) } }),
}

export const taskWrites: Writes<typeof taskRoutes> = {
  create: ({ ids, people }) => ({
    body: {
      jobId: ids['/api/jobs'],
      name: 'Call the inspector',
      assigneeId: people.subcontractor.id,
      deadline: '2026-11-25',
    },
  }),
  createSeveral: ({ ids, people }) => ({
    body: {
      jobId: ids['/api/jobs'],
      tasks: [{ name: 'Sand' }, { name: 'Paint' }],
      assigneeId: people.subcontractor.id,
    },
  }),
  update: ({ ids }) => ({
    params: { id: ids['/api/tasks'] },
    body: { name: 'Order stone', status: 'in_progress' },
  }),
  updateSeveral: async (stage) => ({
    body: { ids: [await things.newTask(stage, stage.ids['/api/jobs'])], status: 'completed' },
  }),
  remove: async (stage) => ({
    params: { id: await things.newTask(stage, stage.ids['/api/jobs']) },
  }),
  comment: ({ ids }) => ({ params: { id: ids['/api/tasks'] }, body: { message: 'On it' } }),
}

export const templateWrites: Writes<typeof templateRoutes> = {
  create: () => ({
    body: {
      name: 'Kitchen',
      templateData: { entries: [{ title: 'Demolition', startDay: 0, days: 2 }], tasks: [] },
    },
  }),
  update: ({ ids }) => ({
    params: { id: ids['/api/schedule-templates'] },
    body: { name: 'Bath, small' },
  }),
  remove: async (stage) => ({ params: { id: await things.newTemplate(stage) } }),
  apply: async (stage) => ({
    params: { id: stage.ids['/api/jobs'] },
    body: { templateId: await things.newTemplate(stage), startDate: '2026-12-07' },
  }),
  saveJob: ({ ids }) => ({ params: { id: ids['/api/jobs'] }, body: { name: 'Porch' } }),
}

export const bidWrites: Writes<typeof bidRoutes> = {
  create: () => ({ body: { name: 'Garage', address: '2 Elm St', customerName: 'Olga' } }),
  update: ({ ids }) => ({
    params: { id: ids['/api/pending-bids'] },
    body: { name: 'Loft', status: 'follow_up', followUpDate: '2026-11-20' },
  }),
  updateSeveral: async (stage) => ({
    body: { ids: [await things.newBid(stage)], status: 'rejected', reason: 'Too dear' },
  }),
  remove: async (stage) => ({ params: { id: await things.newBid(stage) } }),
  convert: async (stage) => ({ params: { id: await things.newBid(stage) } }),
  undoConvert: async (stage) => {
    const id = await things.newBid(stage)
    await stage.make(`/api/pending-bids/${id}/convert`)
    return { params: { id } }
  },
  addAppointment: ({ ids }) => ({
    params: { id: ids['/api/pending-bids'] },
    body: { title: 'Visit', scheduledDate: '2026-11-23T15:00:00.000Z' },
  }),
  updateAppointment: ({ ids }) => ({
    params: { id: ids['/api/bid-appointments'] },
    body: { title: 'Second visit' },
  }),
  removeAppointment: async (stage) => ({
    params: { id: await things.newAppointment(stage, stage.ids['/api/pending-bids']) },
  }),
}
