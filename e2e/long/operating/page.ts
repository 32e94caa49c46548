import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the program. */
export const ROOT = join(import.meta.dirname, '../../..')

/**
 * * Returns the blocks of commands below a heading of docs/operate.md, up to the next heading. *
 * @throws Error when their number differs from `blocks`
 */
export function documented(heading: string, blocks = 1): string[] {
  const text = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8')
  const section = text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0] ?? ''
  const found = [...section.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, block = '']) => block)
  if (found.length !== blocks)
    throw new Error(`docs/operate.md has ${found.length} blocks of commands for ${heading}`)
  return found
}

/** Returns the only block of commands below a heading. */
export const documentedBlock = (heading: string): string => documented(heading)[0] ?? ''
