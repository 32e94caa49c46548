import type { accountRoutes } from '@plumbline/contract/account.ts'
import type { accountLinkRoutes } from '@plumbline/contract/accountLinks.ts'
import type { authRoutes } from '@plumbline/contract/auth.ts'
import type { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import type { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { Secret, TOTP } from 'otpauth'
import { newAuthenticator } from '../authenticator.ts'
import { cookieFrom, PASSWORD } from '../invitedPeople.ts'
import type { Cast, Stage, Walker } from '../walk/cast.ts'
import type { Asking, SliceTests } from '../walk/sliceTests.ts'
import { newMember, newPerson, newWalker } from './people.ts'

export const auth: SliceTests<typeof authRoutes> = {
  writes: {
    login: async (stage) => {
      const { email } = await newMember(stage)
      return { body: { email, password: PASSWORD }, cookie: '' }
    },
    enterSample: () => ({ body: { role: 'client' }, cookie: '' }),
    logout: async (stage) => ({ cookie: (await newWalker(stage)).cookie }),
  },
}

export const account: SliceTests<typeof accountRoutes> = {
  writes: {
    changePassword: async (stage) => {
      const { cookie } = await newMember(stage)
      return { body: { currentPassword: PASSWORD, newPassword: 'quarry-walk-lantern' }, cookie }
    },
    confirm: async (stage) => ({
      body: { password: PASSWORD },
      cookie: (await newMember(stage)).cookie,
    }),
    endSession: async (stage) => {
      const { cookie } = await newWalker(stage)
      const sessions = await stage.w.call('nobody', 'GET', '/api/account/sessions', undefined, {
        cookie,
      })
      return { params: { sid: sessions.body[0].sid }, cookie }
    },
    // Ends the calendar link too, without which there would be nothing to end.
    endOtherSessions: async (stage) => {
      const { cookie } = await newWalker(stage)
      await stage.w.call('nobody', 'POST', '/api/account/calendar-feed', undefined, { cookie })
      return { cookie }
    },
  },
}

const tokenOf = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''

export const accountLinks: SliceTests<typeof accountLinkRoutes> = {
  writes: {
    forgotPassword: async (stage) => ({
      body: { email: (await newMember(stage)).email },
      cookie: '',
    }),
    resetPassword: async (stage) => {
      const { id } = await newMember(stage)
      const { resetLink } = await stage.make(`/api/users/${id}/reset-link`)
      const body = { password: 'quarry-walk-lantern' }
      return { params: { token: tokenOf(resetLink) }, body, cookie: '' }
    },
    acceptInvite: async (stage) => {
      const id = await newPerson(stage)
      const [{ inviteLink }] = await stage.make('/api/users/invites', { userIds: [id] })
      return { params: { token: tokenOf(inviteLink) }, body: { password: PASSWORD }, cookie: '' }
    },
  },
}

const FACTOR = '/api/account/second-factor'

/**
 * Starts setting up two-step sign-in.
 * @returns the code that confirms it
 */
async function beginFactor({ w }: Cast, { cookie }: Walker): Promise<string> {
  const { body } = await w.call('nobody', 'POST', FACTOR, undefined, { cookie })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  return totp.generate({ timestamp: w.clock.now.getTime() })
}

/** A person with two-step sign-in. */
async function newTwoStepUser(cast: Cast): Promise<Walker> {
  const person = await newWalker(cast)
  const code = await beginFactor(cast, person)
  const { cookie } = person
  await cast.w.call('nobody', 'POST', `${FACTOR}/confirm`, { code }, { cookie })
  return person
}

/** Sets up two-step sign-in, replacing any existing one. */
async function setUpSecondFactor({ w, call }: Asking) {
  await call('DELETE', FACTOR)
  const started = await call('POST', FACTOR)
  const totp = new TOTP({ secret: Secret.fromBase32(started.body.secret) })
  const code = totp.generate({ timestamp: w.clock.now.getTime() })
  const confirmed = await call('POST', `${FACTOR}/confirm`, { code })
  return { started, confirmed }
}

export const secondFactor: SliceTests<typeof secondFactorRoutes> = {
  writes: {
    start: async (stage) => ({ cookie: (await newMember(stage)).cookie }),
    confirm: async (stage) => {
      const person = await newWalker(stage)
      const code = await beginFactor(stage, person)
      return { body: { code }, cookie: person.cookie }
    },
    remove: async (stage) => ({ cookie: (await newTwoStepUser(stage)).cookie }),
    newRecoveryCodes: async (stage) => ({ cookie: (await newTwoStepUser(stage)).cookie }),
    removeOf: async (stage) => ({ params: { id: (await newTwoStepUser(stage)).id } }),
  },
  answers: {
    read: async (asking) => {
      await setUpSecondFactor(asking)
      const answer = await asking.call('GET', FACTOR)
      // As before, nobody has joined: the first steps of the company are still open.
      await asking.w.pool.query('delete from credentials')
      return [answer]
    },
    start: async (asking) => [(await setUpSecondFactor(asking)).started],
    confirm: async (asking) => [(await setUpSecondFactor(asking)).confirmed],
    newRecoveryCodes: async (asking) => {
      await setUpSecondFactor(asking)
      return [await asking.call('POST', '/api/account/recovery-codes')]
    },
  },
}

const PASSKEYS = '/api/account/passkeys'

/** The response of a browser that creates a passkey, and the cookies to send with it. */
async function beginPasskey({ w }: Cast, { cookie }: Walker) {
  const begun = await w.call('nobody', 'POST', `${PASSKEYS}/options`, undefined, { cookie })
  const { challenge, rp } = begun.body.options
  const authenticator = newAuthenticator()
  const where = { origin: 'http://localhost:80', rpId: rp.id, challenge }
  const body = { name: 'Phone', credential: authenticator.register(where) }
  const cookies = `${cookie}; ${cookieFrom(begun.headers)}`
  return { authenticator, body: body as never, cookie: cookies }
}

/** A person with a passkey. */
async function newPasskey(cast: Cast) {
  const person = await newWalker(cast)
  const { authenticator, body, cookie } = await beginPasskey(cast, person)
  const added = await cast.w.call('nobody', 'POST', PASSKEYS, body, { cookie })
  if (added.status !== 201) throw new Error(`A passkey was refused: ${added.text}`)
  return { ...person, authenticator, credential: added.body.id as string }
}

async function passkeySignIn(stage: Stage) {
  const { authenticator, id } = await newPasskey(stage)
  const begun = await stage.w.call('nobody', 'POST', '/api/login/passkey/options')
  const { challenge, rpId } = begun.body.options
  const where = { origin: 'http://localhost:80', rpId, challenge }
  const cookie = cookieFrom(begun.headers)
  return { credential: authenticator.signIn(where, { userHandle: id }), cookie }
}

async function addPasskey({ w, name, call }: Asking) {
  const started = await call('POST', `${PASSKEYS}/options`)
  const { challenge, rp } = started.body.options
  const where = { origin: 'http://localhost:80', rpId: rp.id, challenge }
  const credential = newAuthenticator().register(where)
  const cookie = `${w.cookieOf(name)}; ${cookieFrom(started.headers)}`
  return call('POST', PASSKEYS, { name: 'Phone', credential }, { cookie })
}

export const passkeys: SliceTests<typeof passkeyRoutes> = {
  writes: {
    begin: async (stage) => ({ cookie: (await newWalker(stage)).cookie }),
    add: async (stage) => {
      const { body, cookie } = await beginPasskey(stage, await newWalker(stage))
      return { body, cookie }
    },
    remove: async (stage) => {
      const { credential, cookie } = await newPasskey(stage)
      return { params: { credential }, cookie }
    },
    beginSignIn: () => ({ cookie: '' }),
    signIn: async (stage) => {
      const { credential, cookie } = await passkeySignIn(stage)
      return { body: { credential: credential as never }, cookie }
    },
  },
  answers: {
    list: async (asking) => {
      await addPasskey(asking)
      await asking.w.pool.query('update passkeys set last_used_at = now()')
      return [await asking.call('GET', PASSKEYS)]
    },
    begin: async ({ call }) => [await call('POST', `${PASSKEYS}/options`)],
    add: async (asking) => [await addPasskey(asking)],
  },
}
