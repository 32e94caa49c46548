import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import serveFiles from '@fastify/static'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { answerFailure } from './failures.ts'
import { cookieName } from './session.ts'

const YEAR = 31_536_000

/** What is asked for, without the words after the question mark. */
const addressOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** A page of the application, rather than a call or a file that is not there. */
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
 * Serves the built web application: hashed files for ever, the page itself never from a cache. Every address that is
 * no file and not below /api gets the page, whose router knows what is a screen and what is not.
 */
export async function registerStatic(
  app: FastifyInstance,
  settings: Settings,
  folder: string | undefined,
) {
  const page = folder === undefined ? '' : path.join(folder, 'index.html')
  const built = existsSync(page)
  const homeHtml = built ? readFileSync(page, 'utf8') : ''
  // The dashboard comes along where it is what is asked for.
  const html = homeHtml.replace(/<link [^>]*data-home[^>]*>\s*/g, '')
  // Said on the page itself, so that a stranger's first screen neither asks who is signed in nor loads what only the
  // signed-in see.
  const anonymousHtml = html
    .replace('<html', '<html data-anonymous')
    .replace(/<(link|script) [^>]*data-signed-in[^>]*>(<\/script>)?\s*/g, '')

  if (folder !== undefined && built) {
    await app.register(serveFiles, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      // As the build has packed them.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      setHeaders: (reply, file) => {
        reply.setHeader('vary', 'accept-encoding')
        // A font that changes gets another name, as our own parts do.
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
