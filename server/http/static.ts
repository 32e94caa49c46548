import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import serveFiles from '@fastify/static'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { replyWithFailure } from './failures.ts'

const YEAR = 31_536_000

/** The path of a request, without its query. */
const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** A screen of the application, rather than a call or a file that does not exist. */
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
 * Serves the built web application: hashed files are cached for a year, the HTML never. Every address that is no file
 * and not below /api gets the HTML, whose router knows which screens exist. The build makes several versions of it
 * (web/build/preloadChunks.ts): for a browser without a session, for one with a session, for the latter at each screen, for
 * an admin who views as somebody, and for / while `isSetUp` says no, which also says whether there is a sample company.
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
    /** Whether the browser has a session: with one that has ended, its first reads would only fail. */
    isSignedIn: (request: FastifyRequest) => Promise<boolean>
    hasSample: (request: FastifyRequest) => boolean
    /** Where the events begin that a page has to hear of which is loaded now, if that is known. */
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
      // The build wrote .br and .gz files beside the scripts and styles.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}', '{index,anonymous,setup}.html', 'screens.json'],
      setHeaders: (reply, file) => {
        reply.setHeader('vary', 'accept-encoding')
        // A font that changes gets a new name, like the hashed scripts and styles.
        const hashed = file.includes(`${path.sep}assets${path.sep}`) || file.endsWith('.woff2')
        reply.setHeader('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!html || !wantsScreen(request)) return replyWithFailure(new Failure('notFound'), reply)
    // Whatever cookie is left of an earlier installation, there is nobody to be signed in.
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

/** What the HTML names at the address of a screen: tags for its scripts, and for the calls it begins with. */
interface ScreenLinks {
  /** A segment that begins with `$` is any. */
  readonly path: string
  readonly scripts: string
  readonly reads: string
}

/** Says in a page which events it has not heard of. */
const cursorTag = (cursor: string | undefined) =>
  cursor === undefined ? '' : `<meta name="event-cursor" content="${cursor}">`

/** Whether an address is that of a screen with this path. */
function isAt(path: string, address: string): boolean {
  const parts = address.replace(/(?<=.)\/$/, '').split('/')
  const expected = path.split('/')
  const fits = (part: string, n: number) => part.startsWith('$') || part === parts[n]
  return parts.length === expected.length && expected.every(fits)
}

/** The versions of the HTML in this folder; null where nothing was built. */
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
      // Search params may ask for something else.
      return search ? screen.html : screen.withReads
    },
  }
}
