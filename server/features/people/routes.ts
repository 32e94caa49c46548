import { Failure } from '@plumbline/contract/failures.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import {
  createReset,
  linkTo,
  requireConfirmed,
  resetPath,
  signOutEverywhere,
} from '../../access/auth/service.ts'
import { subjectOf } from '../../access/people/names.ts'
import * as queries from '../../access/people/queries.ts'
import {
  accessChange,
  requireEmail,
  requireOwnFields,
  requireOwnName,
  requireRemainingAdmin,
} from '../../access/people/rules.ts'
import { publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { allowViewing } from '../../http/viewAs.ts'
import { customerOfPerson } from '../customers/matching.ts'
import { accessEntries, endAccess } from './access.ts'
import { invites } from './invites.ts'
import { leaveJobs } from './leaveJobs.ts'
import { listUsers, totalUsers } from './list.ts'
import { removePerson, unassignWork } from './removePerson.ts'

/** The people: lists, single records, invites and removal. */
export function routes(serve: Serve) {
  invites(serve)
  leaveJobs(serve)

  serve(peopleRoutes.list, {
    handle: ({ db, person, query }) => listUsers(db, person, query),
  })
  serve(peopleRoutes.totals, {
    handle: ({ db, person, query }) => totalUsers(db, person, query),
  })
  serve(peopleRoutes.projectManagers, { handle: ({ db }) => queries.listProjectManagers(db) })

  serve(peopleRoutes.one, {
    // A 404 also for a person who exists, so that the response does not reveal who does.
    find: async ({ db, person, params }) =>
      person.role === 'admin' || params.id === person.id
        ? queries.findUser(db, params.id)
        : undefined,
    handle: async ({ db, person, subject }) => ({
      ...queries.toUser(subject, person.role),
      hasJoined: subject.hasJoined,
      hasSecondFactor: person.role === 'admin' ? subject.hasSecondFactor : null,
      refusedEmail: person.role === 'admin' ? await queries.findRefusal(db, subject.id) : null,
    }),
  })

  serve(peopleRoutes.create, {
    handle: async ({ db, person, body, now, request }) => {
      if (body.role === 'admin') requireConfirmed(request, now)
      await requireOwnName(db, body)
      const customerId = await customerOfPerson(db, person.id, body)
      const user = await queries.insertUser(db, { ...body, customerId })
      await recordAudit(db, request, {
        action: 'person.created',
        ...subjectOf(user),
        detail: { role: user.role },
      })
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
    handle: async ({ db, person, subject, body, now, request }) => {
      requireOwnFields(person, subject, body)
      requireEmail(subject, body)
      const {
        firstName = subject.firstName,
        lastName = subject.lastName,
        role = subject.role,
      } = body
      await requireOwnName(db, { firstName, lastName, role }, subject)
      if (Object.keys(body).length === 0) return queries.toUser(subject, person.role)
      const changes = accessChange(subject, body)
      if (changes.role || (changes.email && subject.role === 'admin'))
        requireConfirmed(request, now)
      if (changes.role) {
        await requireRemainingAdmin(db, person, subject)
        await unassignWork(db, person.id, subject.id, now, 'was given another role')
      }
      const withdrawn = changes.role || changes.email ? { inviteToken: null } : {}
      const user = await queries.updateUser(db, subject.id, { ...body, ...withdrawn })
      if (changes.role || changes.email) {
        // A change of one's own address keeps this session, a change of one's own role does not.
        const keep = subject.id === person.id && !changes.role ? request.sessionId : null
        await endAccess(db, subject.id, { now, keep })
        await recordAudit(db, request, ...accessEntries(subject, user, changes))
      }
      await publish(db, person.id, { name: 'person.changed', subjectId: user.id })
      return queries.toUser(user, person.role)
    },
  })

  serve(peopleRoutes.remove, {
    find: async ({ db, params }) => {
      await queries.lockAdmins(db)
      return queries.findUser(db, params.id, { lock: true })
    },
    handle: async ({ db, person, subject, now, request }) => {
      if (subject.id === person.id) throw new Failure('cannotDeleteSelf')
      if (subject.role === 'admin') requireConfirmed(request, now)
      await requireRemainingAdmin(db, person, subject)
      await removePerson(db, person.id, subject.id, now)
      await recordAudit(db, request, {
        action: 'person.deleted',
        ...subjectOf(subject),
        detail: { role: subject.role },
      })
      await publish(db, person.id, { name: 'person.deleted', subjectId: subject.id })
    },
  })

  serve(peopleRoutes.resetLink, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async ({ db, subject, now, services, request }) => {
      if (!subject.hasJoined) throw new Failure('hasNotJoined')
      requireConfirmed(request, now)
      const token = await createReset(db, services.settings, subject.id, now)
      await recordAudit(db, request, { action: 'person.resetLinkCreated', ...subjectOf(subject) })
      return { resetLink: linkTo(request, services.settings, resetPath(token)) }
    },
  })

  serve(peopleRoutes.endSessions, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, now, request }) => {
      if (!subject.hasJoined) throw new Failure('hasNotJoined')
      requireConfirmed(request, now)
      // An admin's own session in this browser continues, as on My account.
      await signOutEverywhere(db, subject.id, subject.id === person.id ? request.sessionId : null)
      await recordAudit(db, request, { action: 'person.signedOut', ...subjectOf(subject) })
    },
  })

  serve(peopleRoutes.viewAs, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async ({ db, person, subject, request }) => {
      if (subject.role === 'admin') throw new Failure('cannotViewAs')
      if (request.sessionId) await allowViewing(db, request.sessionId, subject.id)
      await recordAudit(db, request, { action: 'person.viewedAs', ...subjectOf(subject) })
      await publish(db, person.id, { name: 'person.viewedAs', subjectId: subject.id })
    },
  })
}
