import { notificationNames } from '@plumbline/contract/notificationKinds.ts'
import type {
  notificationRoutes,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import { newId } from '../../platform/db/ids.ts'
import { refusedAddresses } from '../../schema/delivery.ts'
import { notifications as notificationTable } from '../../schema/notifications.ts'
import { newBrowser } from '../pushCatcher.ts'
import { next, type Stage } from '../walk/cast.ts'
import type { Asking, SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'
import { newPerson, newWalker } from './people.ts'

/** A notification for the admin. */
async function newNotification(stage: Stage): Promise<string> {
  const { w, people } = stage
  const name = 'task.completed'
  const of = { jobId: await newJob(stage), subjectId: newId() }
  const who = { personId: people.admin.id, actorId: people.subcontractor.id }
  const [row] = await w.db
    .insert(notificationTable)
    .values({ name, kind: notificationNames[name], day: '2026-11-20', ...of, ...who })
    .returning()
  return row?.id ?? ''
}

export const notifications: SliceTests<typeof notificationRoutes> = {
  writes: {
    mark: async (stage) => ({
      params: { id: await newNotification(stage) },
      body: { read: true },
    }),
    markAll: async (stage) => {
      await newNotification(stage)
      return {}
    },
    mute: async (stage) => ({ params: { id: await newJob(stage) } }),
    unmute: async (stage) => {
      const id = await newJob(stage)
      await stage.make(`/api/jobs/${id}/mute`, undefined, 'PUT')
      return { params: { id } }
    },
  },
}

const device = () => newBrowser('https://fcm.googleapis.com/').subscription()

const quietNights = { quietFrom: '21:00', quietTo: '07:00' }
const addDevice = ({ call }: Asking) =>
  call('POST', '/api/push-subscriptions', device(), { 'user-agent': 'Firefox' })

export const notificationSettings: SliceTests<typeof notificationSettingsRoutes> = {
  writes: {
    update: () => ({ body: { quietFrom: '21:00', quietTo: '07:00' } }),
    addDevice: async () => ({ body: device() }),
    removeDevice: async (stage) => {
      const { cookie } = await newWalker(stage)
      const added = await stage.w.call('nobody', 'POST', '/api/push-subscriptions', device(), {
        cookie,
      })
      return { params: { id: added.body.id }, cookie }
    },
    retryEmail: async (stage) => {
      const address = `refused${next()}@example.com`
      const id = await newPerson(stage, { email: address })
      const reason = '550 5.1.1 Unknown'
      await stage.w.db.insert(refusedAddresses).values({ personId: id, address, reason })
      return { params: { id } }
    },
  },
  answers: {
    update: async ({ call }) => [await call('PUT', '/api/notification-settings', quietNights)],
    addDevice: async (asking) => [await addDevice(asking)],
    devices: async (asking) => {
      await addDevice(asking)
      return [await asking.call('GET', '/api/push-subscriptions')]
    },
  },
}
