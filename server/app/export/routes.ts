import { exportRoutes } from '@plumbline/contract/export.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../events/recordAudit.ts'
import { requireConfirmed } from '../../http/confirmation.ts'
import { FileResponse } from '../../http/file.ts'
import { reauthorise } from '../../http/reauthorise.ts'
import { seal, unseal } from '../../http/seal.ts'
import type { Serve } from '../../http/serve.ts'
import type { RequestContext } from '../../http/steps.ts'
import { summarize } from './queries.ts'
import { makeExport, requireExportRoom } from './service.ts'

/** How long a link works; milliseconds. */
const LINK_LIFE = 60_000
/** A browser that takes nothing for so long has gone; milliseconds. */
const IDLE = 120_000
/** How often it is looked whether the person may still have it; milliseconds. */
const LOOK_AGAIN = 2000

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
 * Ends when the client leaves, and when they may not have the export any more: it may take hours, and their session may
 * end, or they be removed or given another role meanwhile.
 */
function endOf(context: Download): AbortController {
  const end = new AbortController()
  const look = setInterval(() => {
    reauthorise(exportRoutes.download, context).catch((error: unknown) => {
      // The database may be gone for a moment; that says nothing about the person.
      if (error instanceof Failure) end.abort(error)
    })
  }, LOOK_AGAIN)
  end.signal.addEventListener('abort', () => clearInterval(look))
  const { raw } = context.reply
  raw.once('close', () => end.abort(new Failure('unavailable')))
  return end
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
      await requireExportRoom(services)
      const until = new Date(now.getTime() + LINK_LIFE).toISOString()
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
      const end = endOf(context)
      const made = await makeExport(services, now, end.signal).catch((error: unknown) => {
        end.abort()
        idle()
        throw error
      })
      made.stream.once('close', () => {
        end.abort()
        idle()
      })
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
