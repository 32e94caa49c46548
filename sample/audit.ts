import type { AuditAction } from '@plumbline/contract/audit.ts'
import type { auditEntries } from '../server/schema/audit.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import type { AdminKey, PersonId } from './people.ts'

interface Entry {
  /** Working day. */
  readonly day: number
  readonly time: string
  readonly action: AuditAction
  /** Null while a sign-in fails, because nobody is signed in yet. */
  readonly by: AdminKey | null
  readonly subject?: string
  readonly detail?: Readonly<Record<string, string | number>>
}

/** The address of the office, and one outside of it. */
const addresses = { office: '203.0.113.20', away: '198.51.100.7' }

const entries: readonly Entry[] = [
  {
    day: -24,
    time: '09:12',
    action: 'data.imported',
    by: 'owner',
    detail: { kind: 'jobs', added: 6, rows: 6 },
  },
  {
    day: -24,
    time: '09:40',
    action: 'settings.changed',
    by: 'owner',
    detail: { fields: 'holidays' },
  },
  {
    day: -19,
    time: '16:05',
    action: 'job.deleted',
    by: 'park',
    subject: 'Test job',
    detail: { tasks: 2, entries: 1, messages: 0, photos: 3 },
  },
  {
    day: -13,
    time: '06:58',
    action: 'signIn.failed',
    by: null,
    subject: 'Joanna Park',
  },
  {
    day: -13,
    time: '06:59',
    action: 'signIn.succeeded',
    by: 'park',
    subject: 'Joanna Park',
    detail: { method: 'password' },
  },
  { day: -9, time: '14:20', action: 'photo.deleted', by: 'thiel', subject: 'Roof and gutters' },
  { day: -6, time: '08:31', action: 'calendarLink.created', by: 'park' },
  {
    day: -4,
    time: '17:44',
    action: 'data.deleted',
    by: 'park',
    subject: 'Order tile twice',
    detail: { kind: 'task' },
  },
  { day: -2, time: '18:02', action: 'password.confirmed', by: 'owner' },
  {
    day: -2,
    time: '18:03',
    action: 'data.exported',
    by: 'owner',
    detail: { rows: 1447, files: 125 },
  },
]

const START = Date.UTC(2025, 0, 1)

/** The audit log so far, in the order it happened. */
export function auditRows(
  calendar: Calendar,
  personId: PersonId,
): (typeof auditEntries.$inferInsert)[] {
  return entries.map(({ day, time, action, by, subject, detail }, n) => {
    const at = calendar.at(day, time)
    return {
      // The log is read in the order of ids.
      id: seededId(`audit/${n}`, START + n),
      at,
      action,
      actorId: by && personId(by),
      subject,
      detail,
      address: by === 'park' || subject === 'Joanna Park' ? addresses.away : addresses.office,
    }
  })
}
