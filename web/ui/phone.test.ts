import { expect, test } from 'vitest'
import { phoneText } from './phone.ts'

test.each([
  ['(630) 555-0112', '630-555-0112'],
  ['630.555.0112', '630-555-0112'],
  ['6305550112', '630-555-0112'],
  ['+1 630 555 0112', '630-555-0112'],
  // As it was typed: short, foreign, with an extension, or no number at all.
  ['555-0112', '555-0112'],
  ['+49 30 901820', '+49 30 901820'],
  ['030 9018200', '030 9018200'],
  ['630-555-0112 x14', '630-555-0112 x14'],
  ['ask Dana', 'ask Dana'],
])('%s is shown as %s', (typed, shown) => {
  expect(phoneText(typed)).toBe(shown)
})
