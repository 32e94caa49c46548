import type { Plugin, Rolldown } from 'vite'

// The application needs far less of these than it can reach through them: packages, and the schemas of the contract.
const barrels = /node_modules\/(?!@tanstack\/)|\?schemas$|\/web\/build\/zod\.ts$/

/** A module that at least so many screens need goes into one shared chunk. */
const SHARED_BY = 5

/**
 * The first calls of a screen whose address has no search params. Only calls that every role may make: a refused one would be
 * logged.
 */
const reads: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/dashboard'],
  '/jobs': ['/api/jobs?limit=60'],
}

/**
 * Absolute paths of the modules that the first screen, its drawing, the application, the dashboards of the roles and the
 * screens, by address, begin with.
 */
interface Entries {
  entry: string
  drawing: string
  app: string
  dashboards: readonly string[]
  screens: Readonly<Record<string, string>>
}

/**
 * Makes the first screen of a signed-in person arrive in one round of requests.
 *
 * - What the application needs on top of the first screen becomes one chunk instead of two dozen small ones: gains
 *   810 ms on a slow phone, 330 ms on a fast computer.
 * - What the dashboards of several roles need on top of that is a second one, what many screens share a third. A job asks for
 *   30 files instead of 42.
 * - The build writes four HTML files for the server to choose from (server/http/static.ts). `index.html`, for a
 *   browser with a session, names the application's chunks (gains 390 ms on a slow phone, 160 ms on a fast computer) and
 *   the first reads (190 and 270 ms) beside the entry script; `screens.json` has what the server adds to it at the address
 *   of a screen: its chunks (with the point above 350 ms on a slow phone for the list of jobs, 650 ms for a job) and the
 *   reads that two of them begin with (100 ms); `anonymous.html` says that there is no session, so that
 *   neither the chunks nor the person are requested (180 and 130 ms), and names the drawing of the landing screen;
 *   `setup.html` says as well that the company is not set up yet, and the server adds whether it offers the sample, so
 *   that the landing screen need not ask; `shell.html` names no reads: below /view-as they have to say whom they are
 *   for, and offline, where the service worker opens it, they would fail.
 *
 * The gain is the time to the first figures of the dashboard, or to the landing screen, without the part minus with it:
 * the best of seven interleaved loads of the production build in Chromium. A slow phone is a CPU slowed down four times
 * behind 150 ms of latency and 1.6 Mbit/s. What gains less than 50 ms there is not worth its code.
 */
export function preloadChunks({ entry, drawing, app, dashboards, screens }: Entries) {
  const appModules = new Set<string>()
  const homeModules = new Set<string>()
  const sharedModules = new Set<string>()
  /** Ends of paths. */
  let firstIcons: ReadonlySet<string> = new Set()

  const reach = (
    start: string,
    info: (id: string) => Rolldown.ModuleInfo | null,
    into = new Set<string>(),
  ) => {
    if (into.has(start)) return into
    into.add(start)
    for (const id of info(start)?.importedIds ?? []) reach(id, info, into)
    return into
  }

  const plugin: Plugin = {
    name: 'preload-chunks',
    apply: 'build',
    enforce: 'post',
    buildEnd() {
      const info = (id: string) => this.getModuleInfo(id)
      const first = reach(entry, info)
      const home = screens['/'] ?? ''
      // Not the application's own module: a dynamic import must find it in a chunk of its own.
      for (const id of reach(app, info))
        if (!first.has(id) && id !== app && !barrels.test(id)) appModules.add(id)
      const isLater = (id: string) => !first.has(id) && !appModules.has(id) && !barrels.test(id)
      const users = new Map<string, number>()
      for (const screen of Object.values(screens))
        for (const id of reach(screen, info)) users.set(id, (users.get(id) ?? 0) + 1)
      const isShared = (id: string) => (users.get(id) ?? 0) >= SHARED_BY
      const ofRoles = dashboards.map((dashboard) => reach(dashboard, info))
      // Otherwise one dashboard would bring all that many screens share.
      for (const id of new Set(ofRoles.flatMap((modules) => [...modules])))
        if (isLater(id) && (isShared(id) || ofRoles.filter((all) => all.has(id)).length > 1))
          homeModules.add(id)
      for (const id of reach(home, info)) if (isLater(id) && id !== home) homeModules.add(id)
      // What the first screen loads a moment later should not bring all that is shared.
      const soon = new Set<string>()
      for (const id of [app, home, ...dashboards, ...homeModules])
        for (const lazy of info(id)?.dynamicallyImportedIds ?? []) reach(lazy, info, soon)
      for (const id of users.keys())
        if (isShared(id) && isLater(id) && !homeModules.has(id) && !soon.has(id))
          sharedModules.add(id)
      const code = (id: string) => info(id)?.code ?? ''
      const index = [...this.getModuleIds()].find((id) => id.endsWith('/lucide-react.mjs')) ?? ''
      // What the application opens over every screen is among the first, though it is loaded after them.
      const overlays = info(app)?.dynamicallyImportedIds ?? []
      const early = [entry, app, home, ...dashboards, ...overlays].flatMap((id) => [
        ...reach(id, info),
      ])
      firstIcons = iconsOf(early.filter((id) => !barrels.test(id)).map(code), code(index))
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const html = bundle['index.html']
        if (html?.type !== 'asset') this.error('The build made no index.html')
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const withImports = (chunk: Rolldown.OutputChunk, into: Set<string>) => {
          if (into.has(chunk.fileName)) return into
          into.add(chunk.fileName)
          for (const file of chunk.imports) {
            const imported = chunks.find(({ fileName }) => fileName === file)
            if (imported) withImports(imported, into)
          }
          return into
        }
        /** The files of a module, without those that were already named. */
        const filesOf = (module: string, named: ReadonlySet<string>) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
          if (!chunk) this.error(`No chunk holds ${module}`)
          return [...withImports(chunk, new Set())].filter((file) => !named.has(file))
        }
        const first = filesOf(entry, new Set())
        const signedIn = filesOf(app, new Set(first))
        const loaded = new Set([...first, ...signedIn])

        const page = String(html.source)
        html.source = withLinks(page, signedIn, ['/api/auth/user', '/api/settings'])
        const shell = withLinks(page, signedIn, [])
        this.emitFile({ type: 'asset', fileName: 'shell.html', source: shell })
        const landing = withLinks(page, filesOf(drawing, new Set(first)), [])
        const anonymous = landing.replace('<html', '<html data-anonymous')
        this.emitFile({ type: 'asset', fileName: 'anonymous.html', source: anonymous })
        const setup = anonymous.replace('<html', '<html data-setup')
        this.emitFile({ type: 'asset', fileName: 'setup.html', source: setup })
        // Whichever role it is.
        const [ofOne = [], ...ofOthers] = dashboards.map((module) => filesOf(module, loaded))
        const ofDashboards = ofOne.filter((file) => ofOthers.every((files) => files.includes(file)))
        const links = Object.entries(screens).map(([path, module]) => ({
          path,
          scripts: linksTo([...filesOf(module, loaded), ...(path === '/' ? ofDashboards : [])], []),
          reads: linksTo([], reads[path] ?? []),
        }))
        const source = JSON.stringify(links)
        this.emitFile({ type: 'asset', fileName: 'screens.json', source })
      },
    },
  }
  return {
    plugin,
    splitting: {
      includeDependenciesRecursively: false,
      groups: [
        // zod.ts beside zod itself, so that it has run before any schema is built.
        { name: 'zod', test: /node_modules\/zod\/|\/web\/build\/zod\.ts$/, priority: 1 },
        { name: 'app', test: (id: string) => appModules.has(id) },
        { name: 'home', test: (id: string) => homeModules.has(id) },
        { name: 'shared', test: (id: string) => sharedModules.has(id) },
        // A few hundred bytes each: one by one they would cost more to ask for than to send.
        {
          name: 'icons',
          test: (id: string) =>
            isIcon(id) && (!id.includes('/icons/') || firstIcons.has(endOf(id))),
        },
        { name: 'moreIcons', test: isIcon },
      ],
    },
  }
}

const isIcon = (id: string) => id.includes('/node_modules/lucide-react/')
const endOf = (path: string) => path.slice(path.lastIndexOf('/'))

/** The ends of the paths of the icons that these modules import, by the index of the package. */
function iconsOf(modules: readonly string[], index: string): Set<string> {
  const names = modules.flatMap((code) =>
    [...code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g)].flatMap(
      ([, list = '']) => list.match(/\w+(?= as |\s*(,|$))/g) ?? [],
    ),
  )
  const wanted = new Set(names)
  const files = [...index.matchAll(/export \{([^}]*)\} from '([^']*)'/g)]
  return new Set(
    files
      .filter(([, list = '']) => list.match(/\w+(?=\s*(,|$))/g)?.some((name) => wanted.has(name)))
      .map(([, , path = '']) => endOf(path)),
  )
}

/** The page with {@link linksTo} these scripts and GET calls. */
const withLinks = (html: string, scripts: readonly string[], reads: readonly string[]) =>
  html.replace('</head>', `${linksTo(scripts, reads)}</head>`)

/** Links that fetch these scripts and these GET calls at once. */
function linksTo(scripts: readonly string[], reads: readonly string[]): string {
  const links = [
    // Matched by a fetch of the same address with the same credentials mode, which api/call.ts does.
    ...reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  return links.map((link) => `  ${link}\n`).join('')
}
