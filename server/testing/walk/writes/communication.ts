import type { attentionRoutes } from '@plumbline/contract/attention.ts'
import type { calendarRoutes } from '@plumbline/contract/calendar.ts'
import type { messageRoutes } from '@plumbline/contract/messages.ts'
import { notificationNames } from '@plumbline/contract/notificationKinds.ts'
import type {
  notificationRoutes,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import type { photoRoutes } from '@plumbline/contract/photos.ts'
import type { presenceRoutes } from '@plumbline/contract/presence.ts'
import type { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { newId } from '../../../platform/db/ids.ts'
import { refusedAddresses } from '../../../schema/delivery.ts'
import { notifications } from '../../../schema/notifications.ts'
import { newBrowser } from '../../pushCatcher.ts'
import type { Writes } from '../case.ts'
import type { Stage } from '../stage.ts'
import * as things from '../things.ts'

const photoOf = (stage: Stage) => things.newPhoto(stage, stage.ids['/api/jobs'])

export const photoWrites: Writes<typeof photoRoutes> = {
  create: (stage) => {
    const { ids, picture } = stage
    const body = new FormData()
    body.append('jobId', ids['/api/jobs'])
    body.append('caption', 'Windows')
    body.append('photo', new File([new Uint8Array(picture)], 'a.jpg', { type: 'image/jpeg' }))
    return { body, settled: () => things.renditionsMade(stage) }
  },
  update: ({ ids }) => ({ params: { id: ids['/api/photos'] }, body: { caption: 'Doors' } }),
  share: async (stage) => ({ body: { ids: [await photoOf(stage)], clientVisible: false } }),
  move: async (stage) => ({
    body: { ids: [await photoOf(stage)], jobId: await things.newJob(stage) },
  }),
  caption: async (stage) => ({ body: { ids: [await photoOf(stage)], caption: 'Trim' } }),
  removeSeveral: async (stage) => ({ body: { ids: [await photoOf(stage)] } }),
  remove: async (stage) => ({ params: { id: await photoOf(stage) } }),
}

export const messageWrites: Writes<typeof messageRoutes> = {
  create: ({ ids }) => ({
    body: { jobId: ids['/api/jobs'], content: 'Inspection is on Friday', audience: 'all' },
  }),
  createSeveral: ({ ids }) => ({
    body: { jobIds: [ids['/api/jobs']], content: 'We are closed on Friday', audience: 'all' },
  }),
  remove: async (stage) => ({
    params: { id: await things.newMessage(stage, stage.ids['/api/jobs']) },
  }),
  markRead: async (stage) => {
    const id = stage.ids['/api/jobs']
    const { cookie } = stage.people.client
    const message = { jobId: id, content: 'When do you come?' }
    await stage.w.call('nobody', 'POST', '/api/messages', message, { cookie })
    return { params: { id } }
  },
}

export const presenceWrites: Writes<typeof presenceRoutes> = {
  show: ({ ids }) => ({ body: { tab: 'walk', jobId: ids['/api/jobs'], state: 'viewing' } }),
}

/** A notification for the admin. */
async function newNotification(stage: Stage): Promise<string> {
  const { w, people } = stage
  const name = 'task.completed'
  const of = { jobId: await things.newJob(stage), subjectId: newId() }
  const who = { personId: people.admin.id, actorId: people.subcontractor.id }
  const [row] = await w.db
    .insert(notifications)
    .values({ name, kind: notificationNames[name], day: '2026-11-20', ...of, ...who })
    .returning()
  return row?.id ?? ''
}

export const notificationWrites: Writes<typeof notificationRoutes> = {
  mark: async (stage) => ({
    params: { id: await newNotification(stage) },
    body: { read: true },
  }),
  markAll: async (stage) => {
    await newNotification(stage)
    return {}
  },
  mute: async (stage) => ({ params: { id: await things.newJob(stage) } }),
  unmute: async (stage) => {
    const id = await things.newJob(stage)
    await stage.make(`/api/jobs/${id}/mute`, undefined, 'PUT')
    return { params: { id } }
  },
}

const device = () => newBrowser('https://fcm.googleapis.com/').subscription()

export const notificationSettingsWrites: Writes<typeof notificationSettingsRoutes> = {
  update: () => ({ body: { quietFrom: '21:00', quietTo: '07:00' } }),
  addDevice: async () => ({ body: device() }),
  removeDevice: async (stage) => {
    const { cookie } = await things.newWalker(stage)
    const added = await stage.w.call('nobody', 'POST', '/api/push-subscriptions', device(), {
      cookie,
    })
    return { params: { id: added.body.id }, cookie }
  },
  retryEmail: async (stage) => {
    const address = `refused${things.next()}@example.com`
    const id = await things.newPerson(stage, { email: address })
    const reason = '550 5.1.1 Unknown'
    await stage.w.db.insert(refusedAddresses).values({ personId: id, address, reason })
    return { params: { id } }
  },
}

export const weeklyUpdateWrites: Writes<typeof weeklyUpdateRoutes> = {
  create: ({ ids }) => ({ params: { id: ids['/api/jobs'] }, body: { day: '2026-11-20' } }),
  update: async (stage) => ({
    params: { id: await things.newUpdate(stage) },
    body: { text: 'The frame stands' },
  }),
  send: async (stage) => ({ params: { id: await things.newUpdate(stage) } }),
  remove: async (stage) => ({ params: { id: await things.newUpdate(stage) } }),
}

const attentionKeys = async ({ w, people }: Stage): Promise<string[]> => {
  const { cookie } = people.admin
  const { body } = await w.call('nobody', 'GET', '/api/attention', undefined, { cookie })
  return body.items.map(({ key }: { key: string }) => key)
}

export const attentionWrites: Writes<typeof attentionRoutes> = {
  snooze: async (stage) => ({ body: { key: (await attentionKeys(stage)).at(-1) ?? '' } }),
  wake: async (stage) => {
    const [key = ''] = await attentionKeys(stage)
    await stage.make('/api/attention/snoozes', { key })
    return { query: { key } }
  },
}

export const calendarWrites: Writes<typeof calendarRoutes> = {
  create: () => ({}),
  remove: async (stage) => {
    const { cookie } = await things.newWalker(stage)
    await stage.w.call('nobody', 'POST', '/api/account/calendar-feed', undefined, { cookie })
    return { cookie }
  },
}
