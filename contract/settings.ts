import { z } from 'zod'
import { day, isTimeZone } from './dates.ts'
import { enteredNumber } from './numbers.ts'
import { route } from './route.ts'
import { line, optionalLine, optionalPhone, optionalPostalAddress, text } from './text.ts'

const Holiday = z.object({ day: z.iso.date(), name: z.string() })

/** The background that a logo needs: dark if its strokes are light. */
const LogoGround = z.enum(['light', 'dark'])
export type LogoGround = z.infer<typeof LogoGround>

/** The company. */
export const Settings = z.object({
  companyName: z.string(),
  /** Null for a company without rental properties. */
  holdingsName: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  /** The address of the logo; it changes with every new logo. */
  logoUrl: z.string().nullable(),
  /** Null for a logo that fills its rectangle, and without a logo. */
  logoGround: LogoGround.nullable(),
  timeZone: z.string(),
  /** ISO weekdays: Monday 1 to Sunday 7. */
  workingDays: z.array(z.number().int()),
  holidays: z.array(Holiday).readonly(),
  /** Whether clients see which sub does the work of an entry. */
  clientsSeeSubs: z.boolean(),
  /**
   * Whether clients see the photos of subs as soon as they are uploaded, rather than when an admin
   * shares them; null for clients.
   */
  subPhotosShared: z.boolean().nullable(),
  /**
   * Whether a weekly update is drafted for the clients of jobs on Fridays; null for all but admins.
   */
  weeklyUpdates: z.boolean().nullable(),
  /** Whether an admin has dismissed the first steps on the dashboard; null for everyone else. */
  checklistDismissed: z.boolean().nullable(),
  /**
   * The number of nightly backups to keep, 0 for none; null for all but admins, as are the next
   * three.
   */
  backupsKept: z.number().int().nullable(),
  /**
   * The storage limits of one person and of the whole company, in megabytes; also null for no
   * limit.
   */
  personQuotaMb: z.number().int().nullable(),
  companyQuotaMb: z.number().int().nullable(),
  /** Whether admins must have a second factor. */
  adminsNeedSecondFactor: z.boolean().nullable(),
  /** Whether this is the sample company. */
  sample: z.boolean(),
  /** The version of the settings. */
  updatedAt: z.iso.datetime(),
})
export type Settings = z.infer<typeof Settings>

const weekday = z
  .number('Choose weekdays')
  .int('Choose weekdays')
  .min(1, 'Choose weekdays')
  .max(7, 'Choose weekdays')

/** Megabytes; null for no limit. */
const quota = enteredNumber('Storage must be a number of megabytes')
  .int('Storage must be a whole number of megabytes')
  .min(1, 'At least 1 MB')
  .max(1_000_000_000, 'At most 1,000,000,000 MB')
  .nullable()

/** Only the fields sent are changed. */
export const SettingsChange = z.object(
  {
    companyName: line(200, 'Company name is required').optional(),
    holdingsName: optionalLine(200).optional(),
    address: optionalPostalAddress.optional(),
    phone: optionalPhone.optional(),
    timeZone: text(100).refine(isTimeZone, 'Choose a time zone').optional(),
    workingDays: z
      .array(weekday, 'Choose weekdays')
      .min(1, 'Choose at least one weekday')
      .max(7, 'Choose weekdays')
      .transform((days) => [...new Set(days)].sort((a, b) => a - b))
      .optional(),
    holidays: z
      .array(
        z.object({ day, name: line(100, 'Holiday name is required') }, 'Send day and name'),
        'Send a list of holidays',
      )
      .max(500, 'At most 500 holidays')
      .transform((days) => days.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
      .optional(),
    clientsSeeSubs: z.boolean('Must be true or false').optional(),
    subPhotosShared: z.boolean('Must be true or false').optional(),
    weeklyUpdates: z.boolean('Must be true or false').optional(),
    checklistDismissed: z.boolean('Must be true or false').optional(),
    backupsKept: enteredNumber('Backups must be a number')
      .int('Backups must be a whole number')
      .min(0, 'At least 0 backups')
      .max(365, 'At most 365 backups')
      .optional(),
    personQuotaMb: quota.optional(),
    companyQuotaMb: quota.optional(),
    adminsNeedSecondFactor: z.boolean('Must be true or false').optional(),
  },
  'Send the change as an object',
)
export type SettingsChange = z.output<typeof SettingsChange>

/** The settings about working days. */
export const Workdays = SettingsChange.pick({ workingDays: true, holidays: true })
export type Workdays = z.output<typeof Workdays>

/** The settings about what clients see and receive. */
export const ClientAccess = SettingsChange.pick({
  clientsSeeSubs: true,
  subPhotosShared: true,
  weeklyUpdates: true,
})

/** The settings that limit what may be stored. */
export const StorageLimits = SettingsChange.pick({ personQuotaMb: true, companyQuotaMb: true })

/** The setting for the number of nightly backups to keep. */
export const BackupsKept = SettingsChange.pick({ backupsKept: true })

/** The settings about the sign-in of admins. */
export const AdminSignIn = SettingsChange.pick({ adminsNeedSecondFactor: true })

/** The rest of the settings: names, address, phone and time zone. */
export const CompanyDetails = SettingsChange.omit({
  workingDays: true,
  holidays: true,
  clientsSeeSubs: true,
  subPhotosShared: true,
  weeklyUpdates: true,
  checklistDismissed: true,
  backupsKept: true,
  personQuotaMb: true,
  companyQuotaMb: true,
  adminsNeedSecondFactor: true,
})
export type CompanyDetails = z.output<typeof CompanyDetails>

export const settingsRoutes = {
  read: route({
    method: 'GET',
    path: '/api/settings',
    summary: 'The company',
    may: 'settings.read',
    about: [],
    keep: true,
    reply: Settings,
  }),
  update: route({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Change the fields sent',
    may: 'settings.update',
    body: SettingsChange,
    reply: Settings,
    fails: ['passwordRequired', 'ownSecondFactorFirst', 'stale'],
  }),
  logo: route({
    method: 'GET',
    path: '/api/settings/logo',
    summary: "The company's logo",
    may: 'settings.read',
    keep: true,
    query: z.object({ v: z.string().max(100).optional() }),
    reply: z.void(),
    file: true,
    fails: ['notFound'],
  }),
  putLogo: route({
    method: 'PUT',
    path: '/api/settings/logo',
    summary: 'Set or replace the logo of the company',
    may: 'settings.update',
    upload: 'logo',
    body: z.object({}, 'Send the logo as multipart/form-data'),
    reply: Settings,
    fails: ['badPicture', 'tooManyPixels', 'notPicture'],
  }),
  removeLogo: route({
    method: 'DELETE',
    path: '/api/settings/logo',
    summary: 'Remove the logo',
    may: 'settings.update',
    reply: z.void(),
    status: 204,
    fails: ['notFound'],
  }),
}
