import { Failure } from '@plumbline/contract/failures.ts'
import { notificationRoutes } from '@plumbline/contract/notifications.ts'
import { publish } from '../../events/publish.ts'
import { notificationsChanged } from '../../events/settling.ts'
import type { Serve } from '../../http/serve.ts'
import { findJob } from '../jobs/queries.ts'
import * as queries from './queries.ts'

export function routes(serve: Serve) {
  serve(notificationRoutes.list, {
    handle: ({ db, person, query }) => queries.listNotifications(db, person, query),
  })

  serve(notificationRoutes.unread, {
    handle: ({ db, person }) => queries.countUnread(db, person),
  })

  serve(notificationRoutes.mark, {
    find: ({ db, person, params }) => queries.findNotification(db, person, params.id),
    handle: async ({ db, person, subject, body, now }) => {
      const at = body.read ? now : null
      if (await queries.markNotification(db, subject.id, at))
        await publish(db, person.id, notificationsChanged(person))
    },
  })

  serve(notificationRoutes.markAll, {
    handle: async ({ db, person, now }) => {
      if (await queries.markRead(db, person, now))
        await publish(db, person.id, notificationsChanged(person))
    },
  })

  serve(notificationRoutes.muted, {
    handle: ({ db, person }) => queries.listMuted(db, person),
  })

  serve(notificationRoutes.mute, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: async ({ db, person, subject }) => {
      if (await queries.muteJob(db, person, subject.id))
        await publish(db, person.id, notificationsChanged(person))
    },
  })

  serve(notificationRoutes.unmute, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: async ({ db, person, subject }) => {
      if (!(await queries.unmuteJob(db, person, subject.id))) throw new Failure('notFound')
      await publish(db, person.id, notificationsChanged(person))
    },
  })
}
