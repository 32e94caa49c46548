import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */

/**
 * The layers ("floors") of the server and of the web, the lowest first.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const FLOORS = {
  server: ['platform', 'documents', 'schema', 'events', 'http', 'access', 'features', 'app'],
  web: [
    'ui',
    'api',
    'live',
    'offline',
    'screens',
    'forms',
    'pickers',
    'print',
    'lists',
    'features',
    'app',
  ],
}

/**
 * The index of the floor of a file; -1 for a file outside the floors, such as a test helper.
 * @param {string | undefined} path
 */
const floorOf = (path) => {
  const [side, floor] = path?.split('/') ?? []
  return FLOORS[side ?? '']?.indexOf(floor ?? '') ?? -1
}

/**
 * Imports point down: a file of the server or the web imports nothing from a higher floor. Types
 * may come from anywhere, because they do not exist at run time.
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
