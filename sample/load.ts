import { invalid } from '@plumbline/contract/failures.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sampleNames } from '@plumbline/contract/setup.ts'
import type { PgTable } from 'drizzle-orm/pg-core'
import { openPasswords } from '../server/access/auth/passwords.ts'
import { emailsAreFree } from '../server/access/people/queries.ts'
import type { Db } from '../server/platform/db/handle.ts'
import { auditEntries } from '../server/schema/audit.ts'
import { credentials } from '../server/schema/auth.ts'
import { bidAppointments, bidFollowUps, pendingBids } from '../server/schema/bids.ts'
import { cardSessions } from '../server/schema/cardPayments.ts'
import { changeOrders } from '../server/schema/changeOrders.ts'
import { crewAbsences, crewSchedule } from '../server/schema/crew.ts'
import { customerMerges } from '../server/schema/customerMerges.ts'
import { customerContacts, customers } from '../server/schema/customers.ts'
import { attentionSnoozes } from '../server/schema/dashboard.ts'
import { deliveries, refusedAddresses } from '../server/schema/delivery.ts'
import { invoiceHistory, invoiceSources, invoices } from '../server/schema/invoices.ts'
import { jobSubcontractors, jobs } from '../server/schema/jobs.ts'
import { events } from '../server/schema/live.ts'
import { messages } from '../server/schema/messages.ts'
import { jobMutes, notifications } from '../server/schema/notifications.ts'
import { paymentAllocations, payments } from '../server/schema/payments.ts'
import { users } from '../server/schema/people.ts'
import { photos as photoTable } from '../server/schema/photos.ts'
import { bidPricings, savedLines } from '../server/schema/pricing.ts'
import {
  documentNumbers,
  numberFormats,
  proposalHistory,
  proposalPhotos,
  proposalSettings,
  proposals,
} from '../server/schema/proposals.ts'
import { quickBooksExports, quickBooksFiles, quickBooksRuns } from '../server/schema/quickBooks.ts'
import { reminderSettings } from '../server/schema/reminders.ts'
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
} from '../server/schema/rentals.ts'
import { savedViews } from '../server/schema/savedViews.ts'
import {
  scheduleBaselines,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
  weatherDays,
} from '../server/schema/schedule.ts'
import { settings } from '../server/schema/settings.ts'
import { jobRatings, privateNotes } from '../server/schema/subcontractors.ts'
import { taskCorrespondence, tasks } from '../server/schema/tasks.ts'
import { scheduleTemplates } from '../server/schema/templates.ts'
import { weeklyUpdates } from '../server/schema/weeklyUpdates.ts'
import { snoozeRows } from './attentionSnoozes.ts'
import { auditRows } from './audit.ts'
import { baselineRows, withBaselines } from './baselines.ts'
import { appointmentRows, bidPricingRows, bidRows, followUpRows, sentRows } from './bids.ts'
import { calendar as calendarOf } from './calendar.ts'
import {
  changeEventRows,
  changeOrderRows,
  changePhotoRows,
  changeVersionRows,
} from './changeOrders.ts'
import { commentRows } from './comments.ts'
import { absenceRows, crewRows } from './crew.ts'
import { contactRows, customerRows, mergeRows } from './customers.ts'
import { eventRows } from './events.ts'
import {
  invoiceEventRows,
  invoiceNumberRows,
  invoiceRows,
  invoiceSourceRows,
  numberFormatRows,
  withLinks,
} from './invoices.ts'
import { jobRows } from './jobs.ts'
import { messageRows } from './messages.ts'
import { muteRows, notificationRows } from './notifications.ts'
import {
  cardSessionRows,
  paymentAllocationRows,
  paymentEventRows,
  paymentRows,
  refundUseRows,
} from './payments.ts'
import { peopleRows, personIds, samplePassword } from './people.ts'
import { photoRows, type StoredPhotos } from './photos.ts'
import { proposalSettingsRows, savedLineRows } from './pricing.ts'
import { contact, numberRows, proposalEventRows } from './proposals.ts'
import { quickBooksRows } from './quickBooks.ts'
import { noteRows, ratingRows } from './ratings.ts'
import { refusedRows } from './refusedAddresses.ts'
import { reminderEventRows, reminderRows, reminderSettingsRows } from './reminders.ts'
import { expenseRows, recurringRows } from './rentalExpenses.ts'
import { deductionRows, depositReturnRows, incomeRows } from './rentalIncome.ts'
import { propertyJobRows, propertyPhotoRows } from './rentalPhotos.ts'
import { leaseChangeRows, propertyRows, tenantRows } from './rentals.ts'
import { viewRows } from './savedViews.ts'
import { dependencyRows, entryRows } from './schedule.ts'
import { changeRows, moveJobRows, moveRows, weatherRows } from './scheduleChanges.ts'
import { staffRows } from './staff.ts'
import { statementRows } from './statements.ts'
import { taskRows } from './tasks.ts'
import { templateRows } from './templates.ts'
import { updateRows } from './weeklyUpdates.ts'

/**
 * @throws Failure invalid when an address of the sample belongs to the person who sets up the
 * company
 */
async function requireFree(db: Db, emails: string[]) {
  if (!(await emailsAreFree(db, emails)))
    throw invalid({ email: 'A person in the sample company has this address; use another one' })
}

/** An account of the sample that a person can sign in to. */
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
  /** The result of `storePhotos` for the same moment. */
  readonly photos: StoredPhotos
  /** The secret of the installation, on which the links of invoices depend. */
  readonly secret: string
}

/** Inserts the rows of a table. */
type Insert = <T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]) => unknown

/**
 * Passes the rows of the sample company to `insert`, table by table, each after those it refers to.
 */
export async function insertSample(
  insert: Insert,
  { now, timeZone, ownerId, photos, secret }: Company,
  passwordHash: string,
): Promise<void> {
  const calendar = calendarOf(now, timeZone)
  const personId = personIds(ownerId)
  const people = peopleRows(calendar, personId)
  const joined = people.filter(({ isInvited }) => !isInvited)
  await insert(customers, customerRows(calendar, personId))
  await insert(customerContacts, contactRows(calendar, personId))
  await insert(users, people)
  await insert(customerMerges, mergeRows(calendar, personId))
  await insert(
    credentials,
    joined.map(({ id, createdAt }) => ({ userId: id, passwordHash, changedAt: createdAt })),
  )
  await insert(jobs, jobRows(calendar, personId))
  await insert(jobSubcontractors, staffRows(calendar, personId))
  await insert(scheduleEntries, withBaselines(calendar, entryRows(calendar, personId)))
  await insert(scheduleDependencies, dependencyRows())
  await insert(crewSchedule, crewRows(calendar, personId))
  await insert(scheduleBaselines, baselineRows(calendar, personId))
  await insert(scheduleMoves, moveRows(calendar, personId))
  await insert(scheduleMoveJobs, moveJobRows(calendar))
  await insert(weatherDays, weatherRows(calendar, personId))
  await insert(crewAbsences, absenceRows(calendar, personId))
  await insert(scheduleChanges, changeRows(calendar, personId))
  await insert(scheduleTemplates, templateRows(calendar, personId))
  await insert(tasks, taskRows(calendar, personId))
  await insert(taskCorrespondence, commentRows(calendar, personId))
  await insert(jobRatings, ratingRows(calendar, personId))
  await insert(privateNotes, noteRows(calendar, personId))
  await insert(photoTable, photoRows(calendar, personId, photos))
  await insert(messages, messageRows(calendar, personId))
  await insert(weeklyUpdates, updateRows(calendar, personId))
  await insert(pendingBids, bidRows(calendar))
  await insert(changeOrders, changeOrderRows(calendar))
  await insert(proposals, [
    ...sentRows(calendar, personId),
    ...changeVersionRows(calendar, personId, photos),
  ])
  await insert(proposalPhotos, changePhotoRows(calendar))
  await insert(proposalHistory, [
    ...proposalEventRows(calendar, personId),
    ...changeEventRows(calendar, personId),
  ])
  await insert(documentNumbers, [...numberRows(calendar), ...invoiceNumberRows(calendar)])
  await insert(numberFormats, numberFormatRows(calendar))
  await insert(invoices, withLinks(invoiceRows(calendar), secret))
  await insert(invoiceSources, invoiceSourceRows())
  await insert(payments, paymentRows(calendar, personId))
  await insert(paymentAllocations, [
    ...paymentAllocationRows(calendar, personId),
    ...refundUseRows(calendar),
  ])
  await insert(cardSessions, cardSessionRows(calendar))
  const quickBooks = quickBooksRows(calendar, personId)
  await insert(quickBooksRuns, [quickBooks.run])
  await insert(quickBooksExports, quickBooks.exports)
  await insert(quickBooksFiles, quickBooks.files)
  await insert(invoiceHistory, [
    ...invoiceEventRows(calendar, personId),
    ...paymentEventRows(calendar, personId),
    ...reminderEventRows(calendar, personId),
  ])
  await insert(reminderSettings, reminderSettingsRows(calendar))
  await insert(deliveries, [...reminderRows(calendar), ...statementRows(calendar)])
  await insert(bidPricings, bidPricingRows(calendar))
  await insert(savedLines, savedLineRows(calendar))
  await insert(proposalSettings, proposalSettingsRows(calendar))
  await insert(bidFollowUps, followUpRows(calendar, personId))
  await insert(bidAppointments, appointmentRows(calendar, personId))
  await insert(rentalProperties, propertyRows(calendar))
  await insert(tenants, tenantRows(calendar))
  await insert(propertyPhotos, propertyPhotoRows(calendar, personId, photos))
  await insert(propertyJobs, propertyJobRows(calendar))
  await insert(leaseChanges, leaseChangeRows(calendar))
  await insert(depositReturns, depositReturnRows(calendar))
  await insert(rentalIncome, [...incomeRows(calendar), ...deductionRows(calendar)])
  await insert(recurringExpenses, recurringRows(calendar))
  await insert(rentalExpenses, expenseRows(calendar))
  await insert(refusedAddresses, refusedRows(calendar, personId))
  await insert(events, eventRows(calendar, personId))
  await insert(notifications, notificationRows(calendar, personId))
  await insert(jobMutes, muteRows(calendar, personId))
  await insert(savedViews, viewRows(calendar, personId))
  await insert(attentionSnoozes, snoozeRows(calendar, personId))
  await insert(auditEntries, auditRows(calendar, personId))
}

/**
 * Fills an empty company with the sample company in the caller's transaction, all dates relative to
 * `now`. Names and time zone that are already set stay as they are.
 * @returns everyone but the owner who can sign in, by role and then by when they joined, earliest
 * first
 */
export async function loadSample(db: Db, company: Company): Promise<SampleSignIn[]> {
  const { now, timeZone, ownerId } = company
  const calendar = calendarOf(now, timeZone)
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

  const people = peopleRows(calendar, personIds(ownerId))
  await requireFree(
    db,
    people.map(({ email }) => email),
  )
  await insertSample((table, rows) => db.insert(table).values([...rows]), company, passwordHash)

  return people
    .filter(({ isInvited }) => !isInvited)
    .map(({ role, firstName, lastName, email }) => ({
      role,
      name: `${firstName} ${lastName}`,
      email,
      password: samplePassword,
    }))
}
