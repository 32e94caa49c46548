import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */

/** The floors of the server, the lowest first. */
const SERVER_FLOORS = ['platform', 'schema', 'events', 'http', 'access', 'features', 'app']

/** The floor of a file of the server; -1 for what stands beside them, such as tests. @param {string | undefined} path */
const floorOf = (path) => {
  const [first, floor] = path?.split('/') ?? []
  return first === 'server' ? SERVER_FLOORS.indexOf(floor ?? '') : -1
}

/**
 * Imports point down: a file of the server imports nothing of a higher floor. Types may come from anywhere, since nothing of
 * them is left in the program.
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
            `${path}: imports ${specifier}; the floors are ${SERVER_FLOORS.join(' < ')}`,
        ),
    )
}
