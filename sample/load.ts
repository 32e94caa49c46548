import { invalid } from '@plumbline/contract/failures.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { hashPassword } from '../server/auth/passwords.ts'
import { credentials } from '../server/auth/table.ts'
import { bidAppointments, pendingBids } from '../server/bids/table.ts'
import type { Db } from '../server/db/handle.ts'
import { jobSubcontractors, jobs } from '../server/jobs/table.ts'
import { events } from '../server/live/table.ts'
import { messages } from '../server/messages/table.ts'
import { emailsAreFree } from '../server/people/queries.ts'
import { users } from '../server/people/table.ts'
import { photos as photoTable } from '../server/photos/table.ts'
import { rentalExpenses, rentalIncome, rentalProperties, tenants } from '../server/rentals/table.ts'
import {
  crewSchedule,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleTemplates,
} from '../server/schedule/table.ts'
import { settings } from '../server/settings/table.ts'
import { jobRatings, privateNotes } from '../server/subcontractors/table.ts'
import { taskCorrespondence, tasks } from '../server/tasks/table.ts'
import { appointmentRows, bidRows } from './bids.ts'
import { calendar as calendarOf } from './calendar.ts'
import { company } from './company.ts'
import { crewRows } from './crew.ts'
import { jobRows } from './jobs.ts'
import { messageRows } from './messages.ts'
import { peopleRows, personIds, samplePassword } from './people.ts'
import { type KeptPhotos, photoRows } from './photos.ts'
import { noteRows, ratingRows } from './ratings.ts'
import { expenseRows, incomeRows } from './rentalMoney.ts'
import { propertyRows, tenantRows } from './rentals.ts'
import { changeRows, dependencyRows, entryRows, templateRows } from './schedule.ts'
import { staffRows } from './staff.ts'
import { commentRows, taskRows } from './tasks.ts'
import { eventRows } from './updates.ts'

/** Whoever sets the company up may bear an invented person's address by chance, or for a try. @throws Failure invalid */
async function requireFree(db: Db, emails: string[]) {
  if (!(await emailsAreFree(db, emails)))
    throw invalid({ email: 'Somebody in the sample company has this address; use one of your own' })
}

/** An account of the sample that can be signed in to. */
export interface SampleSignIn {
  readonly role: Role
  readonly name: string
  readonly email: string
  readonly password: string
}

interface Company {
  readonly now: Date
  readonly timeZone: string
  readonly ownerId: string
  /** What `keepPhotos` made for the same moment. */
  readonly photos: KeptPhotos
}

/**
 * Fills an empty company with the invented one, all dates told from `now`, in the caller's transaction. The names and
 * the time zone in the settings stay as they are where they have been set.
 * @returns everyone but the owner who can sign in, those longest with the company first within their role
 */
export async function loadSample(
  db: Db,
  { now, timeZone, ownerId, photos }: Company,
): Promise<SampleSignIn[]> {
  const calendar = calendarOf(now, timeZone)
  const personId = personIds(ownerId)
  const passwordHash = await hashPassword(samplePassword)

  const added = { ...company.contact, holidays: [...calendar.holidays], sample: true }
  await db
    .insert(settings)
    .values({ ...company.names, timeZone, ...added })
    .onConflictDoUpdate({ target: settings.id, set: added })

  const people = peopleRows(calendar, personId)
  await requireFree(
    db,
    people.map(({ email }) => email),
  )
  const joined = people.filter(({ isInvited }) => !isInvited)
  await db.insert(users).values(people)
  await db
    .insert(credentials)
    .values(joined.map(({ id, createdAt }) => ({ userId: id, passwordHash, changedAt: createdAt })))

  await db.insert(jobs).values(jobRows(calendar, personId))
  await db.insert(jobSubcontractors).values(staffRows(calendar, personId))
  await db.insert(scheduleEntries).values(entryRows(calendar, personId))
  await db.insert(scheduleDependencies).values(dependencyRows())
  await db.insert(crewSchedule).values(crewRows(calendar, personId))
  await db.insert(scheduleChanges).values(changeRows(calendar, personId))
  await db.insert(scheduleTemplates).values(templateRows(calendar, personId))
  await db.insert(tasks).values(taskRows(calendar, personId))
  await db.insert(taskCorrespondence).values(commentRows(calendar, personId))
  await db.insert(jobRatings).values(ratingRows(calendar, personId))
  await db.insert(privateNotes).values(noteRows(calendar, personId))
  await db.insert(photoTable).values(photoRows(calendar, personId, photos))
  await db.insert(messages).values(messageRows(calendar, personId))
  await db.insert(pendingBids).values(bidRows(calendar))
  await db.insert(bidAppointments).values(appointmentRows(calendar, personId))
  await db.insert(rentalProperties).values(propertyRows(calendar))
  await db.insert(tenants).values(tenantRows(calendar))
  await db.insert(rentalIncome).values(incomeRows(calendar))
  await db.insert(rentalExpenses).values(expenseRows(calendar))
  await db.insert(events).values(eventRows(calendar, personId))

  return joined.map(({ role, firstName, lastName, email }) => ({
    role,
    name: `${firstName} ${lastName}`,
    email,
    password: samplePassword,
  }))
}
