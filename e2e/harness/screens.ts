import { readFileSync } from 'node:fs'
import { type Role, roles } from '@plumbline/contract/policy.ts'

const [screenLines = [], menuLines = []] = readFileSync(
  new URL('../../web/screens.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n\n')
  .map((part) => part.split('\n').map((line) => line.split(' | ')))

/** Every screen of `web/screens.txt`: its address, title, roles, and the text for other roles. */
export const screens = screenLines.map(([path = '', title = '', allowed = '', denied]) => ({
  path,
  title,
  denied,
  allows: (role: Role) => allowed.split(' ').includes(role),
}))

/** The labels in the sidebar of each role. */
export const sidebars = Object.fromEntries(
  menuLines.map(([role, ...labels]) => [roles.find((each) => each === role), labels]),
) as Record<Role, string[]>
