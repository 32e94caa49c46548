import { z } from 'zod'
import { isTimeZone } from './dates.ts'
import { User } from './people.ts'
import { roles } from './policy.ts'
import { route } from './route.ts'
import { email, line, optionalLine, text, typedCode } from './text.ts'

/** The minimum and maximum length of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

// Only the encoding is checked here: at sign-in a password of any length is just right or wrong.
const password = z
  .string('Password is required')
  .max(1000, 'Password is too long')
  .refine((value) => value.isWellFormed(), 'Contains characters that cannot be used')
const newPassword = password.min(1, 'Password is required')

const returnTo = z.string().max(2000).optional()

export const Credentials = z.object(
  {
    email: z
      .string('Email is required')
      .max(1000, 'Email is too long')
      .refine(
        (value) => value.isWellFormed() && !value.includes('\0'),
        'Contains characters that cannot be used',
      )
      .trim(),
    password,
    /** Of the authenticator app, or a recovery code; for people with a second factor. */
    code: typedCode.optional(),
    returnTo,
  },
  'Send email and password',
)
export type Credentials = z.output<typeof Credentials>

const yesNo = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
  'true or false',
)

/** The names of the sample company, where nothing else is typed. */
export const sampleNames = {
  companyName: 'Ridgeline Builders',
  holdingsName: 'Ridgeline Holdings',
} as const

const SetupFields = z.object(
  {
    /** Required, except for the sample company, which has a name. */
    companyName: optionalLine(200).optional(),
    /** For the rental properties; null for a company that has none. */
    holdingsName: optionalLine(200).optional(),
    firstName: line(100, 'First name is required'),
    lastName: line(100, 'Last name is required'),
    email,
    password: newPassword,
    timeZone: text(100).refine(isTimeZone, 'Choose a time zone').optional(),
    /** Whether to start with the sample company. */
    sample: yesNo.default(false),
    /** Printed by the server where it can be reached from other machines. */
    code: z.string().max(100).optional(),
  },
  'Send the company as an object',
)
const Named = SetupFields.pick({ companyName: true, sample: true })

export const Setup = SetupFields.refine(({ companyName, sample }) => sample || companyName, {
  path: ['companyName'],
  error: 'Company name is required',
  // Also while other fields are wrong, so that all of them are marked at once.
  when: ({ value }) => Named.safeParse(value).success,
})
export type Setup = z.output<typeof Setup>

/** What a person types to change their password; the server refuses more, such as common ones. */
export const PasswordChange = z.object({
  currentPassword: password.min(1, 'Enter your current password'),
  newPassword: password
    .min(1, 'Enter a new password')
    .min(PASSWORD_LENGTH.min, `At least ${PASSWORD_LENGTH.min} characters`)
    .max(PASSWORD_LENGTH.max, `At most ${PASSWORD_LENGTH.max} characters`),
})
export type PasswordChange = z.output<typeof PasswordChange>

export const NewPassword = z.object({ password: newPassword }, 'Send password')
export type NewPassword = z.output<typeof NewPassword>

/** The password again, for what asks for it. */
export const Confirmation = z.object(
  { password: password.min(1, 'Enter your password') },
  'Send password',
)
export type Confirmation = z.output<typeof Confirmation>

/** By what a person can prove again who they are. */
const ConfirmWays = z.object({
  password: z.boolean(),
  /** The name of the company's single sign-on, where there is one. */
  singleSignOn: z.string().nullable(),
})

/** A session of the person. */
export const AccountSession = z.object({
  sid: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  userAgent: z.string(),
  address: z.string(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const authRoutes = {
  setupNeeded: route({
    method: 'GET',
    path: '/api/setup',
    summary: 'Whether the company has not been set up yet',
    may: 'anyone',
    reply: z.object({ needed: z.boolean() }),
  }),
  setUp: route({
    method: 'POST',
    path: '/api/setup',
    summary: 'Set up the company and its first admin, who is signed in; works once',
    may: 'anyone',
    body: Setup,
    reply: User,
    status: 201,
    fails: ['setUpAlready'],
  }),
  login: route({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in',
    may: 'anyone',
    body: Credentials,
    reply: User,
    fails: ['wrongCredentials', 'codeRequired', 'wrongCode', 'passkeyRequired'],
  }),
  enterSample: route({
    method: 'POST',
    path: '/api/login/sample',
    summary:
      'Enter the sample company as one of its people, without a password; only from the server’s machine',
    may: 'anyone',
    body: z.object({ role: z.enum(roles, 'Choose a role') }, 'Send role'),
    reply: User,
    fails: ['notFound'],
  }),
  logout: route({
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out of this session',
    may: 'anyone',
    reply: z.void(),
    status: 204,
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'Who is signed in',
    may: 'account.read',
    reply: User,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change your password; every other session ends',
    may: 'account.change',
    body: z.object(
      { currentPassword: password, newPassword },
      'Send currentPassword and newPassword',
    ),
    reply: z.void(),
    status: 204,
  }),
  confirmWays: route({
    method: 'GET',
    path: '/api/account/confirm',
    summary: 'How the person can prove again who they are: by their password, or by single sign-on',
    may: 'account.read',
    own: true,
    reply: ConfirmWays,
  }),
  confirm: route({
    method: 'POST',
    path: '/api/account/confirm',
    summary:
      'Enter your password again; for ten minutes this session may do what asks for it (403 passwordRequired)',
    may: 'account.change',
    body: Confirmation,
    reply: z.void(),
    status: 204,
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/api/forgot-password',
    summary: 'Email a link to set a new password; the response is the same for any address',
    may: 'anyone',
    body: z.object({ email }, 'Send email'),
    reply: z.void(),
    status: 204,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/reset-password/:token',
    summary: 'Set a new password with an emailed link: within 30 minutes, once; every session ends',
    may: 'anyone',
    body: NewPassword,
    reply: z.void(),
    status: 204,
  }),
  acceptInvite: route({
    method: 'POST',
    path: '/api/invite/:token',
    summary: 'Accept an invite: sets the password and signs in; within 7 days, once',
    may: 'anyone',
    body: NewPassword,
    reply: User,
  }),
  sessions: route({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where the person is signed in, newest first',
    may: 'account.read',
    own: true,
    reply: z.array(AccountSession),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/account/sessions/:sid',
    summary: 'End one of your sessions',
    may: 'account.change',
    reply: z.void(),
    status: 204,
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End all your other sessions',
    may: 'account.change',
    reply: z.void(),
    status: 204,
  }),
}
