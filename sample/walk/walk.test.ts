import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Step, walk } from '../../server/testing/walk/walk.ts'
import { writeCases } from '../../server/testing/walk/writes.ts'
import {
  changesNothing,
  changesReads,
  needsExcuse,
  outdatedAfter,
  unannounced,
  withoutEvents,
} from './freshness.ts'
import { openWorld } from './world.ts'

/** One walk over the contract in the sample company, and what is true of every row. */
let world: Awaited<ReturnType<typeof openWorld>>
let walked: Awaited<ReturnType<typeof walk>>
beforeAll(async () => {
  world = await openWorld()
  walked = await walk(world.stage, world.lines)
}, 900_000)
afterAll(() => world.stage.w.close())

function stepOf(row: Row): Step {
  const step = walked.steps.get(row)
  if (!step) throw new Error(`${row.method} ${row.path} was not made`)
  return step
}

test('every write of the contract is made', () => {
  expect(writeCases.map(({ row }) => row)).toEqual(allRows.filter(({ method }) => method !== 'GET'))
})

test.each(writeCases)('$title is answered', ({ row }) => {
  const { answer, expected } = stepOf(row)
  expect(answer.status, answer.text).toBe(expected)
})

describe('every open screen shows what has changed without being loaded again', () => {
  test.each(writeCases)('after $title', ({ row }) => {
    expect(outdatedAfter(stepOf(row))).toEqual([])
  })

  test.each(writeCases)('$title changes something that is read, or says why not', (one) => {
    expect(changesReads(stepOf(one.row))).toBe(!(one.title in changesNothing))
  })

  test('no read has changed without a write', () => {
    expect(walked.unnoticed.map(({ read }) => read.url)).toEqual([])
  })

  test('every excuse is needed', () => {
    const steps = [...walked.steps.values()]
    const paths = Object.keys(withoutEvents)
    expect(paths.filter((path) => !steps.some((step) => needsExcuse(step, path)))).toEqual([])
    for (const [title, { of }] of Object.entries(unannounced)) {
      const step = steps.find(({ row }) => `${row.method} ${row.path}` === title)
      for (const path of of) expect([title, path, step && needsExcuse(step, path)]).toContain(true)
    }
  })
})
