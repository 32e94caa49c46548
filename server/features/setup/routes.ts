import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { User } from '@plumbline/contract/people.ts'
import { type Setup, setupRoutes } from '@plumbline/contract/setup.ts'
import type { FastifyInstance } from 'fastify'
import { formErrorsOf } from '../../access/auth/pages/form.ts'
import { type AuthContext, formRoute, type Typed } from '../../access/auth/pages/formRoute.ts'
import { goTo, send, sendFailure } from '../../access/auth/pages/layout.ts'
import { noticePage, setupPage } from '../../access/auth/pages/pages.ts'
import { isLocal, offersSample, setupView } from '../../access/auth/setupCode.ts'
import { setupNeeded } from '../../access/auth/setupQueries.ts'
import { companyBrand } from '../../access/company/queries.ts'
import { countAddress, uncountAddress } from '../../http/limits/attempts.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../http/services.ts'
import { undoOnError } from '../../http/uploadRoute.ts'
import { namesOf, setUpCompany, weakness } from './service.ts'

/** The errors of the form. A weak password is reported together with other invalid fields. */
function errorsOf(failure: Failure, typed: Typed) {
  const errors = formErrorsOf(failure)
  const hasFields = Object.keys(errors.fields).length > 0
  if (!hasFields || errors.fields.password || !typed.password) return errors
  const password = weakness(typed.password, typed)
  return password ? { ...errors, fields: { ...errors.fields, password } } : errors
}

/** Sets up the company with its first admin, and signs them in. Works only once. */
async function setUp(
  { db, now, services, request, reply }: AuthContext,
  body: Setup,
): Promise<User> {
  if (!(await setupNeeded(db))) throw new Failure('setUpAlready')
  const most = services.settings.rateSignIn
  await countAddress(db, { ip: request.ip, most, now })
  const { setupCode, prepareSample } = services
  if (!isLocal(services, request) && !setupCode.matches(body.code ?? '')) {
    setupCode.show()
    request.refusal = 'setUpCode'
    throw invalid({ code: 'That is not the code that the server printed' })
  }
  if (body.sample && !offersSample(services, request))
    throw invalid({ sample: 'This server does not offer a sample company' })
  const { companyName, holdingsName } = namesOf(body)
  const problem = weakness(body.password, { ...body, companyName, holdingsName })
  if (problem) throw invalid({ password: problem })
  const passwordHash = await services.passwords.hash(body.password)
  const timeZone = body.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const sample = body.sample ? await prepareSample?.(services, { now, timeZone }) : undefined
  const write = () =>
    db.transaction((tx) =>
      setUpCompany(
        { db: tx, now, services, request, reply },
        { ...body, timeZone },
        passwordHash,
        sample,
      ),
    )
  const admin = await (sample ? undoOnError(request, sample, write) : write())
  await uncountAddress(db, request.ip, most)
  return admin
}

/** Setting up the company with JSON. */
export function routes(serve: Serve) {
  serve(setupRoutes.setupNeeded, {
    handle: async ({ db }) => ({ needed: await setupNeeded(db) }),
  })
  serve(setupRoutes.setUp, {
    transaction: false,
    handle: (context) => setUp(context, context.body),
  })
}

/** The form that `/api/login` shows until the company is set up. */
export function pages(api: FastifyInstance, services: Services) {
  formRoute(api, services, setupRoutes.setUp, {
    submit: setUp,
    done: ({ reply }) => goTo(reply, '/'),
    failed: async ({ db, request, reply }, failure, typed) => {
      if (failure.name === 'setUpAlready') {
        const company = await companyBrand(db)
        const lead = 'This company has been set up. Sign in.'
        return send(reply, 409, noticePage({ company, title: 'Already set up', lead }))
      }
      const view = {
        typed,
        errors: errorsOf(failure, typed),
        ...setupView(services, request),
      }
      return sendFailure(reply, failure, setupPage(view))
    },
  })
}
