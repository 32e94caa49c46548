import { expect, test } from 'vitest'
import { cheapPasswords } from '../../testing/cheapPasswords.ts'
import { openPasswords, passwordProblem } from './passwords.ts'

const own = ['Ridgeline Builders', 'Ridgeline Holdings', 'Dana', 'Reyes', 'dana.reyes@example.com']
const problem = (password: string) => passwordProblem(password, own)

test.each([
  'maple-canoe-orbit',
  'Tr7!kQz9#mWp',
  'four gutters leak',
  'ridgeline sells copper kettles',
  'пароль из жёлтых листьев',
  'xxxk7Qm2Lp9Zr4',
  '木漏れ日の中で静かに猫が眠っている',
])('%j is accepted', (password) => {
  expect(problem(password)).toBeUndefined()
})

test.each([
  ['eleven-char', 'Use at least 12 characters'],
  ['🙂'.repeat(11), 'Use at least 12 characters'],
  ['a1b2c3d4e5'.repeat(13), 'Use at most 128 characters'],
  ['aaaaaaaaaaaaaaa', 'repeats'],
  ['abcabcabcabcabc', 'repeats'],
  ['abababababab1', 'repeats'],
  ['123456789012', 'counts'],
  ['098765432109876', 'counts'],
  ['abcdefghijklmnop', 'counts'],
  ['qwertyuiop[]', 'counts'],
  ['qwertyuiopasdf', 'counts'],
  ['1qaz2wsx!asdfghjkl', 'counts'],
  ['password1234', 'common'],
  ['P@ssw0rd2024!', 'common'],
  ['Welcome12345!', 'common'],
  ['Summer-Winter-2024', 'common'],
  ['correcthorsebatterystaple', 'common'],
  ['Correct Horse Battery Staple', 'common'],
  ['maytheforcebewithyou', 'common'],
  ['letmeinplease', 'common'],
  ['contractor2026', 'common'],
  ['Ridgeline2026!', 'name of the company'],
  ['ridgelinebuilders1', 'name of the company'],
  ['R1dgel1ne-2026', 'name of the company'],
  ['DanaReyes-1987', 'name of the company'],
  ['dana.reyes@example.com', 'name of the company'],
])('%j is rejected: %s', (password, reason) => {
  expect(problem(password)).toContain(reason)
})

test('a hash is argon2id with 19 MiB, two passes, one lane, and never the same twice', async () => {
  const passwords = openPasswords()
  const [one, two] = await Promise.all([
    passwords.hash('maple-canoe-orbit'),
    passwords.hash('maple-canoe-orbit'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(passwords.isOutdated(one)).toBe(false)
  expect(await passwords.matches(one, 'maple-canoe-orbit')).toBe(true)
  expect(await passwords.matches(one, 'maple-canoe-orbi')).toBe(false)
})

test('a hash with older parameters still matches, and is outdated', async () => {
  const stored = await cheapPasswords().hash('maple-canoe-orbit')
  const passwords = openPasswords()
  expect(passwords.isOutdated(stored)).toBe(true)
  expect(await passwords.matches(stored, 'maple-canoe-orbit')).toBe(true)
})

test('accents composed in two ways are the same password', async () => {
  const passwords = cheapPasswords()
  const stored = await passwords.hash('caf\u00e9 au lait noir')
  expect(await passwords.matches(stored, 'cafe\u0301 au lait noir')).toBe(true)
})

test('without a stored hash the same work is done, and no password matches', async () => {
  const passwords = openPasswords()
  expect(await passwords.matches(null, 'maple-canoe-orbit')).toBe(false)
  expect(await passwords.matches(undefined, '')).toBe(false)
  expect(passwords.count()).toBe(2)
})

test('with a hundred hashes of a network waiting its next is rejected, and none of another', async () => {
  const passwords = cheapPasswords()
  const check = (network: string) => passwords.matches(null, 'maple', network)
  const crowd = Promise.allSettled(Array.from({ length: 110 }, () => check('crowd')))
  const others = await Promise.all(Array.from({ length: 12 }, () => check('office')))
  expect(others).toEqual(Array(12).fill(false))
  const refused = (await crowd).filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]?.reason).toMatchObject({ name: 'tooMany', retryAfter: 5 })
})
