import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../platform/db/transaction.ts'
import { readBody } from './body.ts'
import { callTurns } from './callTurns.ts'
import { logged } from './failures.ts'
import { oncePerKey } from './idempotency.ts'
import { locate } from './locate.ts'
import { longLists } from './longList.ts'
import { reauthorize } from './reauthorize.ts'
import { type HttpResponse, requireMatch, responseOf } from './responses.ts'
import type { Services } from './services.ts'
import type * as T from './steps.ts'
import { uploadResponse, type Write } from './uploadRoute.ts'
import { validate } from './validate.ts'

export type { Serve } from './steps.ts'

const listed: ReadonlySet<Row> = new Set(allRows)

/** Runs the steps of a row for one request: find, authorize, validate, handle, check the reply. */
async function run<R extends Row, S extends T.Facts<R>, F extends T.StoredFile>(
  row: R,
  steps: T.Steps<R, S, F>,
  context: T.RequestContext<R>,
  stored?: T.StoredFile,
): Promise<HttpResponse> {
  const { request } = context
  const { found, subject } = await locate(row, steps, context)
  const body = validate(row.body, row.body && readBody(request))
  if (row.method !== 'GET') requireMatch(request.headers['if-match'], subject)
  const reply = await steps.handle({ ...found, subject, body, stored } as T.HandlerContext<R, S, F>)
  return responseOf(row, reply, request.url)
}

/**
 * Binds rows to the application. Hooks check the session and the role first (see `guards.ts`), so
 * the body of an unauthorized request is never read. A write runs in one transaction, once per
 * Idempotency-Key.
 */
export function binder(app: FastifyInstance, services: Services): T.Serve {
  const { db } = services.database
  const inTurn = callTurns()
  const sendList = longLists()
  return (row, steps) => {
    const { storeFile } = steps
    // Otherwise neither the API document nor the walk over the contract would have it.
    if (!listed.has(row))
      throw new Error(`${row.method} ${row.path}: list it in contract/routes.ts`)
    if ((row.upload === undefined) !== (storeFile === undefined))
      throw new Error(`${row.path} needs \`storeFile\` for an upload`)

    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<HttpResponse> => {
      const later: (() => Promise<unknown>)[] = []
      const afterCommit = (work: () => Promise<unknown>) => later.push(work)
      const { params, person } = request
      const base = { db, params, now: services.now(), services, request, reply, afterCommit }
      const context = { ...base, person: person ?? undefined } as T.RequestContext<typeof row>
      if (row.method === 'GET') return sendList(row, context, () => run(row, steps, context))
      if (steps.transaction === false) return run(row, steps, await reauthorize(row, context))
      const write: Write = async (stored) => {
        const written = await inTransaction(db, async (tx) => {
          later.length = 0
          const inside = await reauthorize(row, { ...context, db: tx })
          return oncePerKey(row, inside, () => run(row, steps, inside, stored))
        })
        for (const work of later) await work().catch((error) => void logged(request, error))
        return written
      }
      if (storeFile) {
        // Runs before the file is received. The transaction checks again.
        await locate(row, steps, context)
        return uploadResponse(row, storeFile, context, write)
      }
      return (await write()).response
    }

    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, body, headers } = await inTurn(request, () => respond(request, reply))
      reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
      return reply.send(body)
    }
    const isFile = row.file === true && row.may !== 'anyone'
    const isViewable = row.method === 'GET' && !row.own
    const config = { may: row.may, isFile, isViewable, keep: row.keep }
    for (const { method, path } of [row, ...(row.also ?? [])])
      app.route({ method, url: path, config, handler })
  }
}
