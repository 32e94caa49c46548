import { roles } from '@plumbline/contract/policy.ts'
import { expect, test } from 'vitest'
import { mayOf } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { people } from '../testing/open.tsx'
import {
  adminOnly,
  id,
  newForm,
  opensOverlay,
  overlay,
  screen,
  searchParams,
  text,
} from './screen.ts'

test('a screen is loaded only for the roles that may open it', () => {
  const { beforeLoad } = screen({ title: 'User Management', ...adminOnly })
  const isRefused = (person: (typeof people)[keyof typeof people]) => {
    try {
      beforeLoad({ context: { client: newQueryClient(), person, may: mayOf(person) } })
      return false
    } catch {
      return true
    }
  }
  expect(roles.filter((role) => isRefused(people[role]))).toEqual(['subcontractor', 'client'])
})

test('the params that open something over a screen are known by their parsers', () => {
  const validate = searchParams({ status: text, detail: overlay(id), new: newForm('thing') })
  expect(validate({ detail: 'no id', new: '1' })).toMatchObject({ detail: undefined, new: 'thing' })
  expect(['?status=open', '?detail=1', '?status=open&new=thing', ''].map(opensOverlay)).toEqual([
    ...[false, true, true, false],
  ])
})
