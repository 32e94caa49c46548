import type { Plugin, Rolldown } from 'vite'

// Modules that can reach far more than the application needs from them: packages, and the schemas
// of the contract.
const barrels = /node_modules\/(?!@tanstack\/)|\?schemas$|\/web\/build\/zod\.ts$/

/** A module that at least this many screens need goes into one shared chunk. */
const SHARED_BY = 8

/**
 * The first calls of a screen at an address without search params. Only calls that every role may
 * make, since a refused one would be logged.
 */
const reads: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/dashboard'],
  '/jobs': ['/api/jobs?openFirst=true&limit=60'],
}

/**
 * Absolute paths of the root modules of the first screen, its drawing, the application, the
 * dashboards of the roles, and the screens by address.
 */
interface Entries {
  entry: string
  drawing: string
  app: string
  dashboards: readonly string[]
  screens: Readonly<Record<string, string>>
}

/**
 * Makes the first screen of a signed-in person load in one round of requests.
 *
 * - The modules that the application needs in addition to the first screen become one chunk instead
 *   of two dozen small ones. Saves 810 ms on a slow phone, 330 ms on a fast computer.
 * - The modules that the dashboards of several roles need in addition are a second chunk, those
 *   that many screens share a third. A job needs 30 files instead of 42.
 * - The build writes four HTML files for the server to choose from (server/http/static.ts).
 *   `index.html`, for a browser with a session, preloads the application's chunks (saves 390 ms on
 *   a slow phone, 160 ms on a fast computer) and the first reads (190 and 270 ms) beside the entry
 *   script. `anonymous.html` says that there is no session, so that neither the chunks nor the
 *   person are requested (180 and 130 ms), and preloads the drawing of the landing screen.
 *   `setup.html` also says that the company is not set up yet. The server adds whether it offers
 *   the sample, so that the landing screen need not ask. `shell.html` preloads no reads: below
 *   /view-as they need the id of the viewed person, and offline, where the service worker serves
 *   it, they would fail.
 * - `screens.json` has the links that the server adds to `index.html` at the address of a screen:
 *   its chunks (with the shared chunks saves 350 ms on a slow phone for the list of jobs, 650 ms
 *   for a job) and, for two screens, their first reads (100 ms).
 *
 * Each saving is the time to the first figures of the dashboard, or to the landing screen, without
 * that part minus the time with it: the best of seven interleaved loads of the production build in
 * Chromium. A slow phone is a CPU slowed down four times behind 150 ms of latency and 1.6 Mbit/s. A
 * part that saves less than 50 ms there is not worth its code.
 */
export function preloadChunks({ entry, drawing, app, dashboards, screens }: Entries) {
  const appModules = new Set<string>()
  const homeModules = new Set<string>()
  const sharedModules = new Set<string>()
  /** File names of the icons that are needed first. */
  let firstIcons: ReadonlySet<string> = new Set()

  const collectImports = (
    start: string,
    info: (id: string) => Rolldown.ModuleInfo | null,
    result = new Set<string>(),
  ) => {
    if (result.has(start)) return result
    result.add(start)
    for (const id of info(start)?.importedIds ?? []) collectImports(id, info, result)
    return result
  }

  const plugin: Plugin = {
    name: 'preload-chunks',
    apply: 'build',
    enforce: 'post',
    buildEnd() {
      const info = (id: string) => this.getModuleInfo(id)
      const first = collectImports(entry, info)
      const home = screens['/'] ?? ''
      // Not the root module of the application: a dynamic import must find it in its own chunk.
      for (const id of collectImports(app, info))
        if (!first.has(id) && id !== app && !barrels.test(id)) appModules.add(id)
      const isLoadedLater = (id: string) =>
        !first.has(id) && !appModules.has(id) && !barrels.test(id)
      const importCounts = new Map<string, number>()
      for (const screen of Object.values(screens))
        for (const id of collectImports(screen, info))
          importCounts.set(id, (importCounts.get(id) ?? 0) + 1)
      const isShared = (id: string) => (importCounts.get(id) ?? 0) >= SHARED_BY
      const modulesByDashboard = dashboards.map((dashboard) => collectImports(dashboard, info))
      // The dashboards come before the shared modules. Otherwise a dashboard would load everything
      // that many screens share.
      for (const id of new Set(modulesByDashboard.flatMap((modules) => [...modules])))
        if (
          isLoadedLater(id) &&
          (isShared(id) || modulesByDashboard.filter((all) => all.has(id)).length > 1)
        )
          homeModules.add(id)
      for (const id of collectImports(home, info))
        if (isLoadedLater(id) && id !== home) homeModules.add(id)
      // The modules that the first screen imports dynamically must not load all shared modules.
      const loadedSoon = new Set<string>()
      for (const id of [app, home, ...dashboards, ...homeModules])
        for (const lazy of info(id)?.dynamicallyImportedIds ?? [])
          collectImports(lazy, info, loadedSoon)
      for (const id of importCounts.keys())
        if (isShared(id) && isLoadedLater(id) && !homeModules.has(id) && !loadedSoon.has(id))
          sharedModules.add(id)
      const code = (id: string) => info(id)?.code ?? ''
      const index = [...this.getModuleIds()].find((id) => id.endsWith('/lucide-react.mjs')) ?? ''
      // The icons of the overlays belong to the first ones, although the overlays are loaded later.
      const overlays = info(app)?.dynamicallyImportedIds ?? []
      const early = [entry, app, home, ...dashboards, ...overlays].flatMap((id) => [
        ...collectImports(id, info),
      ])
      firstIcons = iconsOf(early.filter((id) => !barrels.test(id)).map(code), code(index))
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const html = bundle['index.html']
        if (html?.type !== 'asset') this.error('The build made no index.html')
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const withImports = (chunk: Rolldown.OutputChunk, result: Set<string>) => {
          if (result.has(chunk.fileName)) return result
          result.add(chunk.fileName)
          for (const file of chunk.imports) {
            const imported = chunks.find(({ fileName }) => fileName === file)
            if (imported) withImports(imported, result)
          }
          return result
        }
        /** The files of a module, without the excluded ones. */
        const filesOf = (module: string, excluded: ReadonlySet<string>) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
          if (!chunk) this.error(`No chunk holds ${module}`)
          return [...withImports(chunk, new Set())].filter((file) => !excluded.has(file))
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
        // The role is not known here, so only files that all dashboards need.
        const [firstDashboard = [], ...otherDashboards] = dashboards.map((module) =>
          filesOf(module, loaded),
        )
        const dashboardFiles = firstDashboard.filter((file) =>
          otherDashboards.every((files) => files.includes(file)),
        )
        const links = Object.entries(screens).map(([path, module]) => ({
          path,
          scripts: linksTo(
            [...filesOf(module, loaded), ...(path === '/' ? dashboardFiles : [])],
            [],
          ),
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
        // zod.ts is in the chunk of zod, so that it runs before any schema is built.
        { name: 'zod', test: /node_modules\/zod\/|\/web\/build\/zod\.ts$/, priority: 1 },
        { name: 'app', test: (id: string) => appModules.has(id) },
        { name: 'home', test: (id: string) => homeModules.has(id) },
        { name: 'shared', test: (id: string) => sharedModules.has(id) },
        // A few hundred bytes each: separate requests would cost more than the bytes.
        {
          name: 'icons',
          test: (id: string) =>
            isIcon(id) && (!id.includes('/icons/') || firstIcons.has(fileNameOf(id))),
        },
        { name: 'moreIcons', test: isIcon },
      ],
    },
  }
}

const isIcon = (id: string) => id.includes('/node_modules/lucide-react/')
const fileNameOf = (path: string) => path.slice(path.lastIndexOf('/'))

/** The file names of the icons that these modules import, according to the index of the package. */
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
      .map(([, , path = '']) => fileNameOf(path)),
  )
}

/** The page with {@link linksTo} for these scripts and GET calls. */
const withLinks = (html: string, scripts: readonly string[], reads: readonly string[]) =>
  html.replace('</head>', `${linksTo(scripts, reads)}</head>`)

/** Links that preload these scripts and GET calls. */
function linksTo(scripts: readonly string[], reads: readonly string[]): string {
  const links = [
    // Used by a fetch of the same address with the same credentials mode, as in api/call.ts.
    ...reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  return links.map((link) => `  ${link}\n`).join('')
}
