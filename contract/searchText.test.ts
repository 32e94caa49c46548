import { expect, test } from 'vitest'
import { byLetters } from './naturalOrder.ts'
import { containsWords, isMisspelled, misspelledPattern } from './searchText.ts'

test.each([
  ['José Ruiz', 'jose'],
  ['Jose Ruiz', 'josé'],
  ['Jos\u0065\u0301 Ruiz', 'JOSÉ'],
  ['Åsa Öberg', 'oberg'],
  ['Łukasz Żak', 'lukasz zak'],
  ['Søren Sønderby', 'soren'],
  ['Straße 4', 'strasse'],
  ['İpek Işık', 'ipek isik'],
  ['Dana Reyes', 'reyes  dana '],
  ['Anne O’Hara', "o'hara"],
  ["Anne O'Hara", 'o’hara'],
  ['Oak\u00a0Dental', 'oak dental'],
  ['Smith‑Jones', 'smith-jones'],
  ['ΟΔΟΣ', 'οδος'],
  ['Anything', ' '],
])('%j is found by %j', (text, typed) => {
  expect(containsWords(text, typed)).toBe(true)
})

test.each([
  ['Dana Reyes', 'dana r.'],
  ['Dana Reyes', 'dana okafor'],
  ['Ohara', "o'hara"],
])('%j is not found by %j', (text, typed) => {
  expect(containsWords(text, typed)).toBe(false)
})

test.each([
  ['kichen', 'kitchen', true],
  ['kitcben', 'kitchen', true],
  ['kitchhen', 'kitchen', true],
  ['ktichen', 'kitchen', true],
  ['KICHÉN', 'kitchen', true],
  ['remodl', 'remodeling', true],
  ['kitxxen', 'kitchen', false],
  ['itchen', 'the kitchen', false],
  ['tchen', 'kitchen', false],
])('%s is one letter away from the beginning of %s: %j', (typed, text, isNear) => {
  expect(text.split(' ').some((word) => isMisspelled(word, typed))).toBe(isNear)
  expect(new RegExp(`\\b${misspelledPattern(typed)}`).test(text)).toBe(isNear)
})

test.each(['deck', 'a.b.c.d', '12-34'])(
  '%s is too short or no word for a wrong letter',
  (typed) => {
    expect(misspelledPattern(typed)).toBeUndefined()
  },
)

test('names are ordered by their letters, and by the value of their numbers', () => {
  const names = ['10 Elm', '2 Elm', 'apple', 'Zeta', 'Öberg', 'Olsen', 'oak', 'Lot 10', 'Lot 9']
  expect(names.toSorted(byLetters)).toEqual([
    ...['2 Elm', '10 Elm', 'apple', 'Lot 9', 'Lot 10', 'oak', 'Öberg', 'Olsen', 'Zeta'],
  ])
  expect(byLetters('dana', 'DANA')).toBe(0)
})
