import { z } from 'zod'
import { isTimeZone } from './dates.ts'
import { User } from './people.ts'
import { roles } from './policy.ts'
import { route } from './route.ts'
import { email, line, optionalLine, text, typedCode } from './text.ts'

/** The minimum and maximum length of a password. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

// Only the encoding is checked here: at sign-in a password of any length is just right or wrong.
export const password = z
  .string('Password is required')
  .max(1000, 'Password is too long')
  .refine((value) => value.isWellFormed(), 'Contains characters that cannot be used')
export const newPassword = password.min(1, 'Password is required')

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
}
