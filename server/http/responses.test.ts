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

describe('a reply contains only what its schema declares', () => {
  test.each([
    ['for one thing', one, thing, { id: 'a' }],
    ['for a list', list, [thing], [{ id: 'a' }]],
    ['for a page', list, new ListPage([thing], 1, undefined), [{ id: 'a' }]],
  ])('%s', (_, row, reply, expected) => {
    expect(responseOf(row, reply, common.path).body).toEqual(expected)
  })

  test.each([
    ['one thing', one, {}],
    ['a list', list, [{}]],
    ['a page', list, new ListPage([{}], 1, undefined)],
  ])('a reply with %s that lacks a field is rejected', (_, row, reply) => {
    expect(() => responseOf(row, reply, common.path)).toThrow('does not match its schema')
  })
})
