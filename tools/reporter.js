// A vitest reporter that counts, for the one plain line at the end: it writes its tally to the file named by PLUMBLINE_TALLY.
import { writeFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {Count & { failures: string[], unsteady: string[] }} Tally `unsteady`: passed, but not at the first try. */
/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * Counts a finished run. What could not run counts as failed: a file that does not load, a hook that throws, a test that
 * never came to its turn, an error nobody caught.
 * @param {readonly TestModule[]} modules
 * @param {readonly unknown[]} unhandled
 * @returns {Tally}
 */
export function tally(modules, unhandled) {
  /** @type {Tally} */
  const count = { passed: 0, failed: unhandled.length, skipped: 0, failures: [], unsteady: [] }
  for (const module of modules) {
    const suites = [module, ...module.children.allSuites()]
    count.failed += suites.reduce((sum, suite) => sum + suite.errors().length, 0)
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      count[state === 'pending' ? 'failed' : state]++
      const name = `${module.relativeModuleId} > ${test.fullName}`
      if (state === 'failed') count.failures.push(name)
      if (test.diagnostic()?.flaky) count.unsteady.push(name)
    }
  }
  return count
}

/** `12 passed, 0 failed`, and `, 3 skipped` where there are any. @param {Count} count */
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
