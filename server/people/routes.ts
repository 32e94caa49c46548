import { Failure } from '@plumbline/contract/failures.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { recordAudit } from '../audit/record.ts'
import { createReset, linkTo, resetPath } from '../auth/service.ts'
import type { Serve } from '../http/serve.ts'
import { allowViewing } from '../http/viewAs.ts'
import { publish } from '../live/publish.ts'
import { invites } from './invites.ts'
import * as queries from './queries.ts'
import { removePerson, unassignWork } from './removePerson.ts'
import { requireEmail, requireOwnFields, requireRemainingAdmin, withdrawnInvite } from './rules.ts'

/** The people: lists, cards, invites and removal. */
export function people(serve: Serve) {
  invites(serve)

  serve(peopleRoutes.list, {
    handle: ({ db, person, query }) => queries.listUsers(db, person, query),
  })
  serve(peopleRoutes.projectManagers, { handle: ({ db }) => queries.listProjectManagers(db) })

  serve(peopleRoutes.one, {
    // A 404 in both cases, so that nobody learns who exists.
    find: async ({ db, person, params }) =>
      person.role === 'admin' || params.id === person.id
        ? queries.findUser(db, params.id)
        : undefined,
    handle: async ({ person, subject }) => ({
      ...queries.toUser(subject, person.role),
      hasJoined: subject.hasJoined,
    }),
  })

  serve(peopleRoutes.create, {
    handle: async ({ db, person, body }) => {
      const user = await queries.insertUser(db, body)
      await publish(db, person.id, { name: 'person.created', subjectId: user.id })
      return queries.toUser(user, person.role)
    },
  })

  serve(peopleRoutes.update, {
    find: async ({ db, person, params }) => {
      if (person.role !== 'admin' && params.id !== person.id) return undefined
      // The admins are locked before the person: two admins who change each other wait instead of
      // deadlocking.
      if (person.role === 'admin') await queries.lockAdmins(db)
      return queries.findUser(db, params.id, { lock: true })
    },
    handle: async ({ db, person, subject, body, now }) => {
      requireOwnFields(person, subject, body)
      requireEmail(subject, body)
      if (Object.keys(body).length === 0) return queries.toUser(subject, person.role)
      if (body.role !== undefined && body.role !== subject.role) {
        await requireRemainingAdmin(db, person, subject)
        await unassignWork(db, person.id, subject.id, now, 'was given another role')
      }
      const change = { ...body, ...withdrawnInvite(subject, body) }
      const user = await queries.updateUser(db, subject.id, change)
      await publish(db, person.id, { name: 'person.changed', subjectId: user.id })
      return queries.toUser(user, person.role)
    },
  })

  serve(peopleRoutes.remove, {
    find: async ({ db, params }) => {
      await queries.lockAdmins(db)
      return queries.findUser(db, params.id, { lock: true })
    },
    handle: async ({ db, person, subject, now }) => {
      if (subject.id === person.id) throw new Failure('cannotDeleteSelf')
      await requireRemainingAdmin(db, person, subject)
      await removePerson(db, person.id, subject.id, now)
      await publish(db, person.id, { name: 'person.deleted', subjectId: subject.id })
    },
  })

  serve(peopleRoutes.resetLink, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async ({ db, subject, now, services, request }) => {
      const reset = await createReset(db, services.settings, { id: subject.id }, now)
      if (!reset) throw new Failure('hasNotJoined')
      return { resetLink: linkTo(request, services.settings, resetPath(reset.token)) }
    },
  })

  serve(peopleRoutes.viewAs, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      if (subject.role === 'admin') throw new Failure('cannotViewAs')
      if (request.sessionId) await allowViewing(db, request.sessionId, subject.id)
      await recordAudit(db, request, {
        action: 'person.viewedAs',
        subjectId: subject.id,
        subject: `${subject.firstName} ${subject.lastName}`,
      })
      await publish(db, person.id, { name: 'person.viewedAs', subjectId: subject.id })
    },
  })
}
