import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { candidates, findBrowser } from './browser.js'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-browser-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Creates a program in the folder that exits with the code. */
function program(name: string, code: number) {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\nexit ${code}\n`)
  chmodSync(path, 0o755)
  return path
}

const machine = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') => ({
  env,
  platform,
  playwright: () => '',
})

test('CHROME_PATH is the only candidate when set', () => {
  const path = program('mine', 0)
  expect(findBrowser(machine({ CHROME_PATH: path, PATH: folder }))).toBe(path)
  expect(
    findBrowser(machine({ CHROME_PATH: join(folder, 'absent'), PATH: folder })),
  ).toBeUndefined()
})

test('a stub that does not start is skipped', () => {
  program('chromium', 1)
  const chrome = program('google-chrome', 0)
  expect(candidates(machine({ PATH: folder }))[0]).toBe(join(folder, 'chromium'))
  expect(findBrowser({ ...machine({ PATH: folder }), platform: 'linux' })).not.toBe(
    join(folder, 'chromium'),
  )
  const only = candidates(machine({ PATH: folder })).filter((path) => path.startsWith(folder))
  expect(only).toContain(chrome)
})

test('the candidates include the usual places of each system', () => {
  expect(candidates(machine({ HOME: '/h' }, 'darwin'))).toContain(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  )
  const windows = candidates(machine({ PROGRAMFILES: 'C:\\Program Files' }, 'win32'))
  expect(windows).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe')
  expect(candidates({ ...machine({}), playwright: () => '/cache/chrome' }).at(-1)).toBe(
    '/cache/chrome',
  )
})
