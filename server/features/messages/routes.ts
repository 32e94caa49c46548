import { Failure, invalid } from '@plumbline/contract/failures.ts'
import {
  audiencesFor,
  defaultAudience,
  type Message,
  messageRoutes,
  removableUntil,
} from '@plumbline/contract/messages.ts'
import { may } from '@plumbline/contract/policy.ts'
import { reads } from '@plumbline/contract/readers.ts'
import { eventOf, publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import { notificationsChanged } from '../../events/settling.ts'
import type { Serve } from '../../http/serve.ts'
import { findJob, lockJobs, lockVisibleJob } from '../jobs/queries.ts'
import { markRead as markNotificationsRead, pauseNotifier } from '../notifications/queries.ts'
import * as queries from './queries.ts'
import { findMessages } from './search.ts'

/** The event of a message, for the people who may read it. */
const messageEvent = (
  name: 'message.created' | 'message.removed',
  message: Pick<Message, 'id' | 'jobId' | 'audience'>,
) => ({ ...eventOf(name, message), readers: message.audience })

export function routes(serve: Serve) {
  serve(messageRoutes.list, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, person, subject, query }) => queries.listMessages(db, person, subject.id, query),
  })

  serve(messageRoutes.found, {
    handle: ({ db, person, query }) => findMessages(db, person, query),
  })

  serve(messageRoutes.create, {
    handle: async ({ db, person, body }) => {
      const { jobId, content, audience = defaultAudience[person.role] } = body
      if (!audiencesFor(person.role).includes(audience)) throw new Failure('forbidden')
      // The response is the same for a job that does not exist and one the person may not see.
      if (!(await lockVisibleJob(db, person, jobId)))
        throw invalid({ jobId: 'This does not exist' })
      const message = await queries.insertMessage(db, person, { jobId, content, audience })
      await publish(db, person.id, messageEvent('message.created', message))
      return message
    },
  })

  serve(messageRoutes.createSeveral, {
    handle: async ({ db, person, body: { jobIds, content, audience } }) => {
      const locked = await lockJobs(db, jobIds, 'key share')
      if (locked.length < new Set(jobIds).size)
        throw invalid({ jobIds: 'Some of these jobs were deleted. Choose them again' })
      const written = { senderId: person.id, content, audience }
      const added = await queries.insertMessages(db, locked, written)
      await publish(db, person.id, ...added.map((one) => messageEvent('message.created', one)))
      return { written: added.length }
    },
  })

  serve(messageRoutes.remove, {
    find: ({ db, person, params }) => queries.lockMessage(db, person, params.id),
    handle: async ({ db, person, subject, now, request }) => {
      const isLate = now.getTime() > removableUntil(subject)
      if (isLate && !may(person, 'message.removeLate', subject)) throw new Failure('removeTooLate')
      await queries.removeMessage(db, subject.id, person.id, now)
      // Only for somebody else's message: removing one's own is not recorded.
      if (subject.senderId !== person.id)
        await recordAudit(db, request, { action: 'message.removed', subjectId: subject.id })
      await publish(db, person.id, messageEvent('message.removed', subject))
    },
  })

  serve(messageRoutes.readers, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: async ({ db, person, subject }) => {
      const people = await queries.peopleOf(db, person, subject)
      const choices = audiencesFor(person.role).map((audience) => ({
        audience,
        names: people.filter(({ role }) => reads(role, audience)).map(({ name }) => name),
      }))
      const last = await queries.lastAudience(db, subject.id, person.id)
      // A sub may have written to everyone before messages had an audience.
      const chosen = choices.find(({ audience }) => audience === last)?.audience
      return { chosen: chosen ?? defaultAudience[person.role], choices }
    },
  })

  serve(messageRoutes.conversations, {
    handle: ({ db, person, query }) => queries.listConversations(db, person, query),
  })

  serve(messageRoutes.markRead, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: async ({ db, person, subject, now }) => {
      // Otherwise a notification of a message that is read now could stay unread.
      await pauseNotifier(db)
      const isNew = await queries.markRead(db, subject.id, person)
      const matching = { name: 'message.created', jobId: subject.id } as const
      const hadNotifications = await markNotificationsRead(db, person, now, matching)
      // The person's other tabs and devices mark it as read too.
      if (isNew || hadNotifications) await publish(db, person.id, notificationsChanged(person))
    },
  })
}
