import { readFileSync } from 'node:fs'
import type { Role } from '@plumbline/contract/policy.ts'

const [lines = ''] = readFileSync(new URL('../../web/screens.txt', import.meta.url), 'utf8').split(
  '\n\n',
)

/** Every screen of `web/screens.txt`: its address, title and roles. */
export const screens = lines
  .split('\n')
  .map((line) => line.split(' | '))
  .map(([path = '', title = '', allowed = '']) => ({
    path,
    title,
    allows: (role: Role) => allowed.split(' ').includes(role),
  }))
