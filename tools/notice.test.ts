import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notice } from './notice.js'

test('NOTICE is what the installed packages say; `node tools/notice.js` writes it again', () => {
  expect(readFileSync(join(import.meta.dirname, '../NOTICE'), 'utf8')).toBe(notice())
})

test('names what browsers load, with its licence', () => {
  const [, loaded = ''] = notice().split('What browsers load')
  for (const name of ['react', 'radix-ui', 'zod', 'lucide-react', 'scheduler'])
    expect(loaded).toMatch(new RegExp(`^${name}(:|$)`, 'm'))
  expect(loaded).toContain('THE SOFTWARE IS PROVIDED "AS IS"')
  expect(loaded).not.toContain('undefined')
})
