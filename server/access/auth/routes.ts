import type { FastifyInstance } from 'fastify'
import { logged } from '../../http/failures.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { inviteForms, invitePages, invites } from './acceptInvite.ts'
import { account } from './account.ts'
import { oidcPages } from './oidcRoutes.ts'
import { serveAssets } from './pages/assets.ts'
import { sendNotice } from './pages/pages.ts'
import { passkeyAccount } from './passkeyRoutes.ts'
import { passkeySignIn } from './passkeySignIn.ts'
import { passwordReset, passwordResetForms, passwordResetPages } from './passwordReset.ts'
import { sampleSignIn, sampleSignInForms } from './sampleSignIn.ts'
import { secondFactor } from './secondFactorRoutes.ts'
import { signIn, signInForms, signInPages } from './signIn.ts'

/** The JSON calls: signing in and out, invites, passwords, and the person's own account. */
export function routes(serve: Serve) {
  for (const part of [
    signIn,
    sampleSignIn,
    invites,
    passwordReset,
    account,
    secondFactor,
    passkeyAccount,
    passkeySignIn,
  ])
    part(serve)
}

/** The plain pages for browsers that are not signed in, and their forms. */
export function pages(api: FastifyInstance, services: Services) {
  serveAssets(api)
  for (const part of [signInForms, sampleSignInForms, inviteForms, passwordResetForms])
    part(api, services)
  api.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendNotice(reply, logged(request, error)))
    for (const part of [signInPages, invitePages, passwordResetPages, oidcPages])
      part(pages, services)
  })
}
