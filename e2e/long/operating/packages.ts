import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fetches one version of a package, without its install scripts, into a folder. It comes from npm's
 * cache where possible.
 * @param sha512 the checksum of its archive, in base64
 * @throws Error if it has another checksum
 */
export function fetchPackage(spec: string, sha512: string, folder: string) {
  mkdirSync(folder, { recursive: true })
  const options = ['--silent', '--prefer-offline', '--pack-destination', folder]
  const name = execFileSync('npm', ['pack', ...options, spec], { encoding: 'utf8' }).trim()
  const archive = join(folder, name)
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (found !== sha512) throw new Error(`${spec} has the checksum ${found}`)
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
  rmSync(archive)
}
