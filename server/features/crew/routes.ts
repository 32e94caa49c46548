import { absenceRoutes } from '@plumbline/contract/absences.ts'
import {
  type CrewChange,
  type CrewDay,
  crewAnswerFields,
  crewRoutes,
} from '@plumbline/contract/crew.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { mayEver, type Person } from '@plumbline/contract/policy.ts'
import { linkTo } from '../../access/auth/service.ts'
import { companyName } from '../../access/company/queries.ts'
import { companyDays } from '../../access/company/service.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { crewEmail } from '../../platform/mail/emails.ts'
import { recordJoined } from '../jobs/service.ts'
import * as absences from './absences.ts'
import { answerPath, answerToken } from './answerToken.ts'
import { askCrew, dayLines } from './ask.ts'
import { changeDay, deleteDay, moveCrew } from './changes.ts'
import * as queries from './queries.ts'
import { listUncrewed } from './service.ts'
import { findWays } from './ways.ts'

/** The most days that an email or a text message to a sub lists. */
const MAX_DAYS_IN_EMAIL = 40
const MAX_DAYS_IN_TEXT = 5

/** Throws a 403 if a person who may not plan changes anything but their answer. */
function requireAnswer(person: Person, change: CrewChange) {
  if (mayEver(person.role, 'crew.book')) return
  const fields: readonly string[] = crewAnswerFields
  if (!Object.keys(change).every((field) => fields.includes(field))) throw new Failure('forbidden')
}

/** The routes for crew days and absences. */
export function routes(serve: Serve) {
  serve(crewRoutes.list, {
    handle: ({ db, person, query, now }) => queries.listDays(db, person, query, now),
  })

  serve(crewRoutes.uncrewed, {
    handle: ({ db, query, now }) => listUncrewed(db, query, now),
  })

  serve(crewRoutes.ask, {
    handle: async ({ db, person, body, now, services, request, afterCommit }) => {
      const subs = await askCrew(db, person.id, body, now)
      const company = await companyName(db)
      const { today } = await companyDays(db, now)
      const { mail, settings } = services
      const link = linkTo(request, settings, '/')
      const linkOf = (day: CrewDay) =>
        linkTo(request, settings, answerPath(answerToken(day, settings.sessionSecret)))
      afterCommit(async () => {
        for (const sub of subs) {
          const lines = dayLines(sub.days, { today, limit: MAX_DAYS_IN_EMAIL, linkOf })
          mail?.send(crewEmail(sub, company, lines, link))
        }
      })
      return {
        subs: subs.length,
        days: subs.reduce((sum, { days }) => sum + days.length, 0),
        withAddress: subs.filter(({ email }) => email !== null).length,
        emailed: mail !== undefined,
        asked: subs.map(({ id, firstName, lastName, phone, email, days }) => ({
          ...{ id, name: `${firstName} ${lastName}`, phone },
          emailed: mail !== undefined && email !== null,
          text: `${company}: can you come?\n${dayLines(days, { today, limit: MAX_DAYS_IN_TEXT, linkOf })}`,
        })),
      }
    },
  })

  serve(crewRoutes.move, {
    handle: async ({ db, person, body, now, request }) => {
      const ids = body.moves.map(({ id }) => id)
      const days = (await queries.lockDays(db, person, ids)) ?? []
      const written = await moveCrew(db, person.id, days, body, now)
      const jobId = days[0]?.jobId
      await recordJoined(db, request, { ...written, jobId, subId: body.subcontractorId })
      return written
    },
  })

  serve(crewRoutes.update, {
    find: ({ db, person, params }) => queries.lockDay(db, person, params.id),
    handle: async ({ db, person, subject, body, now, request }) => {
      requireAnswer(person, body)
      const day = await changeDay(db, person.id, subject, body, now)
      await recordJoined(db, request, { ...day, subId: day.subcontractorId })
      return day
    },
  })

  serve(crewRoutes.remove, {
    find: ({ db, person, params }) => queries.lockDay(db, person, params.id),
    handle: async ({ db, person, subject, request }) => {
      await deleteDay(db, person.id, subject)
      await recordAudit(db, request, deleted('crew day', subject.id, subject.entryTitle))
    },
  })

  serve(crewRoutes.ways, {
    find: ({ db, params }) => queries.findDay(db, params.id),
    handle: ({ db, subject, now }) => findWays(db, subject, now),
  })

  serve(absenceRoutes.list, {
    handle: ({ db, person, query }) => absences.listAbsences(db, person, query),
  })

  serve(absenceRoutes.create, {
    handle: ({ db, person, body, now }) => absences.createAbsence(db, person, body, now),
  })

  serve(absenceRoutes.update, {
    find: ({ db, person, params }) => absences.lockAbsence(db, person, params.id),
    handle: ({ db, person, subject, body, now }) =>
      absences.changeAbsence(db, person, subject, body, now),
  })

  serve(absenceRoutes.remove, {
    find: ({ db, person, params }) => absences.lockAbsence(db, person, params.id),
    handle: async ({ db, person, subject, request }) => {
      await absences.deleteAbsence(db, person.id, subject)
      await recordAudit(db, request, deleted('absence', subject.id, subject.subcontractorName))
    },
  })
}
