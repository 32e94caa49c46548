import { expect, test } from 'vitest'
import { nameKey } from './nameKey.ts'

const keyOf = (firstName: string, lastName: string) => nameKey({ firstName, lastName })

test.each([
  ['case', 'ADA', 'adler'],
  ['accents', 'Ádà', 'Ãdlér'],
  ['accents of their own', 'A\u0301da', 'Adler'],
  ['spaces', ' A d a ', 'Ad\u00a0ler'],
  ['punctuation', 'Ada.', '-Adler'],
  ['the field they are in', 'Ada Adler', '.'],
  ['fullwidth letters', 'Ａｄａ', 'Ａｄｌｅｒ'],
  ['mathematical letters', '𝐀𝐝𝐚', '𝒜dler'],
  ['Cyrillic letters', 'Аdа', 'Аdlеr'],
  ['Greek letters', 'Αda', 'Adler'],
  ['invisible characters', 'A\u200dda', 'Ad\u00adler'],
  ['an I in place of an l', 'Ada', 'AdIer'],
  ['a digit in place of an l', 'Ada', 'Ad1er'],
])('names that differ only by %s have the same key', (_how, firstName, lastName) => {
  expect(keyOf(firstName, lastName)).toBe(keyOf('Ada', 'Adler'))
})

test('different names have different keys', () => {
  const names = [
    'Ada Adler',
    'Ada Adlers',
    'Ida Adler',
    'Adda Adler',
    'Åsa Öberg',
    '山田 太郎',
    '山田 次郎',
  ]
  const keys = names.map((name) => keyOf(name, ''))
  expect(new Set(keys).size).toBe(names.length)
  expect(keyOf('Gr\u00f6\u00dfe', '')).toBe(keyOf('GROSSE', ''))
})
