import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineOf } from './reporter.js'

const root = join(import.meta.dirname, '..')
const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const REPORTER = join(import.meta.dirname, 'reporter.js')

// A machine that others use too may be slow for a moment: what fails there once is tried again, and named for who mends it.
const TRIES = process.env.CI === 'true' ? ['--retry=1'] : []

/**
 * Runs vitest once and ends with one plain line, `N passed, N failed`. Red when something failed, when vitest itself
 * went wrong or never finished, and when not one test ran.
 * @param {string[]} args for `vitest run`
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runVitest(args, { env = {}, cwd = root } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tally-'))
  const file = join(folder, 'tally.json')
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`]
  const child = spawn(process.execPath, [VITEST, 'run', ...reporters, ...TRIES, ...args], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env, PLUMBLINE_TALLY: file },
  })
  // Ctrl-C reaches vitest too; the count of what ran until then is still worth its line.
  const wait = () => {}
  process.on('SIGINT', wait)
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (status) => resolve(status ?? 1))
  })
  process.off('SIGINT', wait)
  const count = readTally(file)
  rmSync(folder, { recursive: true, force: true })
  const red = code !== 0 || count.failed > 0 || count.passed === 0
  // Whoever reads only the line must not take a red run for a green one.
  if (red) count.failed = Math.max(count.failed, 1)
  for (const name of count.failures) console.log(`failed: ${name}`)
  for (const name of count.unsteady) console.log(`passed at the second try only: ${name}`)
  console.log(lineOf(count))
  return red ? 1 : 0
}

/** @param {string} file @returns {import('./reporter.js').Tally} */
function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [], unsteady: [] }
  }
}
