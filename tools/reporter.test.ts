import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineOf } from './reporter.js'

const passing = "test('a', () => {})\n"
const failing = "test('b', () => { throw new Error('wrong') })\n"
/** A failure with a message of nine lines. */
const verbose =
  "test('e', () => { throw new Error(Array.from({ length: 9 }, (_, i) => i + 1).join('\\n')) })\n"

/**
 * Runs made-up test files.
 * @returns the exit code, the failures that were named and the last line
 */
function run(files: Record<string, string>, config = '{}', extraEnv: Record<string, string> = {}) {
  // Below the project, so that the made-up tests find vitest.
  const scratch = join(import.meta.dirname, '../node_modules/.cache')
  mkdirSync(scratch, { recursive: true })
  const folder = mkdtempSync(join(scratch, 'reporter-'))
  try {
    writeFileSync(
      join(folder, 'vitest.config.js'),
      `export default { test: { maxWorkers: 1, isolate: false, ...${config} } }`,
    )
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(
        join(folder, name),
        `import { beforeAll, describe, test } from 'vitest'\n${text}`,
      )
    }
    const script = `import { runVitest } from ${JSON.stringify(join(import.meta.dirname, 'runVitest.js'))}
      process.exitCode = await runVitest([], { cwd: process.argv[1] })`
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...extraEnv }
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
      encoding: 'utf8',
      env,
    })
    const lines = child.stdout.trimEnd().split('\n')
    return {
      code: child.status,
      named: lines.filter((line) => line.startsWith('failed: ')),
      last: lines.at(-1),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('passed and skipped tests are counted', () => {
  const files = {
    'a.test.js': passing + passing.replace("'a'", "'c'"),
    'b.test.js': `test.${'skip'}('c', () => {})\n`,
    'c.test.js': "test('c', (context) => context.skip())\n",
  }
  expect(run(files)).toEqual({ code: 0, named: [], last: '2 passed, 0 failed, 2 skipped' })
})

/** Test files with one failure each. */
const faults = {
  'a test': failing,
  'a test that would pass on a retry':
    "let tries = 0; test('c', () => { if (++tries === 1) throw new Error('once') })\n",
  'a file that does not load': "throw new Error('wrong')",
  'a file without tests': '',
  'a hook, which keeps its test from running': `describe('d', () => { beforeAll(() => { throw new Error('wrong') }); ${passing} })`,
  'an error that comes while its test passes':
    "test('c', () => { setTimeout(() => { throw new Error('late') }, 5); return new Promise((r) => setTimeout(r, 50)) })\n",
}

test('each failure counts, beside passing tests', () => {
  const files = Object.entries(faults).map(([name, text]) => [
    `${name.replaceAll(/\W+/g, '-')}.test.js`,
    text,
  ])
  const all = { ...Object.fromEntries(files), 'a.test.js': passing, 'verbose.test.js': verbose }
  const { code, named, last } = run(all, '{}', { CI: 'true' })
  expect(code).toBe(1)
  expect(named.sort()).toEqual([
    'failed: a-test-that-would-pass-on-a-retry.test.js > c -- once (a-test-that-would-pass-on-a-retry.test.js:2)',
    'failed: a-test.test.js > b -- wrong (a-test.test.js:2)',
    'failed: verbose.test.js > e -- 1 | 2 | 3 | … | 7 | 8 | 9 (verbose.test.js:2)',
  ])
  expect(last).toBe('2 passed, 7 failed, 1 skipped')
})

test('a run with only skipped tests fails', () => {
  expect(run({ 'a.test.js': `test.${'skip'}('c', () => {})\n` })).toMatchObject({
    code: 1,
    last: '0 passed, 1 failed, 1 skipped',
  })
})

test('a run without tests fails', () => {
  expect(run({})).toMatchObject({ code: 1, last: '0 passed, 1 failed' })
})

test('a crash of a worker fails the run', () => {
  const { code, last } = run(
    {
      'a.test.js': passing,
      'b.test.js': "test('c', () => process.kill(process.pid, 'SIGKILL'))\n",
    },
    "{ pool: 'forks', isolate: true }",
  )
  expect(code).toBe(1)
  expect(last).toMatch(/^1 passed, [1-9]\d* failed/)
})

test('a run fails when vitest does not start', () => {
  expect(run({ 'a.test.js': passing }, '{')).toMatchObject({ code: 1, last: '0 passed, 1 failed' })
})

test('a global setup that fails also fails the run', () => {
  const config = "{ globalSetup: './setup.js' }"
  const setup = "export function setup() { throw new Error('wrong') }"
  expect(run({ 'a.test.js': passing, 'setup.js': setup }, config)).toMatchObject({
    code: 1,
    last: '0 passed, 1 failed',
  })
})

test('the last line has the counts', () => {
  expect(lineOf({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(lineOf({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
})
