import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { kindsFor } from '@plumbline/contract/notificationKinds.ts'
import {
  type NewPushDevice,
  type NotificationSettings,
  notificationSettingsRoutes,
} from '@plumbline/contract/notifications.ts'
import { findUser } from '../../access/people/queries.ts'
import { publish } from '../../events/publish.ts'
import { notificationsChanged } from '../../events/settling.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import type { Db } from '../../platform/db/handle.ts'
import * as devices from './devices.ts'
import { publicPushKey } from './pushKeys.ts'
import * as queries from './queries.ts'
import { findRecipient } from './sending.ts'

/** The reason why the person is sent no emails; null if they are. */
function noEmail(
  { smtp, publicUrl }: Services['settings'],
  { email, isRefused }: Pick<queries.Recipient, 'email' | 'isRefused'>,
): NotificationSettings['noEmail'] {
  if (!smtp) return 'smtp'
  if (!publicUrl) return 'publicUrl'
  if (email === null) return 'address'
  return isRefused ? 'refused' : null
}

async function readSettings(
  db: Db,
  settings: Services['settings'],
  personId: string,
): Promise<NotificationSettings> {
  const recipient = await findRecipient(db, personId)
  if (!recipient) throw new Failure('unauthorized')
  const { quiet, timeZone } = recipient
  return {
    channels: queries.channelList(recipient),
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    timeZone,
    noEmail: noEmail(settings, recipient),
  }
}

/** The sizes of the keys that browsers generate, in bytes: a curve point and a secret. */
const KEY_LENGTHS = { p256dh: 65, auth: 16 }

function requireKeys(keys: NewPushDevice['keys']) {
  for (const name of ['p256dh', 'auth'] as const)
    if (Buffer.from(keys[name], 'base64url').length !== KEY_LENGTHS[name])
      throw invalid({ [`keys.${name}`]: 'This is not the key of a browser' })
}

const MAX_USER_AGENT_LENGTH = 300

/** The notification settings of people: email, push and their devices. */
export function delivery(serve: Serve) {
  const routes = notificationSettingsRoutes

  serve(routes.read, {
    handle: ({ db, person, services }) => readSettings(db, services.settings, person.id),
  })

  serve(routes.update, {
    handle: async ({ db, person, body, services }) => {
      const { channels = [], quietFrom, quietTo } = body
      const own = kindsFor(person.role)
      const other = channels.findIndex(({ kind }) => !own.includes(kind))
      if (other >= 0)
        throw invalid({ [`channels.${other}.kind`]: 'You have no notifications of this kind' })
      await queries.saveChannels(db, person.id, channels)
      if (quietFrom !== undefined) {
        const hours = quietFrom && quietTo ? { from: quietFrom, to: quietTo } : null
        await queries.saveQuietHours(db, person.id, hours)
      }
      await publish(db, person.id, notificationsChanged(person))
      return readSettings(db, services.settings, person.id)
    },
  })

  serve(routes.pushKey, {
    handle: async ({ db }) => ({ publicKey: await publicPushKey(db) }),
  })

  serve(routes.devices, {
    handle: ({ db, person, request }) => devices.listDevices(db, person.id, request.sessionId),
  })

  serve(routes.addDevice, {
    handle: async ({ db, person, body, now, request, services }) => {
      if (!services.isPushService(new URL(body.endpoint))) throw new Failure('unknownPushService')
      requireKeys(body.keys)
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH)
      const owner = { personId: person.id, sid: request.sessionId ?? '', userAgent }
      const device = await devices.addDevice(db, owner, body, now)
      await publish(db, person.id, notificationsChanged(person))
      return device
    },
  })

  serve(routes.removeDevice, {
    find: ({ db, person, params }) => devices.findDevice(db, person.id, params.id),
    handle: async ({ db, person, subject }) => {
      await devices.deleteDevice(db, subject.id)
      await publish(db, person.id, notificationsChanged(person))
    },
  })

  serve(routes.retryEmail, {
    find: ({ db, params }) => findUser(db, params.id, { lock: true }),
    handle: async ({ db, person, subject }) => {
      if (await queries.deleteRefusal(db, subject.id))
        await publish(db, person.id, { name: 'person.changed', subjectId: subject.id })
    },
  })
}
