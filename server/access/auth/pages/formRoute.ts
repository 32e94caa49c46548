import type { Failure } from '@plumbline/contract/failures.ts'
import type { OutputOf, Row, Schema } from '@plumbline/contract/route.ts'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { isForm, readForm } from '../../../http/body.ts'
import { logged } from '../../../http/failures.ts'
import type { Services } from '../../../http/services.ts'
import type { RequestContext } from '../../../http/steps.ts'
import { validate } from '../../../http/validate.ts'

/** The context that the actions of this slice need, whether called with JSON or with a form. */
export type AuthContext = Pick<RequestContext<Row>, 'db' | 'now' | 'services' | 'request' | 'reply'>

/** The fields of a form as they were typed. */
export type Typed = Readonly<Record<string, string | undefined>>

type BodyOf<R extends Row> = R extends { body: infer B extends Schema } ? OutputOf<B> : undefined

interface FormSteps<R extends Row> {
  /** Does the same work as the row's handler. */
  submit(context: AuthContext, body: BodyOf<R>): Promise<unknown>
  /** Sends the page or the redirect after success. */
  done(context: AuthContext, typed: Typed): unknown
  /** Sends the page after a failure: usually the form again, with the errors. */
  failed(context: AuthContext, failure: Failure, typed: Typed): unknown
}

type RouterOptions = NonNullable<FastifyServerOptions['routerOptions']>
type Strategy = NonNullable<RouterOptions['constraints']>[string]

/** Lets a form have its own route beside the JSON row of the same path. */
export const formConstraint: Strategy = {
  name: 'body',
  // Undefined, which the type lacks, stands for the routes without a constraint.
  deriveConstraint: (request) => (isForm(request) ? 'form' : undefined) as string,
  storage() {
    const handlers = new Map<unknown, Parameters<Handlers['set']>[1]>()
    return {
      get: (body) => handlers.get(body) ?? null,
      set: (body, handler) => void handlers.set(body, handler),
    }
  },
}

type Handlers = ReturnType<Strategy['storage']>

/**
 * Accepts the HTML form of a row and responds with a page. The row itself, at the same path,
 * accepts only JSON.
 */
export function formRoute<const R extends Row>(
  api: FastifyInstance,
  services: Services,
  row: R,
  { submit, done, failed }: FormSteps<R>,
) {
  const options = { constraints: { body: 'form' }, config: { may: row.may } }
  api.post(row.path, options, async (request, reply) => {
    const context = { db: services.database.db, now: services.now(), services, request, reply }
    const typed = readForm(request)
    try {
      await submit(context, validate(row.body, typed) as BodyOf<R>)
    } catch (error) {
      return failed(context, logged(request, error), typed)
    }
    return done(context, typed)
  })
}
