import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import serveFiles from '@fastify/static'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { replyWithFailure } from './failures.ts'

const YEAR = 31_536_000

/** The path of a request, without its query. */
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/**
 * Whether the request is for a screen of the application, rather than for an API call or a missing
 * file.
 */
function wantsScreen(request: FastifyRequest): boolean {
  const { method } = request
  const address = pathOf(request)
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/api(\/|$)/.test(address) &&
    !path.extname(address)
  )
}

/**
 * Serves the built web application. Hashed files are cached for a year, the HTML never. Every
 * address that is not a file and not below /api gets the HTML, whose router knows which screens
 * exist. The build makes several versions of it (web/build/preloadChunks.ts): without a session,
 * with a session, with a session at each screen, for an admin who views as somebody, and for /
 * while `isSetUp` returns false. The last one also says whether there is a sample company.
 */
export async function registerStatic(
  app: FastifyInstance,
  folder: string | undefined,
  {
    isSetUp,
    isSignedIn,
    hasSample,
    eventCursor,
  }: {
    isSetUp: () => Promise<boolean>
    /**
     * Whether the browser has a valid session. If it has ended, the first reads of a page would
     * only fail.
     */
    isSignedIn: (request: FastifyRequest) => Promise<boolean>
    hasSample: (request: FastifyRequest) => boolean
    /** The cursor from which a page loaded now has to read events, if it is known. */
    eventCursor: () => string | undefined
  },
) {
  const html = folder === undefined ? null : readHtml(folder)

  if (folder !== undefined && html) {
    await app.register(serveFiles, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      // The build writes .br and .gz files next to the scripts and styles.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}', '{index,anonymous,setup}.html', 'screens.json'],
      setHeaders: (reply, file) => {
        reply.setHeader('vary', 'accept-encoding')
        // A changed font gets a new name, like the hashed scripts and styles.
        const hashed = file.includes(`${path.sep}assets${path.sep}`) || file.endsWith('.woff2')
        reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!html || !wantsScreen(request)) return replyWithFailure(new Failure('notFound'), reply)
    // A cookie may remain from an earlier installation, but nobody can be signed in yet.
    const isNew = pathOf(request) === '/' && !(await isSetUp())
    const setup = hasSample(request) ? html.sampleSetup : html.setup
    const version = isNew
      ? setup
      : (await isSignedIn(request))
        ? html.at(request.url)
        : html.anonymous
    const page = version.replace('</head>', `${cursorTag(eventCursor())}</head>`)
    return reply.header('cache-control', 'no-store').type('text/html').send(page)
  })
}

/**
 * The tags that are added to the HTML at the address of a screen: for its scripts, and for its
 * first API calls.
 */
interface ScreenLinks {
  /** A segment that begins with `$` matches any segment. */
  readonly path: string
  readonly scripts: string
  readonly reads: string
}

/** The tag that holds the cursor from which the page has to read events. */
const cursorTag = (cursor: string | undefined) =>
  cursor === undefined ? '' : `<meta name="event-cursor" content="${cursor}">`

/** Whether an address matches the path of a screen. */
function isAt(path: string, address: string): boolean {
  const parts = address.replace(/(?<=.)\/$/, '').split('/')
  const expected = path.split('/')
  const matches = (part: string, n: number) => part.startsWith('$') || part === parts[n]
  return parts.length === expected.length && expected.every(matches)
}

/** The versions of the HTML in this folder, or null if nothing was built. */
function readHtml(folder: string) {
  if (!existsSync(path.join(folder, 'index.html'))) return null
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const index = read('index.html')
  const shell = read('shell.html')
  const withLinks = (html: string, links: string) => html.replace('</head>', `${links}</head>`)
  const screens = (JSON.parse(read('screens.json')) as ScreenLinks[]).map((screen) => ({
    path: screen.path,
    html: withLinks(index, screen.scripts),
    withReads: withLinks(index, screen.reads + screen.scripts),
  }))
  return {
    anonymous: read('anonymous.html'),
    setup: read('setup.html'),
    sampleSetup: read('setup.html').replace('data-setup', 'data-setup="sample"'),
    /** The version for a browser with a session. */
    at(url: string) {
      const [address = '', search] = url.split('?')
      if (address.startsWith('/view-as/')) return shell
      const screen = screens.find((one) => isAt(one.path, address))
      if (!screen) return index
      // Search params may change the first calls.
      return search ? screen.html : screen.withReads
    },
  }
}
