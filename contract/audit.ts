import { z } from 'zod'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

/** The groups by which the audit log can be filtered. */
export const auditGroups = [
  'signIn',
  'account',
  'people',
  'company',
  'money',
  'deletion',
  'data',
  'refused',
] as const
export type AuditGroup = (typeof auditGroups)[number]

/**
 * The actions in the audit log, each with its group. They cover sign-in, access rights, deletions,
 * and imports, exports and backups.
 */
export const auditActions = {
  'signIn.succeeded': 'signIn',
  'signIn.failed': 'signIn',
  'signIn.locked': 'signIn',
  'signIn.endedElsewhere': 'signIn',
  'password.confirmed': 'signIn',
  'password.changed': 'account',
  'password.resetRequested': 'account',
  'password.reset': 'account',
  'secondFactor.enabled': 'account',
  'secondFactor.disabled': 'account',
  'secondFactor.recoveryCodeUsed': 'account',
  'secondFactor.recoveryCodesMade': 'account',
  'passkey.added': 'account',
  'passkey.removed': 'account',
  'singleSignOn.linked': 'account',
  'calendarLink.created': 'account',
  'calendarLink.removed': 'account',
  'company.setUp': 'company',
  'person.created': 'people',
  'person.invited': 'people',
  'person.joined': 'people',
  'person.resetLinkCreated': 'people',
  'person.roleChanged': 'people',
  'person.emailChanged': 'people',
  'person.signedOut': 'people',
  'person.viewedAs': 'people',
  'person.deleted': 'people',
  'job.subAdded': 'people',
  'job.subRemoved': 'people',
  'job.clientChanged': 'people',
  'photo.sharingChanged': 'people',
  'photo.moved': 'people',
  'entry.readersChanged': 'people',
  'settings.changed': 'company',
  'job.amountChanged': 'money',
  'job.markedPaid': 'money',
  'job.unmarkedPaid': 'money',
  'job.deleted': 'deletion',
  'photo.deleted': 'deletion',
  'message.removed': 'deletion',
  'data.deleted': 'deletion',
  'data.imported': 'data',
  'data.exported': 'data',
  'backup.made': 'data',
  'backup.failed': 'data',
  'backup.restored': 'data',
  'request.refused': 'refused',
} as const satisfies Record<string, AuditGroup>
export type AuditAction = keyof typeof auditActions

/** The actions of a group. */
export const actionsOf = (group: AuditGroup): AuditAction[] =>
  (Object.keys(auditActions) as AuditAction[]).filter((action) => auditActions[action] === group)

const AuditFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
/** A few plain facts about an event, such as the value of a setting before and after. */
export type AuditFacts = Readonly<z.infer<typeof AuditFacts>>

/** One security event. */
export const AuditEntry = z.object({
  id,
  at: z.iso.datetime(),
  /** The number of times that it happened within an hour, and the last of them. */
  times: z.number().int(),
  lastAt: z.iso.datetime(),
  action: z.enum(Object.keys(auditActions) as AuditAction[]),
  /** The person who did it; null for an unknown person and for the server itself. */
  actorId: id.nullable(),
  actorName: z.string().nullable(),
  /** The person or thing it was done to, and its name at the time. */
  subjectId: id.nullable(),
  subject: z.string().nullable(),
  /** The network address it came from; null for the server itself. */
  address: z.string().nullable(),
  /** A few plain facts about it. */
  detail: AuditFacts.nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({
  limit: pageQuery.limit,
  after: pageQuery.after,
  group: z.enum(auditGroups, 'Not a group of events').optional(),
  /** The person who did it, or the person it was done to. */
  personId: id.optional(),
})

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/api/audit',
    summary:
      'Security events of the last two years, newest first; 100 at a time unless said otherwise',
    may: 'audit.read',
    about: [],
    keep: false,
    query: AuditQuery,
    reply: z.array(AuditEntry),
  }),
}
