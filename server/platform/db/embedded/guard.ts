import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

/**
 * Ends a Postgres soon after this program, however that was killed: where the next start cannot see it, in another container
 * or on another machine, nobody else would. A shell waits for the end of our pipe, which the system closes with us. It stops
 * Postgres at once, which loses nothing.
 * @returns to be called when Postgres has ended
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
  // Without a shell there is no guard; the next start stops what is left.
  shell.on('error', () => undefined).unref()
  shell.stdin.on('error', () => undefined)
  return () => void shell.stdin.end('ended\n')
}
