import { z } from 'zod'
import { User } from './people.ts'
import { roles } from './policy.ts'
import { route } from './route.ts'
import { typedCode, typedEmail } from './text.ts'

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
      .transform(typedEmail),
    password,
    /** A code of the authenticator app or a recovery code, for people with a second factor. */
    code: typedCode.optional(),
    returnTo,
  },
  'Send email and password',
)
export type Credentials = z.output<typeof Credentials>

export const authRoutes = {
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
    about: [],
    keep: true,
    reply: User,
  }),
}
