import { invalid } from '@plumbline/contract/failures.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sampleNames } from '@plumbline/contract/setup.ts'
import { auditEntries } from '../server/audit/table.ts'
import { openPasswords } from '../server/auth/passwords.ts'
import { credentials } from '../server/auth/table.ts'
import { bidAppointments, pendingBids } from '../server/bids/table.ts'
import { crewAbsences, crewSchedule } from '../server/crew/table.ts'
import { attentionSnoozes } from '../server/dashboard/table.ts'
import type { Db } from '../server/db/handle.ts'
import { refusedAddresses } from '../server/delivery/table.ts'
import { jobSubcontractors, jobs } from '../server/jobs/table.ts'
import { events } from '../server/live/table.ts'
import { messages } from '../server/messages/table.ts'
import { jobMutes, notifications } from '../server/notifications/table.ts'
import { emailsAreFree } from '../server/people/queries.ts'
import { users } from '../server/people/table.ts'
import { photos as photoTable } from '../server/photos/table.ts'
import {
  depositReturns,
  leaseChanges,
  propertyJobs,
  propertyPhotos,
  recurringExpenses,
  rentalExpenses,
  rentalIncome,
  rentalProperties,
  tenants,
} from '../server/rentals/table.ts'
import { savedViews } from '../server/savedViews/table.ts'
import {
  scheduleBaselines,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
  weatherDays,
} from '../server/schedule/table.ts'
import { settings } from '../server/settings/table.ts'
import { jobRatings, privateNotes } from '../server/subcontractors/table.ts'
import { taskCorrespondence, tasks } from '../server/tasks/table.ts'
import { scheduleTemplates } from '../server/templates/table.ts'
import { weeklyUpdates } from '../server/weeklyUpdates/table.ts'
import { snoozeRows } from './attentionSnoozes.ts'
import { auditRows } from './audit.ts'
import { baselineRows, withBaselines } from './baselines.ts'
import { appointmentRows, bidRows } from './bids.ts'
import { calendar as calendarOf } from './calendar.ts'
import { commentRows } from './comments.ts'
import { absenceRows, crewRows } from './crew.ts'
import { eventRows } from './events.ts'
import { jobRows } from './jobs.ts'
import { messageRows } from './messages.ts'
import { muteRows, notificationRows } from './notifications.ts'
import { peopleRows, personIds, samplePassword } from './people.ts'
import { photoRows, type StoredPhotos } from './photos.ts'
import { noteRows, ratingRows } from './ratings.ts'
import { refusedRows } from './refused.ts'
import { expenseRows, recurringRows } from './rentalExpenses.ts'
import { deductionRows, depositReturnRows, incomeRows } from './rentalIncome.ts'
import { propertyJobRows, propertyPhotoRows } from './rentalPhotos.ts'
import { leaseChangeRows, propertyRows, tenantRows } from './rentals.ts'
import { viewRows } from './savedViews.ts'
import { dependencyRows, entryRows } from './schedule.ts'
import { changeRows, moveJobRows, moveRows, weatherRows } from './scheduleChanges.ts'
import { staffRows } from './staff.ts'
import { taskRows } from './tasks.ts'
import { templateRows } from './templates.ts'
import { updateRows } from './weeklyUpdates.ts'

/** What the settings say about the invented company. */
const contact = { address: '240 S Water St, Batavia, IL 60510', phone: '630-555-0199' }

/** @throws Failure invalid when an address of the sample belongs to the person who sets the company up */
async function requireFree(db: Db, emails: string[]) {
  if (!(await emailsAreFree(db, emails)))
    throw invalid({ email: 'A person in the sample company has this address; use another one' })
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
  /** What `storePhotos` returned for the same moment. */
  readonly photos: StoredPhotos
}

/**
 * Fills an empty company with the invented one in the caller's transaction, all dates relative to `now`. Names and time zone
 * that are already set stay as they are.
 * @returns everyone but the owner who can sign in, by role and then by how long they have been with the company
 */
export async function loadSample(
  db: Db,
  { now, timeZone, ownerId, photos }: Company,
): Promise<SampleSignIn[]> {
  const calendar = calendarOf(now, timeZone)
  const personId = personIds(ownerId)
  const passwordHash = await openPasswords().hash(samplePassword)

  const added = {
    ...contact,
    holidays: [...calendar.holidays],
    templatesAdded: true,
    sample: true,
  }
  await db
    .insert(settings)
    .values({ ...sampleNames, timeZone, ...added })
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
  await db.insert(scheduleEntries).values(withBaselines(calendar, entryRows(calendar, personId)))
  await db.insert(scheduleDependencies).values(dependencyRows())
  await db.insert(crewSchedule).values(crewRows(calendar, personId))
  await db.insert(scheduleBaselines).values(baselineRows(calendar, personId))
  await db.insert(scheduleMoves).values(moveRows(calendar, personId))
  await db.insert(scheduleMoveJobs).values(moveJobRows(calendar))
  await db.insert(weatherDays).values(weatherRows(calendar, personId))
  await db.insert(crewAbsences).values(absenceRows(calendar, personId))
  await db.insert(scheduleChanges).values(changeRows(calendar, personId))
  await db.insert(scheduleTemplates).values(templateRows(calendar, personId))
  await db.insert(tasks).values(taskRows(calendar, personId))
  await db.insert(taskCorrespondence).values(commentRows(calendar, personId))
  await db.insert(jobRatings).values(ratingRows(calendar, personId))
  await db.insert(privateNotes).values(noteRows(calendar, personId))
  await db.insert(photoTable).values(photoRows(calendar, personId, photos))
  await db.insert(messages).values(messageRows(calendar, personId))
  await db.insert(weeklyUpdates).values(updateRows(calendar, personId))
  await db.insert(pendingBids).values(bidRows(calendar))
  await db.insert(bidAppointments).values(appointmentRows(calendar, personId))
  await db.insert(rentalProperties).values(propertyRows(calendar))
  await db.insert(tenants).values(tenantRows(calendar))
  await db.insert(propertyPhotos).values(propertyPhotoRows(calendar, personId, photos))
  await db.insert(propertyJobs).values(propertyJobRows(calendar))
  await db.insert(leaseChanges).values(leaseChangeRows(calendar))
  await db.insert(depositReturns).values(depositReturnRows(calendar))
  await db.insert(rentalIncome).values([...incomeRows(calendar), ...deductionRows(calendar)])
  await db.insert(recurringExpenses).values(recurringRows(calendar))
  await db.insert(rentalExpenses).values(expenseRows(calendar))
  await db.insert(refusedAddresses).values(refusedRows(calendar, personId))
  await db.insert(events).values(eventRows(calendar, personId))
  await db.insert(notifications).values(notificationRows(calendar, personId))
  await db.insert(jobMutes).values(muteRows(calendar, personId))
  await db.insert(savedViews).values(viewRows(calendar, personId))
  await db.insert(attentionSnoozes).values(snoozeRows(calendar, personId))
  await db.insert(auditEntries).values(auditRows(calendar, personId))

  return joined.map(({ role, firstName, lastName, email }) => ({
    role,
    name: `${firstName} ${lastName}`,
    email,
    password: samplePassword,
  }))
}
