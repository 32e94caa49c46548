import { expect, test } from 'vitest'
import { isDeposit } from './deposits.ts'

test.each([
  ['On signing', 1, true],
  ['on signature', 2, true],
  ['Deposit', 1, true],
  ['Paid up front', 1, true],
  ['All at the start of work', 1, true],
  ['With the order', 1, true],
  ['On completion', 1, false],
  ['Completion of the contract', 1, false],
  ['When the work is done', 1, false],
  ['After the final inspection', 1, false],
  ['Net 30', 1, false],
  // It says nothing: a payment that others follow is one in advance.
  ['', 1, false],
  ['Payment', 1, false],
  ['Payment', 2, true],
  ['', 3, true],
  ['Framing complete', 3, false],
])('a first payment due “%s”, one of %i, is a deposit: %s', (title, payments, expected) => {
  expect(isDeposit(title, payments)).toBe(expected)
})
