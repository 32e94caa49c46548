import { expect, test } from 'vitest'
import { isKnownPath } from './screens.ts'
import { screens, sidebars } from './testing/screens.ts'

// A story opens each of them and compares what it finds with these lines.
test('the titles of the top bar, who may open what, and the sidebars', async () => {
  const lines = screens
    .map(({ path, title, roles, denied }) => [path, title, roles.join(' '), denied].filter(Boolean))
    .map((parts) => parts.join(' | '))
  const menus = sidebars.map(({ role, labels }) => [role, ...labels].join(' | '))
  const text = [...lines.sort(), '', ...menus, ''].join('\n')
  await expect(text).toMatchFileSnapshot('screens.txt')
})

test.each([
  ['/', true],
  ['/jobs', true],
  ['/jobs/', true],
  ['/jobs/0198c0de-0000-7000-8000-000000000001', true],
  ['/jobs/a/b', false],
  ['/pending-bids/', true],
  ['/nowhere', false],
  ['/Jobs', false],
])('%s is a screen: %s', (path, known) => {
  expect(isKnownPath(path)).toBe(known)
})
