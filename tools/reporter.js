// A vitest reporter that writes the counts for the last line to the file named by PLUMBLINE_TALLY.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {Count & { failures: string[] }} Tally */
/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * Counts the results of a finished run. Anything that could not run counts as failed: a file that
 * does not load, a hook that throws, a test that never ran, an unhandled error.
 * @param {readonly TestModule[]} modules
 * @param {readonly unknown[]} unhandled
 * @returns {Tally}
 */
export function tally(modules, unhandled) {
  /** @type {Tally} */
  const count = { passed: 0, failed: unhandled.length, skipped: 0, failures: [] }
  for (const module of modules) {
    const suites = [module, ...module.children.allSuites()]
    count.failed += suites.reduce((sum, suite) => sum + suite.errors().length, 0)
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      count[state === 'pending' ? 'failed' : state]++
      if (state !== 'failed') continue
      const name = `${module.relativeModuleId} > ${test.fullName}`
      count.failures.push([name, ...errors.map(reasonOf)].join(' -- '))
    }
  }
  return count
}

/**
 * An error in one short line, for logs that show only the end of a run: how its message begins and
 * ends, since a browser's message ends with what it waited for.
 * @param {import('vitest').SerializedError | import('vitest').TestError} error
 */
function reasonOf({ message, stacks }) {
  const [place] = stacks ?? []
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const where = place ? ` (${relative(process.cwd(), place.file)}:${place.line})` : ''
  const ends = lines.length > 6 ? [...lines.slice(0, 3), '…', ...lines.slice(-3)] : lines
  return `${ends.map((line) => line.slice(0, 150)).join(' | ')}${where}`
}

/** `12 passed, 0 failed`, followed by `, 3 skipped` if there are any. @param {Count} count */
export function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export default class TallyReporter {
  /** @param {readonly TestModule[]} modules @param {readonly unknown[]} unhandled */
  onTestRunEnd(modules, unhandled) {
    const path = process.env.PLUMBLINE_TALLY
    if (path) writeFileSync(path, JSON.stringify(tally(modules, unhandled)))
  }
}
