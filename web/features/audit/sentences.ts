import type { AuditAction, AuditEntry, AuditFacts } from '@plumbline/contract/audit.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { contentTexts } from '../../api/jobs.ts'
import { plural } from '../../ui/format.ts'
import { settingsSentence } from './settingsSentence.ts'

type Facts = AuditFacts
type Sentence = string | ((entry: AuditEntry, facts: Facts) => string)

const withSuffix = (text: string, before: string, named: AuditFacts[string] | undefined) =>
  named ? `${text} ${before} ${named}` : text

const numberOf = (value: AuditFacts[string] | undefined) => Number(value ?? 0)

const dayText = (day: AuditFacts[string] | undefined) =>
  typeof day === 'string' ? formatDay(day) : null

const someone = ({ subject }: AuditEntry) => subject ?? 'somebody'
const isOther = ({ actorId, subjectId }: AuditEntry) => subjectId !== null && subjectId !== actorId
const article = (role: AuditFacts[string]) => (/^[aeiou]/.test(String(role)) ? 'an' : 'a')

const change = (what: string): Sentence => {
  return (entry, { from, to }) =>
    `Changed the ${what} of ${someone(entry)}${from && to ? ` from ${from} to ${to}` : ''}`
}

const theJob = (name: AuditFacts[string] | undefined) => (name ? `the job ${name}` : 'a job')

/**
 * The kinds of data that are identified by what they belong to, as in `Deleted the rating of Sam`.
 */
const kindsNamedByOwner = [
  'absence',
  'crew day',
  'crew days',
  'lease change',
  'promise',
  'rating',
  'weekly update',
]

const methods: Readonly<Record<string, string>> = {
  password: 'the password',
  passwordAndCode: 'the password and a code',
  singleSignOn: 'single sign-on',
  invite: 'an invite link',
  sample: 'the button of the sample company',
  passkey: 'a passkey',
}

const refusals: Readonly<Record<string, string>> = {
  forbidden: 'Tried what their role may not do',
  tooMany: 'Made too many calls',
  link: 'Opened a link that does not work',
}

const sentences: Readonly<Record<AuditAction, Sentence>> = {
  'signIn.succeeded': (_, { method }) =>
    method === 'setUp'
      ? 'Signed in after setting up the company'
      : withSuffix('Signed in', 'with', methods[String(method)] ?? method),
  'signIn.failed': ({ subject }, { at, method, reason }) => {
    if (at === 'signedIn') return 'Entered a wrong password'
    const text = withSuffix(
      withSuffix('Failed to sign in', 'as', subject),
      'with',
      methods[String(method)],
    )
    if (at === 'code') return `${text}: wrong code`
    return reason === undefined ? text : `${text}: ${reason}`
  },
  'signIn.locked': ({ subject }, { seconds }) => {
    const minutes = Math.ceil(numberOf(seconds) / 60)
    const text = withSuffix('Locked out of signing in', 'as', subject)
    return minutes > 0 ? `${text} for ${plural(minutes, 'minute', 'minutes')}` : text
  },
  'signIn.endedElsewhere': 'Signed out on other devices',
  'password.confirmed': 'Entered the password again',
  'password.changed': 'Changed the password',
  'password.resetRequested': ({ subject }) =>
    withSuffix('Asked for a link to reset the password', 'of', subject),
  'password.reset': 'Set a new password with a reset link',
  'secondFactor.enabled': 'Turned on the second factor',
  'secondFactor.disabled': (entry) =>
    isOther(entry)
      ? `Turned off the second factor of ${someone(entry)}`
      : 'Turned off the second factor',
  'secondFactor.recoveryCodeUsed': 'Used a recovery code',
  'secondFactor.recoveryCodesMade': 'Made new recovery codes',
  'passkey.added': (_, { name }) => (name ? `Added the passkey “${name}”` : 'Added a passkey'),
  'passkey.removed': (_, { name }) =>
    name ? `Removed the passkey “${name}”` : 'Removed a passkey',
  'singleSignOn.linked': 'Linked single sign-on',
  'calendarLink.created': 'Made a calendar link',
  'calendarLink.removed': 'Turned off the calendar link',
  'company.setUp': 'Set up the company',
  'person.created': (entry, { role }) =>
    `Added ${someone(entry)}${role ? ` as ${article(role)} ${role}` : ''}`,
  'person.invited': (entry, { role }) =>
    `Invited ${someone(entry)}${role ? ` as ${article(role)} ${role}` : ''}`,
  'person.joined': (_, { role }) => (role ? `Joined as ${article(role)} ${role}` : 'Joined'),
  'person.resetLinkCreated': (entry) => `Made a password reset link for ${someone(entry)}`,
  'person.roleChanged': change('role'),
  'person.emailChanged': change('email address'),
  'person.signedOut': (entry) => `Signed ${someone(entry)} out everywhere`,
  'person.viewedAs': (entry) => `Viewed the application as ${someone(entry)}`,
  'person.deleted': (entry) => `Removed ${someone(entry)}`,
  'job.subAdded': (entry, { job }) => `Put ${someone(entry)} on ${theJob(job)}`,
  'job.subRemoved': (entry, { job }) => `Took ${someone(entry)} off ${theJob(job)}`,
  'job.clientChanged': ({ subject }, { from, to }) =>
    `Changed the client of ${theJob(subject)} from ${from ?? 'nobody'} to ${to ?? 'nobody'}`,
  'photo.sharingChanged': ({ subject }, { shared, photos }) => {
    const shown = withSuffix(
      plural(numberOf(photos ?? 1), 'photo', 'photos'),
      'of the job',
      subject,
    )
    return shared ? `Showed ${shown} to clients` : `Hid ${shown} from clients`
  },
  'photo.moved': ({ subject }, { photos }) =>
    `Moved ${plural(numberOf(photos ?? 1), 'photo', 'photos')} to ${theJob(subject)}`,
  'entry.readersChanged': ({ subject }, { internal }) => {
    const entry = subject ? `the schedule entry ${subject}` : 'a schedule entry'
    return internal ? `Hid ${entry} from the client` : `Showed ${entry} to the client`
  },
  'job.amountChanged': ({ subject }, { before, after }) =>
    `Changed the approved amount of ${subject ?? 'a job'} from ${formatCents(numberOf(before))} to ${formatCents(numberOf(after))}`,
  'job.markedPaid': ({ subject }, { day }) =>
    withSuffix(`Marked ${theJob(subject)} as paid`, 'on', dayText(day)),
  'job.unmarkedPaid': ({ subject }, { day }) =>
    withSuffix(`Took back that ${theJob(subject)} was paid`, 'on', dayText(day)),
  'settings.changed': (_, facts) => settingsSentence(facts),
  'job.deleted': ({ subject }, facts) => {
    const contents = contentTexts(facts).join(', ')
    return `${subject ? `Deleted the job ${subject}` : 'Deleted a job'}${contents && ` (${contents})`}`
  },
  'photo.deleted': ({ subject }) => withSuffix('Deleted a photo', 'of the job', subject),
  'message.removed': 'Removed a message of somebody else',
  'data.deleted': ({ subject }, { kind }) =>
    subject
      ? `Deleted the ${kind} ${kindsNamedByOwner.includes(String(kind)) ? 'of ' : ''}${subject}`
      : `Deleted ${article(kind ?? '')} ${kind ?? 'row'}`,
  'data.imported': (_, { kind, added, rows }) =>
    `Imported ${numberOf(added).toLocaleString('en-US')} of ${plural(numberOf(rows), 'row', 'rows')} of a list of ${kind ?? 'rows'}`,
  'data.exported': (_, { rows, files }) =>
    `Downloaded everything: ${plural(numberOf(rows), 'row', 'rows')} and ${plural(numberOf(files), 'file', 'files')}`,
  'backup.made': 'Made a backup',
  'backup.failed': 'A backup failed',
  'backup.restored': 'Restored a backup',
  'request.refused': (_, { refused, call }) =>
    `${refusals[String(refused)] ?? 'Was refused'}${call ? `: ${call}` : ''}`,
}

/** Describes an event in a sentence without its subject: the actor is shown next to it. */
export function sentenceOf(entry: AuditEntry): string {
  const sentence = sentences[entry.action]
  return typeof sentence === 'string' ? sentence : sentence(entry, entry.detail ?? {})
}

/** The actor of an event, as text. */
export function actorOf({ actorName, address }: AuditEntry): string {
  return actorName ?? (address === null ? 'The server' : 'Not signed in')
}
