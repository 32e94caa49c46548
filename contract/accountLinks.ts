import { z } from 'zod'
import { newPassword } from './auth.ts'
import { User } from './people.ts'
import { route } from './route.ts'
import { email } from './text.ts'

export const NewPassword = z.object({ password: newPassword }, 'Send password')
export type NewPassword = z.output<typeof NewPassword>

/** The routes behind emailed links: joining, and choosing a new password. */
export const accountLinkRoutes = {
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
}
