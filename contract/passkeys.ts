import { z } from 'zod'
import { User } from './people.ts'
import { route } from './route.ts'
import { line } from './text.ts'

/** A passkey of the person. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The WebAuthn options for the browser, in their JSON form. */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

const encoded = (max: number) =>
  z
    .string('Not a passkey')
    .max(max, 'Not a passkey')
    .regex(/^[\w-]*$/, 'Not a passkey')

const Credential = z.object(
  {
    id: encoded(1400).min(1, 'Not a passkey'),
    rawId: encoded(1400),
    type: z.literal('public-key', 'Not a passkey'),
  },
  'Not a passkey',
)

/** The browser's response when a passkey is created, in the JSON form of WebAuthn. */
const Registration = Credential.extend({
  response: z.object(
    {
      clientDataJSON: encoded(10_000),
      attestationObject: encoded(50_000),
      transports: z.array(z.string().max(50), 'Not a passkey').max(20, 'Not a passkey').default([]),
    },
    'Not a passkey',
  ),
})
export type Registration = z.output<typeof Registration>

/** The browser's response when a person signs in with a passkey, in the JSON form of WebAuthn. */
const Assertion = Credential.extend({
  response: z.object(
    {
      clientDataJSON: encoded(10_000),
      authenticatorData: encoded(10_000),
      signature: encoded(2000),
      userHandle: encoded(200).nullish(),
    },
    'Not a passkey',
  ),
})
export type Assertion = z.output<typeof Assertion>

export const PasskeyName = z.object({ name: line(100, 'Name is required') })

export const passkeyRoutes = {
  list: route({
    method: 'GET',
    path: '/api/account/passkeys',
    summary: 'Your passkeys, oldest first',
    may: 'account.read',
    about: [],
    keep: false,
    own: true,
    reply: z.array(Passkey),
  }),
  begin: route({
    method: 'POST',
    path: '/api/account/passkeys/options',
    summary: 'What the browser needs to make a passkey; for five minutes and once',
    may: 'account.change',
    reply: Options,
    fails: ['passwordRequired'],
  }),
  add: route({
    method: 'POST',
    path: '/api/account/passkeys',
    summary: 'Add the passkey that the browser has made',
    may: 'account.change',
    body: PasskeyName.extend({ credential: Registration }),
    reply: Passkey,
    status: 201,
    fails: ['passwordRequired', 'badPasskey', 'passkeyTaken', 'tooManyPasskeys'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/account/passkeys/:credential',
    summary: 'Remove one of your passkeys',
    may: 'account.change',
    reply: z.void(),
    status: 204,
    fails: ['passwordRequired', 'secondFactorNeeded'],
  }),
  beginSignIn: route({
    method: 'POST',
    path: '/api/login/passkey/options',
    summary: 'What the browser needs to sign in with a passkey; for five minutes and once',
    may: 'anyone',
    reply: Options,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Sign in with a passkey',
    may: 'anyone',
    body: z.object({ credential: Assertion }, 'Send credential'),
    reply: User,
    fails: ['wrongPasskey'],
  }),
}
