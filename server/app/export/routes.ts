import { exportRoutes } from '@plumbline/contract/export.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../events/recordAudit.ts'
import { requireConfirmed } from '../../http/confirmation.ts'
import { FileResponse } from '../../http/file.ts'
import { reauthorize } from '../../http/reauthorize.ts'
import { seal, unseal } from '../../http/seal.ts'
import type { Serve } from '../../http/serve.ts'
import type { RequestContext } from '../../http/steps.ts'
import { summarize } from './queries.ts'
import { makeExport, requireExportRoom } from './service.ts'

/** Lifetime of a link. */
const LINK_LIFETIME_MS = MINUTE_MS
/** A client that reads nothing for this long is disconnected. */
const IDLE_TIMEOUT_MS = 120_000
/** The interval between checks of whether the person may still download the export. */
const RECHECK_INTERVAL_MS = 2000

type Download = RequestContext<typeof exportRoutes.download>

interface Key {
  readonly session: string
  /** ISO date-time. */
  readonly until: string
}

function isKeyOf(request: FastifyRequest, key: string | undefined, secret: string, now: Date) {
  const found = unseal(key ?? '', secret, 'export') as Key | undefined
  return found?.session === request.sessionId && new Date(found.until) > now
}

/**
 * Aborts when the client disconnects, or when the person may no longer download the export. A
 * download may take hours, in which the session may end, or the person may be removed or get
 * another role.
 */
function abortOnEnd(context: Download): AbortController {
  const end = new AbortController()
  const recheck = setInterval(() => {
    reauthorize(exportRoutes.download, context).catch((error: unknown) => {
      // Other errors, such as a lost database connection, do not concern the permission.
      if (error instanceof Failure) end.abort(error)
    })
  }, RECHECK_INTERVAL_MS)
  end.signal.addEventListener('abort', () => clearInterval(recheck))
  const { raw } = context.reply
  raw.once('close', () => end.abort(new Failure('unavailable')))
  return end
}

/** The download of everything, for admins who have confirmed their identity. */
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
      await requireExportRoom(services)
      const until = new Date(now.getTime() + LINK_LIFETIME_MS).toISOString()
      const value = { session: request.sessionId, until }
      const key = seal(value, services.settings.sessionSecret, 'export')
      return { url: `${exportRoutes.download.path}?key=${key}` }
    },
  })

  serve(exportRoutes.download, {
    handle: async (context) => {
      const { db, request, reply, query, services, now } = context
      if (!isKeyOf(request, query.key, services.settings.sessionSecret, now))
        throw new Failure('notFound')
      requireIdle()
      isRunning = true
      const idle = () => {
        isRunning = false
      }
      const end = abortOnEnd(context)
      const made = await makeExport(services, now, end.signal).catch((error: unknown) => {
        end.abort()
        idle()
        throw error
      })
      made.stream.once('close', () => {
        end.abort()
        idle()
      })
      reply.raw.setTimeout(IDLE_TIMEOUT_MS, () => reply.raw.destroy())
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
