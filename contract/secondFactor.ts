import { z } from 'zod'
import { route } from './route.ts'
import { typedCode } from './text.ts'

/** Whether the person signs in with a second step, and the number of unused recovery codes. */
export const SecondFactor = z.object({
  /** When it was turned on; null while it is off. */
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the company asks this person for a second factor. */
  required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The secret for an authenticator app, as text and as the address in a QR code. */
export const AuthenticatorSecret = z.object({ secret: z.string(), uri: z.string() })
export type AuthenticatorSecret = z.infer<typeof AuthenticatorSecret>

/** Shown once: only their hashes are stored. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const Confirmation = z.object({ code: typedCode }, 'Send code')

/** With this many recovery codes or fewer, it is time to create new ones. */
export const FEW_RECOVERY_CODES = 3

export const secondFactorRoutes = {
  read: route({
    method: 'GET',
    path: '/api/account/second-factor',
    summary: 'Whether you sign in with a second step',
    may: 'account.read',
    about: [],
    keep: false,
    own: true,
    reply: SecondFactor,
  }),
  start: route({
    method: 'POST',
    path: '/api/account/second-factor',
    summary: 'A new secret for an authenticator app; in use once it is confirmed with a code',
    may: 'account.change',
    reply: AuthenticatorSecret,
    fails: ['passwordRequired', 'secondFactorOn'],
  }),
  confirm: route({
    method: 'POST',
    path: '/api/account/second-factor/confirm',
    summary: 'Turn two-step sign-in on with a first code; every other session ends',
    may: 'account.change',
    body: Confirmation,
    reply: RecoveryCodes,
    fails: ['passwordRequired', 'secondFactorOn', 'secondFactorOff'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/account/second-factor',
    summary: 'Turn two-step sign-in off',
    may: 'account.change',
    reply: z.void(),
    status: 204,
    fails: ['passwordRequired', 'secondFactorOff', 'secondFactorNeeded'],
  }),
  newRecoveryCodes: route({
    method: 'POST',
    path: '/api/account/recovery-codes',
    summary: 'Make new recovery codes; the ones before stop working',
    may: 'account.change',
    reply: RecoveryCodes,
    fails: ['passwordRequired', 'secondFactorOff'],
  }),
  removeOf: route({
    method: 'DELETE',
    path: '/api/users/:id/second-factor',
    summary:
      'Remove the second factor and the passkeys of a person who has lost them; they are signed out everywhere',
    may: 'person.invite',
    reply: z.void(),
    status: 204,
    fails: ['passwordRequired', 'secondFactorOff'],
  }),
}
