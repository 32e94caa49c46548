import { roles } from '@plumbline/contract/policy.ts'
import { expect, test } from 'vitest'
import { mayOf } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { people } from '../testing/open.tsx'
import { adminOnly, screen } from './screen.ts'

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
