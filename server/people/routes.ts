import type { FastifyInstance } from 'fastify'
import { logged } from '../http/failures.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { account } from './account.ts'
import { forgotten, forgottenPages } from './forgotten.ts'
import { joining, joiningPages } from './joining.ts'
import { oidcPages } from './oidcRoutes.ts'
import { serveAssets } from './pages/assets.ts'
import { troubleOf } from './pages/form.ts'
import { sendFailure } from './pages/page.ts'
import { noticePage } from './pages/pages.ts'
import { sampleSignIn } from './sampleSignIn.ts'
import { companySettings } from './settingsRoutes.ts'
import { setUp } from './setUp.ts'
import { signIn, signInPages } from './signIn.ts'
import { users } from './users.ts'

/** Everything about people, their accounts and their company. */
export function people(serve: Serve) {
  for (const part of [
    setUp,
    signIn,
    sampleSignIn,
    joining,
    forgotten,
    account,
    users,
    companySettings,
  ])
    part(serve)
}

/** The plain pages that a browser is sent to before the screens are there. */
export function peoplePages(api: FastifyInstance, services: Services) {
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
