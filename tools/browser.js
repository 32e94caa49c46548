import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const root = join(import.meta.dirname, '..')

export const INSTALL_HINT =
  'install Chromium or Chrome, or set CHROME_PATH to one, or run: npx playwright-core install --with-deps chromium'

const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
]
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]
const LINUX = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * @typedef {{ env: NodeJS.ProcessEnv, platform: NodeJS.Platform, playwright: () => string }}
 * Machine
 */

/** @type {Machine} */
const thisMachine = {
  env: process.env,
  platform: process.platform,
  playwright: () => chromium.executablePath(),
}

/** The paths where a browser may be installed, best first. @param {Machine} [machine] */
export function candidates({ env, platform, playwright } = thisMachine) {
  if (env.CHROME_PATH) return [env.CHROME_PATH]
  const downloaded = [playwright()].filter(Boolean)
  if (platform === 'darwin') {
    return [
      ...MAC.flatMap((app) => [`/Applications/${app}`, `${env.HOME}/Applications/${app}`]),
      ...downloaded,
    ]
  }
  if (platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (base) => base !== undefined,
    )
    return [...WINDOWS.flatMap((exe) => bases.map((base) => `${base}\\${exe}`)), ...downloaded]
  }
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/snap/bin',
    '/opt/google/chrome',
  ].filter(Boolean)
  const names = [...LINUX, 'chrome']
  return [
    ...new Set(names.flatMap((name) => folders.map((folder) => join(folder, name)))),
    ...downloaded,
  ]
}

/**
 * The first installed browser that starts (some systems install a stub), or undefined.
 * @param {Machine} [machine]
 */
export function findBrowser(machine = thisMachine) {
  return candidates(machine).find((path) => existsSync(path) && starts(path, machine.platform))
}

/** @param {string} path @param {NodeJS.Platform} platform */
function starts(path, platform) {
  // On Windows `--version` opens a window, and there are no stubs. The first start after a boot
  // reads the whole browser from the disk.
  return (
    platform === 'win32' ||
    spawnSync(path, ['--version'], { timeout: 60_000, stdio: 'ignore' }).status === 0
  )
}

/**
 * Finds a browser or tries to install one, for a few minutes at most.
 * @returns {string | undefined} its path
 */
export function ensureBrowser() {
  const found = findBrowser()
  if (found || process.env.CHROME_PATH || process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD) return found
  console.log('No browser found; trying to install one for the browser stories.')
  for (const [command, ...args] of installers()) {
    spawnSync(String(command), args, { cwd: root, timeout: 240_000, stdio: 'ignore' })
    const installed = findBrowser()
    if (installed) return installed
  }
  return undefined
}

/**
 * Commands to try one after another. System packages come first because they install the libraries
 * too.
 */
function installers() {
  const playwright = [process.execPath, join(root, 'node_modules/playwright-core/cli.js')]
  const apt = ['apt-get', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=60']
  const mayApt = process.platform === 'linux' && process.getuid?.() === 0
  return [
    ...(mayApt
      ? [
          [...apt, 'update'],
          [...apt, 'install', '--no-install-recommends', 'chromium', 'fonts-liberation'],
        ]
      : []),
    [...playwright, 'install', 'chromium'],
    ...(mayApt ? [[...playwright, 'install-deps', 'chromium']] : []),
  ]
}
