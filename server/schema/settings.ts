import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import type { LogoFiles } from '../features/settings/logo.ts'
import { line, stamps, word } from '../platform/db/columns.ts'

/** A day off for the whole company. */
export interface Holiday {
  readonly day: string
  readonly name: string
}

/** The company: one row, inserted at setup. */
export const settings = pgTable(
  'settings',
  {
    id: integer('id').primaryKey().default(1),
    companyName: line('company_name').notNull(),
    /** Null for a company without rental properties. */
    holdingsName: line('holdings_name'),
    address: line('address'),
    phone: word('phone'),
    /** The logo's key in the file store, and its files. Both are set, or neither. */
    logoKey: line('logo_key'),
    logoFiles: jsonb('logo_files').$type<LogoFiles>(),
    timeZone: varchar('time_zone', { length: 100 }).notNull(),
    /** ISO weekdays, Monday 1 to Sunday 7. */
    workingDays: integer('working_days').array().notNull().default(sql`'{1,2,3,4,5}'`),
    holidays: jsonb('holidays').$type<readonly Holiday[]>().notNull().default([]),
    /** Whether clients see which sub does the work of an entry. */
    clientsSeeSubs: boolean('clients_see_subs').notNull().default(true),
    /** Whether weekly updates for clients are drafted. */
    weeklyUpdates: boolean('weekly_updates').notNull().default(true),
    /** Whether photos uploaded by subs are visible to clients at once. */
    subPhotosShared: boolean('sub_photos_shared').notNull().default(true),
    /** Whether an admin has dismissed the checklist of first steps on the dashboard. */
    checklistDismissed: boolean('checklist_dismissed').notNull().default(false),
    /**
     * Whether the schedule templates that come with the application were added. This happens once.
     */
    templatesAdded: boolean('templates_added').notNull().default(false),
    /** The number of nightly backups to retain; with 0, none are made. */
    backupsKept: integer('backups_kept').notNull().default(7),
    /**
     * The storage quota of one person, and of the whole company, in megabytes; null for no limit.
     */
    personQuotaMb: integer('person_quota_mb'),
    companyQuotaMb: integer('company_quota_mb'),
    /** Whether admins must have a second factor. */
    adminsNeedSecondFactor: boolean('admins_need_second_factor').notNull().default(false),
    /**
     * Whether it is the sample company, which can be entered without a password from the same
     * machine.
     */
    sample: boolean('sample').notNull().default(false),
    ...stamps('settings'),
  },
  (t) => [
    check('settings_one_row_check', sql`${t.id} = 1`),
    check('settings_logo_check', sql`(${t.logoKey} is null) = (${t.logoFiles} is null)`),
    check('settings_backups_kept_check', sql`${t.backupsKept} between 0 and 365`),
    check('settings_quotas_check', sql`${t.personQuotaMb} > 0 and ${t.companyQuotaMb} > 0`),
    check('settings_working_days_check', sql`${t.workingDays} <@ array[1,2,3,4,5,6,7]`),
  ],
)

/** Whether clients see which sub does the work, as SQL; yes until the company is set up. */
export const clientsSeeSubs = sql<boolean>`coalesce(
  (select s.clients_see_subs from ${settings} s), true)`

/** Whether people of a role are hidden from clients, as SQL. */
export const isHiddenFromClients = (role: SQLWrapper) =>
  sql<boolean>`(${role} = 'subcontractor' and not ${clientsSeeSubs})`
