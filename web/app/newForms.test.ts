import { expect, test } from 'vitest'
import { rentalSearch } from '../features/rentals/search.ts'
import { newForm } from '../screens/screen.ts'

test('new=1 is the first form of a screen', () => {
  const parse = newForm('property', 'tenant')
  expect(['1', 'tenant', 'job', '', undefined].map(parse)).toEqual([
    'property',
    'tenant',
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  [undefined, 'property'],
  ['tenants', 'tenant'],
  ['income', 'rent'],
  ['expenses', 'expense'],
  ['reports', undefined],
])('on the rental tab %s it opens %s', (tab, form) => {
  expect(rentalSearch({ tab, new: '1' }).new).toBe(form)
  expect(rentalSearch({ tab, new: 'recurring' }).new).toBe('recurring')
})
