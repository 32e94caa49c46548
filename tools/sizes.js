// Measures the download size of the built files: `node tools/sizes.js` prints each part with its
// budget.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

/**
 * @typedef {{ file: string, src?: string, isDynamicEntry?: boolean, imports?: string[],
 * dynamicImports?: string[], css?: string[] }} Chunk
 */
/**
 * @typedef {{ name: string, size: number, budget: number }} Row bytes, gzipped unless it is a font
 */

/** In gzipped bytes; fonts are already compressed. @type {{ web: Record<string, number> }} */
const { web: budgets } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../bench/budgets.json'), 'utf8'),
)
const budget = (/** @type {string} */ name) => budgets[name] ?? 0

/** The entry that everybody loads first, and the one that signed-in people load next. */
const ENTRY = 'index.html'
const APP = 'app/App.tsx'
/** Matches the chunks of screens. */
const SCREENS = /Screen\.tsx|Landing/
/** Screens without forms. Forms are loaded later, together with the schemas that validate them. */
const SCHEMA_FREE = /(Dashboard|Jobs|Job|Tasks|Photos)Screen\.tsx/
const ZOD = /^_zod\b/
/** Screens that consist of forms and are loaded with zod and the schemas. */
const FORMS = /(Account|Import|Settings)Screen\.tsx/
/** Views that are loaded lazily, with the screen they belong to. @type {Record<string, RegExp>} */
const VIEWS = { 'features/schedule/gantt/Gantt.tsx': /schedule\/ScheduleScreen\.tsx/ }

/** The name of the budget of a lazy part. @param {string} key */
function budgetNameOf(key) {
  if (VIEWS[key]) return 'view'
  if (FORMS.test(key)) return 'form'
  return SCREENS.test(key) ? 'route' : 'lazy'
}

/**
 * Measures the built web folder.
 * @param {string} dist
 * @returns {{ rows: Row[], problems: string[] }}
 */
export function measure(dist) {
  const path = join(dist, '.vite/manifest.json')
  if (!existsSync(path))
    return { rows: [], problems: [`${path} is missing: build with build.manifest on`] }
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  const size = gzippedSizes(dist)
  const keys = Object.keys(manifest)
  const missing = [ENTRY, APP].filter((key) => !manifest[key])
  if (missing.length > 0)
    return { rows: [], problems: missing.map((key) => `the build has no part called ${key}`) }

  /** @param {string} name @param {string} script @param {string[]} parts @returns {Row[]} */
  const page = (name, script, parts) => {
    const { js, css } = filesOf(manifest, closure(manifest, parts))
    return [
      { name: `${name}: script`, size: sum(js, size), budget: budget(script) },
      { name: `${name}: style`, size: sum(css, size), budget: budget('style') },
    ]
  }
  const named = (/** @type {RegExp} */ part) => keys.filter((key) => part.test(key))
  const rows = [
    ...page('landing', 'landing', [ENTRY, ...named(/Landing/)]),
    // Each role has its own dashboard.
    ...named(/\/[A-Z]\w+Dashboard\.tsx$/).flatMap((home) =>
      page(home, 'dashboard', [ENTRY, APP, ...named(/DashboardScreen/), home]),
    ),
  ]
  // Only form validation needs schemas (web/build/withoutSchemas.ts).
  const schemas = [...closure(manifest, [ENTRY, APP, ...named(SCHEMA_FREE)])].filter((key) =>
    ZOD.test(key),
  )
  const app = closure(manifest, [ENTRY, APP])
  for (const key of keys.filter((key) => manifest[key]?.isDynamicEntry && key !== APP)) {
    const screens = VIEWS[key] ? named(VIEWS[key]) : []
    const { js, css } = filesOf(
      manifest,
      new Set([...closure(manifest, [key, ...screens])].filter((part) => !app.has(part))),
    )
    rows.push({
      name: `+ ${[key, ...screens].join(' and ')}`,
      size: sum([...js, ...css], size),
      budget: budget(budgetNameOf(key)),
    })
  }
  const problems = schemas.map((key) => `a screen that is a list loads ${key}`)
  return { rows: [...rows, ...fonts(dist)], problems }
}

/**
 * The given parts and everything they import statically.
 * @param {Record<string, Chunk>} manifest
 * @param {string[]} keys
 */
function closure(manifest, keys) {
  /** @type {Set<string>} */
  const seen = new Set()
  const queue = [...keys]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    queue.push(...(manifest[key]?.imports ?? []))
  }
  return seen
}

/** @param {Record<string, Chunk>} manifest @param {Set<string>} keys */
function filesOf(manifest, keys) {
  const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
  const files = new Set(chunks.flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])]))
  return {
    js: [...files].filter((file) => file.endsWith('.js')),
    css: [...files].filter((file) => file.endsWith('.css')),
  }
}

/** @param {string} dist @returns {(file: string) => number} */
function gzippedSizes(dist) {
  /** @type {Map<string, number>} */
  const known = new Map()
  return (file) => {
    const size = known.get(file) ?? gzipSync(readFileSync(join(dist, file))).length
    known.set(file, size)
    return size
  }
}

/** @param {string[]} files @param {(file: string) => number} size */
const sum = (files, size) => files.reduce((total, file) => total + size(file), 0)

/** The font files, of which one is allowed. @param {string} dist @returns {Row[]} */
function fonts(dist) {
  const names = /** @type {string[]} */ (readdirSync(dist, { recursive: true })).filter((name) =>
    /\.(woff2?|ttf|otf)$/.test(name),
  )
  return [
    { name: 'font files', size: names.length, budget: 1 },
    ...names.map((name) => ({
      name,
      size: readFileSync(join(dist, name)).length,
      budget: budget('font'),
    })),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { rows, problems } = measure(join(import.meta.dirname, '../web/dist'))
  for (const { name, size, budget } of rows) {
    const show = (/** @type {number} */ bytes) =>
      bytes < 1000 ? String(bytes) : `${(bytes / 1000).toFixed(1)} kB`
    console.log(
      `${size > budget ? 'OVER' : 'ok  '} ${show(size).padStart(9)} of ${show(budget).padStart(9)}  ${name}`,
    )
  }
  for (const problem of problems) console.log(`OVER ${problem}`)
  if (problems.length > 0 || rows.some((row) => row.size > row.budget)) process.exitCode = 1
}
