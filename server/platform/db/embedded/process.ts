import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Identifies a running process by its start time and boot, since a later one may have the same id.
 * Undefined if there is none, or only a zombie.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return linuxIdentity(pid)
    if (process.platform === 'win32') return process.kill(pid, 0) ? 'running' : undefined
    const found = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    return found === '' || found.startsWith('Z') ? undefined : found.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}

/** The id of this boot of the machine; empty if the system has none. */
export function bootId(): string {
  try {
    return process.platform === 'linux'
      ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      : ''
  } catch {
    return ''
  }
}

function linuxIdentity(pid: number): string | undefined {
  // The name before the last parenthesis may contain spaces; see proc(5) for the fields after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${bootId()} ${fields[19]}`
}
