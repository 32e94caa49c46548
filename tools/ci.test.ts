import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'

const passing = {
  ci: 'true',
  build: 'true',
  check: 'true',
  test: 'echo; echo 12 passed, 0 failed',
  long: 'echo 3 passed, 0 failed',
}

/** Runs .ci/run with a fake npm. @returns its exit code and the lines it printed */
function run(steps: Partial<typeof passing>) {
  const { ci, build, check, test, long } = { ...passing, ...steps }
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-ci-'))
  try {
    mkdirSync(join(folder, '.ci'))
    cpSync(join(import.meta.dirname, '../.ci/run'), join(folder, '.ci/run'))
    const cases = `ci*) ${ci};; "run --silent build") ${build};; "run --silent check") ${check};; test*) ${test};; *test:long*--short) ${long};; *) exit 9;;`
    writeFileSync(
      join(folder, 'npm'),
      `#!/usr/bin/env bash\n[[ $CI == true ]] || exit 8\ncase "$*" in ${cases} esac\n`,
    )
    chmodSync(join(folder, 'npm'), 0o755)
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}` }
    const child = spawnSync('bash', [join(folder, '.ci/run')], { encoding: 'utf8', env })
    const all = child.stdout.trimEnd().split('\n')
    return { code: child.status, last: all.at(-1), all }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.skipIf(process.platform === 'win32').each<[string, Partial<typeof passing>, number, string]>([
  ['everything passes', {}, 0, '15 passed, 0 failed'],
  ['the install fails', { ci: 'exit 1' }, 1, '0 passed, 1 failed'],
  ['the build fails', { build: 'exit 1' }, 1, '15 passed, 1 failed'],
  ['a check fails', { check: 'exit 1' }, 1, '15 passed, 1 failed'],
  ['a check fails after the tests', { check: 'sleep 0.3; exit 1' }, 1, '15 passed, 1 failed'],
  ['tests fail', { test: 'echo 10 passed, 2 failed; exit 1' }, 1, '13 passed, 2 failed'],
  ['long tests fail', { long: 'echo 1 passed, 2 failed; exit 1' }, 1, '13 passed, 2 failed'],
  [
    'some are skipped',
    { test: 'echo 10 passed, 0 failed, 4 skipped' },
    0,
    '13 passed, 0 failed, 4 skipped',
  ],
  [
    'a run fails but its line says it passed',
    { test: 'echo 10 passed, 0 failed; exit 1' },
    1,
    '13 passed, 1 failed',
  ],
  [
    'a run passes but its line says it failed',
    { test: 'echo 10 passed, 1 failed' },
    1,
    '13 passed, 1 failed',
  ],
  ['a run ends without the line', { test: 'echo broken; exit 1' }, 1, '3 passed, 1 failed'],
  ['a run counts nothing and is green', { test: 'true' }, 1, '3 passed, 1 failed'],
  [
    'the line is not the last',
    { test: 'echo 10 passed, 0 failed; echo bye' },
    1,
    '3 passed, 1 failed',
  ],
  [
    'nothing passes',
    { test: 'echo 0 passed, 0 failed', long: 'echo 0 passed, 0 failed' },
    1,
    '0 passed, 1 failed',
  ],
])('the exit code and last line are right when %s', (_, steps, code, last) => {
  expect(run(steps)).toMatchObject({ code, last })
})

test.skipIf(process.platform === 'win32')('failed tests are listed again at the end', () => {
  const failedLines = ['failed: a > b', 'failed: c > d']
  const { all } = run({
    test: `echo '${failedLines[0]}'; echo '${failedLines[1]}'; echo 1 passed, 1 failed; exit 1`,
  })
  expect(all.slice(-3)).toEqual([...failedLines, '4 passed, 1 failed'])
})
