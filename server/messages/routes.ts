import { invalid } from '@plumbline/contract/failures.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import type { Serve } from '../http/serve.ts'
import { findJob } from '../jobs/queries.ts'
import { eventOf, publish } from '../live/publish.ts'
import * as queries from './queries.ts'

export function messages(serve: Serve) {
  serve(messageRoutes.list, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject, query }) => queries.listMessages(db, subject.id, query),
  })

  serve(messageRoutes.create, {
    handle: async ({ db, person, body }) => {
      // A job that does not exist and one that the person may not see are answered alike.
      if (!(await findJob(db, person, body.jobId))) throw invalid({ jobId: 'This does not exist' })
      const message = await queries.insertMessage(db, body.jobId, person.id, body.content)
      await publish(db, person.id, eventOf('message.created', message))
      return message
    },
  })

  serve(messageRoutes.conversations, {
    handle: ({ db, person }) => queries.listConversations(db, person),
  })

  serve(messageRoutes.markRead, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, person, subject }) => queries.markRead(db, subject.id, person.id),
  })
}
