import { expect, test } from 'vitest'
import { backoffDelay } from './backoff.ts'

test.each([
  [0, 1_000],
  [1, 2_000],
  [3, 8_000],
  [4, 15_000],
  [5_000, 15_000],
])('after %i failures the delay is %i', (failures, expected) => {
  expect(backoffDelay(failures, 1_000, 15_000)).toBe(expected)
})
