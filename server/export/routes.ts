import type { Readable } from 'node:stream'
import { exportRoutes } from '@plumbline/contract/export.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/record.ts'
import { requireConfirmed } from '../auth/confirmation.ts'
import type { Db } from '../db/handle.ts'
import { FileResponse } from '../http/file.ts'
import { seal, unseal } from '../http/seal.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../http/services.ts'
import { identifyAgain } from '../http/session.ts'
import { summarize } from './queries.ts'
import { makeExport } from './service.ts'

/** How long a link works; milliseconds. */
const LINK_LIFE = 60_000
/** A browser that takes nothing for so long has gone; milliseconds. */
const IDLE = 120_000

interface Key {
  readonly session: string
  /** ISO date-time. */
  readonly until: string
}

function isKeyOf(request: FastifyRequest, key: string | undefined, secret: string, now: Date) {
  const found = unseal(key ?? '', secret, 'export') as Key | undefined
  return found?.session === request.sessionId && new Date(found.until) > now
}

/** How often a download looks whether its session goes on; milliseconds. */
const LOOK = 2000

interface Downloading {
  readonly db: Db
  readonly request: FastifyRequest
  readonly services: Services
}

/** Ends a download, which may take hours, once the session that asked for it has ended. */
function endWithSession({ db, request, services }: Downloading, stream: Readable) {
  const look = async () => {
    await identifyAgain(db, request, services.now())
    if (!request.person) stream.destroy(new Failure('unauthorized'))
  }
  // A database that cannot be asked ends nothing.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK)
  stream.once('close', () => clearInterval(timer))
}

/** Ends when the client leaves before the response. */
function departureOf({ raw }: FastifyReply): AbortSignal {
  const departure = new AbortController()
  raw.once('close', () => departure.abort(new Failure('unavailable')))
  return departure.signal
}

/** The download of everything, for admins who have proved who they are. */
export function exports(serve: Serve) {
  let isRunning = false
  const requireIdle = () => {
    if (isRunning) throw new Failure('tooMany', { retryAfter: 30 })
  }

  serve(exportRoutes.summary, { handle: ({ db }) => summarize(db) })

  serve(exportRoutes.create, {
    handle: async ({ request, now, services }) => {
      requireConfirmed(request, now)
      requireIdle()
      const until = new Date(now.getTime() + LINK_LIFE).toISOString()
      const value = { session: request.sessionId, until }
      const key = seal(value, services.settings.sessionSecret, 'export')
      return { url: `${exportRoutes.download.path}?key=${key}` }
    },
  })

  serve(exportRoutes.download, {
    handle: async ({ db, request, reply, query, services, now }) => {
      if (!isKeyOf(request, query.key, services.settings.sessionSecret, now))
        throw new Failure('notFound')
      requireIdle()
      isRunning = true
      const idle = () => {
        isRunning = false
      }
      const made = await makeExport(services, now, departureOf(reply)).catch((error: unknown) => {
        idle()
        throw error
      })
      made.stream.once('close', idle)
      endWithSession({ db, request, services }, made.stream)
      reply.raw.setTimeout(IDLE, () => reply.raw.destroy())
      const { stream, size, rows, files } = made
      await recordAudit(db, request, { action: 'data.exported', detail: { rows, files } }).catch(
        (error: unknown) => {
          stream.destroy()
          throw error
        },
      )
      return new FileResponse(
        200,
        {
          'content-type': 'application/zip',
          'content-length': String(size),
          'content-disposition': `attachment; filename="plumbline-${now.toISOString().slice(0, 10)}.zip"`,
        },
        stream,
      )
    },
  })
}
