import type { accountRoutes } from '@plumbline/contract/account.ts'
import type { accountLinkRoutes } from '@plumbline/contract/accountLinks.ts'
import type { authRoutes } from '@plumbline/contract/auth.ts'
import type { passkeyRoutes } from '@plumbline/contract/passkeys.ts'
import type { secondFactorRoutes } from '@plumbline/contract/secondFactor.ts'
import { cookieFrom, PASSWORD } from '../../invitedPeople.ts'
import type { Writes } from '../case.ts'
import type { Stage } from '../stage.ts'
import * as things from '../things.ts'

export const authWrites: Writes<typeof authRoutes> = {
  login: async (stage) => {
    const { email } = await things.newMember(stage)
    return { body: { email, password: PASSWORD }, cookie: '' }
  },
  enterSample: () => ({ body: { role: 'client' }, cookie: '' }),
  logout: async (stage) => ({ cookie: (await things.newWalker(stage)).cookie }),
}

export const accountWrites: Writes<typeof accountRoutes> = {
  changePassword: async (stage) => {
    const { cookie } = await things.newMember(stage)
    return { body: { currentPassword: PASSWORD, newPassword: 'quarry-walk-lantern' }, cookie }
  },
  confirm: async (stage) => ({
    body: { password: PASSWORD },
    cookie: (await things.newMember(stage)).cookie,
  }),
  endSession: async (stage) => {
    const { cookie } = await things.newWalker(stage)
    const sessions = await stage.w.call('nobody', 'GET', '/api/account/sessions', undefined, {
      cookie,
    })
    return { params: { sid: sessions.body[0].sid }, cookie }
  },
  endOtherSessions: async (stage) => ({ cookie: (await things.newWalker(stage)).cookie }),
}

const tokenOf = (link: string) => new URL(link).pathname.split('/').at(-1) ?? ''

export const accountLinkWrites: Writes<typeof accountLinkRoutes> = {
  forgotPassword: async (stage) => ({
    body: { email: (await things.newMember(stage)).email },
    cookie: '',
  }),
  resetPassword: async (stage) => {
    const { id } = await things.newMember(stage)
    const { resetLink } = await stage.make(`/api/users/${id}/reset-link`)
    const body = { password: 'quarry-walk-lantern' }
    return { params: { token: tokenOf(resetLink) }, body, cookie: '' }
  },
  acceptInvite: async (stage) => {
    const id = await things.newPerson(stage)
    const [{ inviteLink }] = await stage.make('/api/users/invites', { userIds: [id] })
    return { params: { token: tokenOf(inviteLink) }, body: { password: PASSWORD }, cookie: '' }
  },
}

export const secondFactorWrites: Writes<typeof secondFactorRoutes> = {
  start: async (stage) => ({ cookie: (await things.newMember(stage)).cookie }),
  confirm: async (stage) => {
    const person = await things.newWalker(stage)
    const code = await things.beginFactor(stage, person)
    return { body: { code }, cookie: person.cookie }
  },
  remove: async (stage) => ({ cookie: (await things.newTwoStepUser(stage)).cookie }),
  newRecoveryCodes: async (stage) => ({ cookie: (await things.newTwoStepUser(stage)).cookie }),
  removeOf: async (stage) => ({ params: { id: (await things.newTwoStepUser(stage)).id } }),
}

async function passkeySignIn(stage: Stage) {
  const { authenticator, id } = await things.newPasskey(stage)
  const begun = await stage.w.call('nobody', 'POST', '/api/login/passkey/options')
  const { challenge, rpId } = begun.body.options
  const where = { origin: 'http://localhost:80', rpId, challenge }
  const cookie = cookieFrom(begun.headers)
  return { credential: authenticator.signIn(where, { userHandle: id }), cookie }
}

export const passkeyWrites: Writes<typeof passkeyRoutes> = {
  begin: async (stage) => ({ cookie: (await things.newWalker(stage)).cookie }),
  add: async (stage) => {
    const { body, cookie } = await things.beginPasskey(stage, await things.newWalker(stage))
    return { body, cookie }
  },
  remove: async (stage) => {
    const { credential, cookie } = await things.newPasskey(stage)
    return { params: { credential }, cookie }
  },
  beginSignIn: () => ({ cookie: '' }),
  signIn: async (stage) => {
    const { credential, cookie } = await passkeySignIn(stage)
    return { body: { credential: credential as never }, cookie }
  },
}
