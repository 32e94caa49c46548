import type { FastifyInstance } from 'fastify'
import { logged } from '../http/failures.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { joining, joiningPages } from './acceptInvite.ts'
import { account } from './account.ts'
import { oidcPages } from './oidcRoutes.ts'
import { serveAssets } from './pages/assets.ts'
import { troubleOf } from './pages/form.ts'
import { sendFailure } from './pages/layout.ts'
import { noticePage } from './pages/pages.ts'
import { forgotten, forgottenPages } from './passwordReset.ts'
import { sampleSignIn } from './sampleSignIn.ts'
import { setUp } from './setup.ts'
import { signIn, signInPages } from './signIn.ts'

/** Set-up, signing in and out, invites, passwords, and the person's own account. */
export function auth(serve: Serve) {
  for (const part of [setUp, signIn, sampleSignIn, joining, forgotten, account]) part(serve)
}

/** The plain pages that a browser is sent to before the screens are there. */
export function authPages(api: FastifyInstance, services: Services) {
  serveAssets(api)
  api.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      const failure = logged(request, error)
      const { message: lead } = troubleOf(failure)
      return sendFailure(
        reply,
        failure,
        noticePage({ company: 'Plumbline', title: 'That did not work', lead }),
      )
    })
    for (const part of [signInPages, joiningPages, forgottenPages, oidcPages]) part(pages, services)
  })
}
