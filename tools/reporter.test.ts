import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineOf } from './reporter.js'

const passing = "test('a', () => {})\n"
const failing = "test('b', () => { throw new Error('wrong') })\n"

/** Runs made-up test files through the real runner; gives its exit code and the last line it printed. */
function run(files: Record<string, string>, config = '{}', given: Record<string, string> = {}) {
  // Below the project, so that the made-up tests find vitest.
  const scratch = join(import.meta.dirname, '../node_modules/.cache')
  mkdirSync(scratch, { recursive: true })
  const folder = mkdtempSync(join(scratch, 'reporter-'))
  try {
    writeFileSync(join(folder, 'vitest.config.js'), `export default { test: ${config} }`)
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(
        join(folder, name),
        `import { beforeAll, describe, test } from 'vitest'\n${text}`,
      )
    }
    const script = `import { runVitest } from ${JSON.stringify(join(import.meta.dirname, 'runVitest.js'))}
      process.exitCode = await runVitest([], { cwd: process.argv[1] })`
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...given }
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
      encoding: 'utf8',
      env,
    })
    const [last, before] = child.stdout.trimEnd().split('\n').toReversed()
    return {
      code: child.status,
      last,
      ...(before && /^(failed|passed at)/.test(before) && { before }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('all pass', () => {
  expect(run({ 'a.test.js': passing + passing.replace("'a'", "'c'") })).toEqual({
    code: 0,
    last: '2 passed, 0 failed',
  })
})

test('one fails', () => {
  const before = 'failed: a.test.js > b -- wrong (a.test.js:3)'
  expect(run({ 'a.test.js': passing + failing })).toEqual({
    code: 1,
    before,
    last: '1 passed, 1 failed',
  })
})

test('a test that passes on a retry is named in CI, and fails elsewhere', () => {
  const flaky = "let tries = 0; test('c', () => { if (++tries === 1) throw new Error('once') })\n"
  const before = 'passed only on retry: a.test.js > c -- once (a.test.js:2)'
  expect(run({ 'a.test.js': flaky }, '{}', { CI: 'true' })).toEqual({
    code: 0,
    before,
    last: '1 passed, 0 failed',
  })
  expect(run({ 'a.test.js': flaky })).toMatchObject({ code: 1, last: '0 passed, 1 failed' })
})

test('one is skipped', () => {
  const off = `test.${'skip'}('c', () => {})\n`
  expect(run({ 'a.test.js': passing + off })).toEqual({
    code: 0,
    last: '1 passed, 0 failed, 1 skipped',
  })
})

test('a test that skips itself while running', () => {
  const off = "test('c', (context) => context.skip())\n"
  expect(run({ 'a.test.js': passing + off })).toEqual({
    code: 0,
    last: '1 passed, 0 failed, 1 skipped',
  })
})

test('only skipped tests', () => {
  expect(run({ 'a.test.js': `test.${'skip'}('c', () => {})\n` })).toEqual({
    code: 1,
    last: '0 passed, 1 failed, 1 skipped',
  })
})

test('no test at all', () => {
  expect(run({})).toEqual({ code: 1, last: '0 passed, 1 failed' })
})

test('a file that does not load', () => {
  expect(run({ 'a.test.js': passing, 'b.test.js': "throw new Error('wrong')" })).toEqual({
    code: 1,
    last: '1 passed, 1 failed',
  })
})

test('a file without tests', () => {
  expect(run({ 'a.test.js': passing, 'b.test.js': '' })).toEqual({
    code: 1,
    last: '1 passed, 1 failed',
  })
})

test('a hook that throws fails its tests', () => {
  const hook = `describe('d', () => { beforeAll(() => { throw new Error('wrong') }); ${passing} })`
  const { code, last } = run({ 'a.test.js': passing + hook })
  expect(code).toBe(1)
  expect(last).toMatch(/^1 passed, [1-9]\d* failed/)
})

test('an unhandled error', () => {
  const late =
    "test('c', () => { setTimeout(() => { throw new Error('late') }, 5); return new Promise((r) => setTimeout(r, 50)) })\n"
  expect(run({ 'a.test.js': passing + late })).toEqual({ code: 1, last: '2 passed, 1 failed' })
})

test('a worker that crashes', () => {
  const { code, last } = run(
    {
      'a.test.js': passing,
      'b.test.js': "test('c', () => process.kill(process.pid, 'SIGKILL'))\n",
    },
    "{ pool: 'forks' }",
  )
  expect(code).toBe(1)
  expect(last).toMatch(/^1 passed, [1-9]\d* failed/)
})

test('vitest that does not start', () => {
  expect(run({ 'a.test.js': passing }, '{')).toEqual({ code: 1, last: '0 passed, 1 failed' })
})

test('a global setup that fails', () => {
  const config = "{ globalSetup: './setup.js' }"
  const setup = "export function setup() { throw new Error('wrong') }"
  expect(run({ 'a.test.js': passing, 'setup.js': setup }, config)).toEqual({
    code: 1,
    last: '0 passed, 1 failed',
  })
})

test('the line', () => {
  expect(lineOf({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(lineOf({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
})
