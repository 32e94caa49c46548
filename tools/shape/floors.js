import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */

/** The floors of the server and of the web, the lowest first. @type {Readonly<Record<string, readonly string[]>>} */
export const FLOORS = {
  server: ['platform', 'schema', 'events', 'http', 'access', 'features', 'app'],
  web: ['ui', 'api', 'live', 'offline', 'screens', 'forms', 'pickers', 'print', 'features', 'app'],
}

/** The floor of a file among those of its side; -1 for what stands beside them, such as tests. @param {string | undefined} path */
const floorOf = (path) => {
  const [side, floor] = path?.split('/') ?? []
  return FLOORS[side ?? '']?.indexOf(floor ?? '') ?? -1
}

/**
 * Imports point down: a file of the server or the web imports nothing of a higher floor. Types may come from anywhere, since
 * nothing of them is left in the program.
 * @param {Source[]} sources
 */
export function importsPointDown(sources) {
  return sources
    .filter(({ path }) => floorOf(path) >= 0 && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isType }) => !isType && floorOf(target) > floorOf(path))
        .map(
          ({ specifier }) =>
            `${path}: imports ${specifier}; the floors are ${FLOORS[path.split('/')[0] ?? '']?.join(' < ')}`,
        ),
    )
}
