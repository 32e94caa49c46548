import { route } from '@plumbline/contract/route.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ListPage } from '../platform/db/paging.ts'
import { responseOf } from './responses.ts'

const Thing = z.object({ id: z.string() })
const common = { method: 'GET', path: '/api/things', summary: 'Things', may: 'job.list' } as const
const read = { ...common, about: [], keep: true } as const
const one = route({ ...read, reply: Thing })
const list = route({ ...read, reply: z.array(Thing) })

const thing = { id: 'a', secret: 'undeclared' }

describe('only what the schema of a reply declares is sent', () => {
  test.each([
    ['of one thing', one, thing, { id: 'a' }],
    ['of a list', list, [thing], [{ id: 'a' }]],
    ['of a page', list, new ListPage([thing], 1, undefined), [{ id: 'a' }]],
  ])('%s', (_, row, reply, expected) => {
    expect(responseOf(row, reply, common.path).body).toEqual(expected)
  })

  test.each([
    ['one thing', one, {}],
    ['a list', list, [{}]],
    ['a page', list, new ListPage([{}], 1, undefined)],
  ])('and %s that lacks a field is not sent at all', (_, row, reply) => {
    expect(() => responseOf(row, reply, common.path)).toThrow('does not match its schema')
  })
})
