import { z } from 'zod'
import { newPassword, PASSWORD_LENGTH, password } from './auth.ts'
import { route } from './route.ts'

/** The form to change a password. The server checks more, such as common passwords. */
export const PasswordChange = z.object({
  currentPassword: password.min(1, 'Enter your current password'),
  newPassword: password
    .min(1, 'Enter a new password')
    .min(PASSWORD_LENGTH.min, `At least ${PASSWORD_LENGTH.min} characters`)
    .max(PASSWORD_LENGTH.max, `At most ${PASSWORD_LENGTH.max} characters`),
})
export type PasswordChange = z.output<typeof PasswordChange>

/** The password, entered again to confirm a sensitive action. */
export const Confirmation = z.object(
  { password: password.min(1, 'Enter your password') },
  'Send password',
)
export type Confirmation = z.output<typeof Confirmation>

/** The ways in which a person can confirm their identity again. */
const ConfirmWays = z.object({
  password: z.boolean(),
  /** The name of the company's single sign-on; null without one. */
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

/**
 * The routes of a person's own account: password and sessions. They are separate from signing in,
 * whose code everybody loads first.
 */
export const accountRoutes = {
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
    about: [],
    keep: false,
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
  sessions: route({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where the person is signed in, newest first',
    may: 'account.read',
    about: [],
    keep: false,
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
