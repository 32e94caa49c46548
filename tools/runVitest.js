import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineOf } from './reporter.js'

const root = join(import.meta.dirname, '..')
const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const REPORTER = join(import.meta.dirname, 'reporter.js')

/**
 * Runs vitest and prints `N passed, N failed` as the last line. The run fails if a test or vitest
 * itself fails, or if no test ran.
 * @param {string[]} args for `vitest run`
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runVitest(args, { env = {}, cwd = root } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tally-'))
  const file = join(folder, 'tally.json')
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`]
  const child = spawn(process.execPath, [VITEST, 'run', ...reporters, ...args], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env, PLUMBLINE_TALLY: file },
  })
  // Ctrl-C reaches vitest too; the tests that ran until then are still counted.
  const ignoreSignal = () => {}
  process.on('SIGINT', ignoreSignal)
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (status) => resolve(status ?? 1))
  })
  process.off('SIGINT', ignoreSignal)
  const count = readTally(file)
  rmSync(folder, { recursive: true, force: true })
  const isFailed = code !== 0 || count.failed > 0 || count.passed === 0
  // The last line on its own must show that the run failed.
  if (isFailed) count.failed = Math.max(count.failed, 1)
  for (const name of count.failures) console.log(`failed: ${name}`)
  console.log(lineOf(count))
  return isFailed ? 1 : 0
}

/** @param {string} file @returns {import('./reporter.js').Tally} */
function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [] }
  }
}
