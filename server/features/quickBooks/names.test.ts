import { expect, test } from 'vitest'
import { namesFor } from './names.ts'

const given = (names: readonly string[], taken: readonly string[] = []) => [
  ...namesFor(
    names.map((name, at) => ({ id: String(at), name })),
    taken,
  ).values(),
]

test.each([
  ['stays as it is', ['Ana Ruiz', '=cmd'], [], ['Ana Ruiz', '=cmd']],
  ['is numbered when it is there twice', ['Ana', 'ANA', 'Ana'], [], ['Ana', 'ANA (2)', 'Ana (3)']],
  ['is numbered when an earlier run has it', ['Ana'], ['ana', 'Ana (2)'], ['Ana (3)']],
  ['has no colon', ['Ruiz: Ana'], [], ['Ruiz - Ana']],
])('a name %s', (_, names, taken, expected) => {
  expect(given(names, taken)).toEqual(expected)
})

test('a name has at most 100 letters, with its number', () => {
  const names = given(['a'.repeat(300), 'a'.repeat(300)])
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(100)
})
