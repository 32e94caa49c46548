import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import serveFiles from '@fastify/static'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { answerFailure } from './failures.ts'
import { cookieName } from './session.ts'

const YEAR = 31_536_000

/** The path of a request, without the search params. */
const addressOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** Whether a screen is requested, rather than a call or a missing file. */
function wantsPage(request: FastifyRequest): boolean {
  const { method } = request
  const address = addressOf(request)
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/api(\/|$)/.test(address) &&
    !path.extname(address)
  )
}

/**
 * Serves the built web application: hashed files are cached forever, the HTML never. Every address
 * that is not a file and not below /api gets the HTML, whose router knows the screens.
 */
export async function registerStatic(
  app: FastifyInstance,
  settings: Settings,
  folder: string | undefined,
) {
  const page = folder === undefined ? '' : path.join(folder, 'index.html')
  const built = existsSync(page)
  const homeHtml = built ? readFileSync(page, 'utf8') : ''
  // The dashboard is preloaded only on its own address.
  const html = homeHtml.replace(/<link [^>]*data-home[^>]*>\s*/g, '')
  // Marked in the HTML, so that the landing page of a visitor neither requests the person nor
  // preloads the app.
  const anonymousHtml = html
    .replace('<html', '<html data-anonymous')
    .replace(/<(link|script) [^>]*data-signed-in[^>]*>(<\/script>)?\s*/g, '')

  if (folder !== undefined && built) {
    await app.register(serveFiles, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      // Compressed by the build.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      setHeaders: (reply, file) => {
        reply.setHeader('vary', 'accept-encoding')
        // A font that changes gets another name, as hashed files do.
        const hashed = file.includes(`${path.sep}assets${path.sep}`) || file.endsWith('.woff2')
        reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!built || !wantsPage(request)) return answerFailure(new Failure('notFound'), reply)
    const stranger = request.cookies[cookieName(settings)] === undefined
    return reply
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(stranger ? anonymousHtml : addressOf(request) === '/' ? homeHtml : html)
  })
}
