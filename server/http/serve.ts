import { Failure } from '@plumbline/contract/failures.ts'
import { type Action, may, mayEver } from '@plumbline/contract/policy.ts'
import type { Row } from '@plumbline/contract/route.ts'
import { isId } from '@plumbline/contract/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/handle.ts'
import { ListPage } from '../db/paging.ts'
import { inTransaction } from '../db/transaction.ts'
import { isForm, readBody } from './body.ts'
import { declared, validate } from './check.ts'
import { logged } from './failures.ts'
import { FileAnswer } from './file.ts'
import { keyOf, once } from './idempotency.ts'
import { type Answer, pageHeaders, requireMatch, versionOf } from './responses.ts'
import type { Services } from './services.ts'
import type { SignedIn } from './session.ts'
import type { Asked, Facts, Handled, Kept, Serve, Sought, Steps } from './steps.ts'
import { answerUpload, type Write } from './uploadRoute.ts'

export type { Serve } from './steps.ts'

const known = (params: object) =>
  Object.entries(params).every(([name, value]) => !/^id$|Id$/.test(name) || isId(value))

function answerOf(row: Row, given: unknown, url: string): Answer {
  const status = row.status ?? 200
  if (given instanceof FileAnswer) return given
  if (given instanceof ListPage) {
    return { status, body: declared(row.reply, given.items), headers: pageHeaders(given, url) }
  }
  const tag = versionOf(given)
  return { status, body: declared(row.reply, given), headers: tag ? { etag: tag } : {} }
}

/** Runs the steps of a row for one request, on the handle given. */
async function run<R extends Row, S extends Facts<R>, K extends Kept>(
  row: R,
  steps: Steps<R, S, K>,
  asked: Asked<R>,
  kept?: Kept,
): Promise<Answer> {
  const { request } = asked
  if (!known(asked.params)) throw new Failure('notFound')
  const sought = { ...asked, query: validate(row.query, request.query) } as Sought<R>
  const find = steps.find as ((asked: Sought<R>) => Promise<unknown>) | undefined
  const subject = await find?.(sought)
  if (find && subject === undefined) throw new Failure('notFound')
  if (row.may !== 'anyone' && !may(asked.person as SignedIn, row.may, subject as never))
    throw new Failure('forbidden')
  const body = validate(row.body, row.body && readBody(request, row.form === true))
  if (row.method !== 'GET') requireMatch(request.headers['if-match'], subject)
  const given = await steps.handle({ ...sought, subject, body, kept } as Handled<R, S, K>)
  return answerOf(row, given, request.url)
}

/**
 * Binds rows to the application, always in one order: session, role, find, authorise, validate, handle, check the
 * reply. The first two are hooks (see `guards.ts`), so that nothing is read from a stranger's body. A write runs in
 * one transaction, once per Idempotency-Key.
 */
export function binder(app: FastifyInstance, services: Services): Serve {
  const { db } = services.database
  return (row, steps) => {
    if ((row.upload === undefined) !== (steps.keep === undefined))
      throw new Error(`${row.path} owes \`keep\` for an upload`)
    const { page } = steps as {
      page?: (outcome: object, asked: Asked<typeof row>) => Promise<unknown>
    }
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const person = request.person ?? undefined
      const now = services.now()
      const later: (() => Promise<unknown>)[] = []
      const afterCommit = (work: () => Promise<unknown>) => later.push(work)
      const on = (handle: Db) =>
        ({
          db: handle,
          person,
          params: request.params,
          now,
          services,
          request,
          reply,
          afterCommit,
        }) as Asked<typeof row>

      const write: Write = async (kept) => {
        const key = row.method === 'POST' && person ? keyOf(request) : undefined
        let repeated = key !== undefined
        const answer = await inTransaction(db, async (tx) => {
          later.length = 0
          if (key === undefined || !person) return run(row, steps, on(tx), kept)
          const scope = {
            personId: person.id,
            route: row.path,
            key,
            now,
            secret: services.settings.sessionSecret,
          }
          return once(tx, request, scope, () => {
            repeated = false
            return run(row, steps, on(tx), kept)
          })
        })
        for (const work of later)
          await work().catch((error: unknown) => void logged(request, error))
        return { answer, repeated }
      }

      const answer = async (): Promise<Answer> => {
        if (row.method === 'GET' || steps.transaction === false) return run(row, steps, on(db))
        if (steps.keep) return answerUpload(row, steps.keep, on(db), write)
        return (await write()).answer
      }

      if (page && isForm(request)) {
        const outcome = await answer().then(
          (given) => ({ answer: given }),
          (error: unknown) => ({ failure: logged(request, error) }),
        )
        return page(outcome, on(db))
      }
      const { status, body, headers } = await answer()
      return reply
        .code(status)
        .headers({ 'cache-control': 'no-store', ...headers })
        .send(body)
    }

    for (const { method, path } of [row, ...(row.also ?? [])]) {
      app.route({ method, url: path, config: { may: row.may, isFile: row.file === true }, handler })
    }
  }
}

/** The role check of a route, done before its body is read: 401 for nobody, 403 for a role that never may. */
export function requireRole(action: Action | 'anyone', person: SignedIn | null) {
  if (action === 'anyone') return
  if (!person) throw new Failure('unauthorized')
  if (!mayEver(person.role, action)) throw new Failure('forbidden')
}
