import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

/**
 * Ends a Postgres soon after this program ends, even by a kill. The next start may be unable to see
 * it, in another container or on another machine. A shell waits for the end of a pipe, which the
 * system closes with this process, and then stops Postgres immediately, which loses no data.
 * @returns a function to call when Postgres has ended
 */
export function guardPostgres(pid: number, account: Account | undefined): () => void {
  if (process.platform === 'win32') return () => undefined
  const script = 'read -r line || kill -QUIT "$1"'
  const shell = spawn('/bin/sh', ['-c', script, 'plumbline-guard', String(pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no guard, and the next start stops a leftover Postgres.
  shell.on('error', () => undefined).unref()
  shell.stdin.on('error', () => undefined)
  return () => void shell.stdin.end('ended\n')
}
