// Builds what is missing or out of date: `npm run build`, and the first step of `npm start`.
// `npm run build -- server` builds only that part.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The parts, each with the folders its build depends on. */
const parts = { web: ['contract', 'web'], server: ['contract', 'sample', 'server'] }

/** @typedef {keyof typeof parts} Part */

/** @param {Part} part */
const stampFile = (part) => join(root, part, 'dist', '.sources')

/**
 * A hash over the sources of a part. File times are not used, because a checkout changes them.
 * @param {Part} part
 */
function sourceHash(part) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...parts[part].flatMap(sourceFiles)]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['dist', 'node_modules'].includes(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? sourceFiles(path) : entry.isFile() ? [path] : []
    })
}

/** The parts whose build is missing or out of date. */
export function outOfDate() {
  return /** @type {Part[]} */ (Object.keys(parts)).filter(
    (part) =>
      !existsSync(stampFile(part)) || readFileSync(stampFile(part), 'utf8') !== sourceHash(part),
  )
}

/**
 * Builds what is out of date. The stamp is removed first and written last, so an interrupted build
 * counts as missing.
 * @param {string[]} wanted names of parts; all when empty
 */
export async function build(wanted = []) {
  const stale = outOfDate().filter((part) => wanted.length === 0 || wanted.includes(part))
  if (stale.length === 0) return
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error('Plumbline cannot be built: run npm ci, or on a server npm ci --omit=dev, first')
    process.exit(1)
  }
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  for (const part of stale) {
    const sources = sourceHash(part)
    rmSync(stampFile(part), { force: true })
    await vite.build({
      root: join(root, part),
      configFile: join(root, part, 'vite.config.ts'),
      logLevel: 'warn',
    })
    mkdirSync(join(root, part, 'dist'), { recursive: true })
    writeFileSync(stampFile(part), sources)
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await build(process.argv.slice(2))
