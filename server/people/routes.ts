import { Failure } from '@plumbline/contract/failures.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import {
  createReset,
  invitePath,
  linkTo,
  newInvite,
  renewInvite,
  resetPath,
} from '../auth/service.ts'
import type { Serve } from '../http/serve.ts'
import { allowViewing } from '../http/viewAs.ts'
import { publish } from '../live/publish.ts'
import { inviteEmail } from '../mail/emails.ts'
import { companyName } from '../settings/queries.ts'
import { assignJobs } from './assignJobs.ts'
import * as queries from './queries.ts'
import { removePerson, unassignWork } from './removePerson.ts'
import { requireOwnFields, requireRemainingAdmin } from './rules.ts'

/** The people: lists, cards, invites and removal. */
export function people(serve: Serve) {
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
    handle: async ({ subject }) => ({ ...queries.toUser(subject), hasJoined: subject.hasJoined }),
  })

  serve(peopleRoutes.create, {
    handle: async ({ db, person, body }) => {
      const user = await queries.insertUser(db, body)
      await publish(db, person.id, { name: 'person.created', subjectId: user.id })
      return queries.toUser(user)
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
      if (Object.keys(body).length === 0) return queries.toUser(subject)
      if (body.role !== undefined && body.role !== subject.role) {
        await requireRemainingAdmin(db, person, subject)
        await unassignWork(db, person.id, subject.id, now, 'was given another role')
      }
      const user = await queries.updateUser(db, subject.id, body)
      await publish(db, person.id, { name: 'person.changed', subjectId: user.id })
      return queries.toUser(user)
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

  serve(peopleRoutes.invite, {
    handle: async ({ db, person, body, now, services, request, afterCommit }) => {
      const { projectIds, ...invited } = body
      const { token, columns } = newInvite(services.settings, now)
      const user = await queries.insertUser(db, { ...invited, ...columns, invitedBy: person.id })
      await assignJobs(db, person, user, projectIds)
      await publish(db, person.id, { name: 'person.created', subjectId: user.id })
      const inviteLink = linkTo(request, services.settings, invitePath(token))
      const email = inviteEmail(user, await companyName(db), inviteLink)
      afterCommit(async () => services.mail?.send(email))
      return { inviteLink, user: queries.toUser(user) }
    },
  })

  serve(peopleRoutes.resendInvite, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, now, services, request, afterCommit }) => {
      if (subject.hasJoined) throw new Failure('hasJoined')
      const token = await renewInvite(db, services.settings, subject, person.id, now)
      await publish(db, person.id, { name: 'person.changed', subjectId: subject.id })
      const inviteLink = linkTo(request, services.settings, invitePath(token))
      const email = inviteEmail(subject, await companyName(db), inviteLink)
      afterCommit(async () => services.mail?.send(email))
      return { inviteLink }
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
      await publish(db, person.id, { name: 'person.viewedAs', subjectId: subject.id })
    },
  })
}
