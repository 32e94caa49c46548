import { Failure } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import type { FastifyRequest } from 'fastify'
import {
  invitePath,
  isConfirmed,
  linkTo,
  newInvite,
  openInviteToken,
  requireConfirmed,
  saveInvites,
} from '../../access/auth/service.ts'
import { companyName } from '../../access/company/queries.ts'
import { subjectOf } from '../../access/people/names.ts'
import * as queries from '../../access/people/queries.ts'
import { requireOwnName } from '../../access/people/rules.ts'
import { publish } from '../../events/publish.ts'
import { type AuditEntry, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { newId } from '../../platform/db/ids.ts'
import { inviteEmail } from '../../platform/mail/emails.ts'
import { customerOfPerson } from '../customers/matching.ts'
import { assignJobs } from './assignJobs.ts'
import { inviteAddress } from './inviteAddress.ts'
import { inviteSeveral } from './inviteSeveral.ts'

interface LinkContext {
  readonly request: FastifyRequest
  readonly services: Services
}

/** The invite link for a token. */
const linkOf = ({ request, services }: LinkContext, token: string) =>
  linkTo(request, services.settings, invitePath(token))

/** Emails people their invite links, if email is configured. */
async function emailInvites(
  { mail, database }: Services,
  invites: readonly { readonly user: queries.UserRow; readonly inviteLink: string }[],
) {
  if (!mail || invites.length === 0) return
  const company = await companyName(database.db)
  for (const { user, inviteLink } of invites) mail.send(inviteEmail(user, company, inviteLink))
}

const invitedEntries = (people: readonly queries.UserRow[]) =>
  people.map(
    (user): AuditEntry => ({
      action: 'person.invited',
      ...subjectOf(user),
      detail: { role: user.role },
    }),
  )

/** Inviting people, and the links of their invites. */
export function invites(serve: Serve) {
  serve(inviteRoutes.address, {
    handle: async ({ request, services }) => inviteAddress(request, services),
  })

  serve(peopleRoutes.invite, {
    handle: async (context) => {
      const { db, person, body, now, services, request, afterCommit } = context
      const { projectIds, ...invited } = body
      if (invited.role === 'admin') requireConfirmed(request, now)
      await requireOwnName(db, invited)
      const id = newId()
      const { token, columns } = newInvite(services.settings, { id, inviteExpiry: null }, now)
      const user = await queries.insertUser(db, {
        ...invited,
        ...columns,
        id,
        customerId: await customerOfPerson(db, person.id, invited),
        invitedBy: person.id,
      })
      await assignJobs(db, request, person, user, projectIds)
      await recordAudit(db, request, ...invitedEntries([user]))
      await publish(db, person.id, { name: 'person.created', subjectId: id })
      const inviteLink = linkOf(context, token)
      afterCommit(() => emailInvites(services, [{ user, inviteLink }]))
      return { inviteLink, user: queries.toUser(user, person.role) }
    },
  })

  serve(inviteRoutes.several, {
    handle: async (context) => {
      const { db, person, body, services, request, afterCommit } = context
      const invited = await inviteSeveral(db, body, context)
      const made = invited.filter(({ isNew }) => isNew).map(({ user }) => user)
      await recordAudit(db, request, ...invitedEntries(made))
      await publish(
        db,
        person.id,
        ...made.map(({ id }) => ({ name: 'person.changed', subjectId: id }) as const),
      )
      const invites = invited.map(({ user, token, isNew }) => ({
        user,
        isNew,
        inviteLink: token && linkOf(context, token),
      }))
      const emails = invites.flatMap(({ user, isNew, inviteLink }) =>
        inviteLink && isNew ? [{ user, inviteLink }] : [],
      )
      afterCommit(() => emailInvites(services, emails))
      return invites.map(({ user, inviteLink }) => ({
        user: queries.toUser(user, person.role),
        inviteLink,
      }))
    },
  })

  serve(inviteRoutes.link, {
    find: async ({ db, params }) => {
      const user = await queries.findUser(db, params.id)
      return user?.isInvited && !user.hasJoined ? user : undefined
    },
    handle: async (context) => {
      const { subject, services, now, request } = context
      // Whoever has the link of an admin becomes that admin, so it is only shown to people who may
      // create a new one.
      const isShown = subject.role !== 'admin' || isConfirmed(request, now)
      const token = isShown ? openInviteToken(services.settings, subject, now) : null
      return {
        inviteLink: token && linkOf(context, token),
        inviteExpiry: subject.inviteExpiry?.toISOString() ?? null,
      }
    },
  })

  serve(peopleRoutes.resendInvite, {
    find: ({ db, params }) => queries.findUser(db, params.id, { lock: true }),
    handle: async (context) => {
      const { db, person, subject, now, services, request, afterCommit } = context
      if (subject.hasJoined) throw new Failure('hasJoined')
      if (subject.email === null) throw new Failure('emailMissing')
      if (subject.role === 'admin') requireConfirmed(request, now)
      const { token, columns } = newInvite(services.settings, subject, now)
      await saveInvites(db, person.id, [{ ...columns, id: subject.id }])
      await recordAudit(db, request, ...invitedEntries([subject]))
      await publish(db, person.id, { name: 'person.changed', subjectId: subject.id })
      const inviteLink = linkOf(context, token)
      afterCommit(() => emailInvites(services, [{ user: subject, inviteLink }]))
      return { inviteLink }
    },
  })
}
