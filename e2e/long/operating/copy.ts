import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './page.ts'

const PARTS = [
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
  ...['tools', 'contract', 'sample', 'server', 'web'],
]

/**
 * Copies the sources of the program to a folder, without the folders whose names are in `without`.
 */
export function copyProgram(folder: string, without: readonly string[]) {
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (file) => !without.includes(basename(file)),
    })
}
