import type { Job } from './jobs.ts'
import type { User } from './people.ts'
import type { Photo } from './photos.ts'
import type { Role } from './policy.ts'
import type { ScheduleEntry } from './schedule.ts'
import type { Settings } from './settings.ts'

/**
 * The readers of a field, a message or a photo of a job. The office (the admins) reads everything;
 * `all` is everyone on the job, `crew` the office and the subs on the job, `client` the office and
 * the job's client.
 */
export const readerGroups = ['all', 'office', 'crew', 'client'] as const
export type Readers = (typeof readerGroups)[number]

const readable = {
  all: { admin: true, subcontractor: true, client: true },
  office: { admin: true, subcontractor: false, client: false },
  crew: { admin: true, subcontractor: true, client: false },
  client: { admin: true, subcontractor: false, client: true },
} as const satisfies Record<Readers, Record<Role, boolean>>

/** Whether a role belongs to these readers, on a job that the person is on. */
export const reads = (role: Role, readers: Readers): boolean => readable[readers][role]

/** The readers of each field that not everyone on the job reads. */
type FieldReaders<T> = { readonly [F in keyof T]?: Readers }

/**
 * The readers to show on a thing for a role. Clients see no marks: whatever they can read is meant
 * for them.
 */
export const markFor = (role: Role, readers: Readers): Readers =>
  role === 'client' ? 'all' : readers

/** The fields of a job that not everyone on it reads. */
export const jobReaders = {
  privateNotes: 'office',
  customerId: 'office',
  bidId: 'office',
  approvedAmount: 'client',
  customerEmail: 'client',
} as const satisfies FieldReaders<Job>

/** The fields of an entry that not everyone on its job reads. */
export const entryReaders = {
  priority: 'crew',
  estimatedHours: 'crew',
  actualHours: 'crew',
  weatherDependent: 'crew',
  indoorWork: 'crew',
  lagDays: 'crew',
  dateFixed: 'crew',
  baselineStartDate: 'crew',
  baselineEndDate: 'crew',
  notes: 'crew',
  completionNotes: 'crew',
} as const satisfies FieldReaders<ScheduleEntry>

/** The fields of a photo that not everyone who sees it reads. */
export const photoReaders = { taskId: 'crew' } as const satisfies FieldReaders<Photo>

/** The fields of a person's card that not everyone who sees it reads. */
export const userReaders = { officeNotes: 'office' } as const satisfies FieldReaders<User>

/** The settings of the company that not everyone reads. */
export const settingsReaders = {
  subPhotosShared: 'crew',
  weeklyUpdates: 'office',
  checklistDismissed: 'office',
  backupsKept: 'office',
  personQuotaMb: 'office',
  companyQuotaMb: 'office',
  adminsNeedSecondFactor: 'office',
} as const satisfies FieldReaders<Settings>

/** The thing as the role reads it: fields that are not for them are null. */
export function readAs<T extends object>(
  role: Role,
  thing: T,
  fields: Readonly<Record<string, Readers>>,
): T {
  const hidden = Object.entries(fields)
    .filter(([field, readers]) => field in thing && !reads(role, readers))
    .map(([field]) => [field, null] as const)
  return hidden.length === 0 ? thing : { ...thing, ...Object.fromEntries(hidden) }
}

/** The readers, in one sentence for a form. */
export const readersSentence: Readonly<Record<Readers, string>> = {
  all: 'Everyone on this job can read this',
  office: 'Only the office can read this',
  crew: 'The office and the subs on this job can read this',
  client: 'The office and the client of this job can read this',
}
