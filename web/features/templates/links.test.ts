import { expect, test } from 'vitest'
import { formatLinks, linksText, parseLinks, tasksWithoutEntry, withoutEntry } from './links.ts'

const on = (entry: number, lagDays = 0) => ({ entry, lagDays })

test.each([
  ['', []],
  ['2', [on(1)]],
  ['2, 3+1, 5-2', [on(1), on(2, 1), on(4, -2)]],
])('%j is parsed and formatted to the same text', (text, links) => {
  expect(parseLinks(text)).toEqual(links)
  expect(formatLinks(links)).toBe(text)
})

test.each([
  [' 2 ;3 + 1d,', [on(1), on(2, 1)]],
  ['1-0', [on(0)]],
  ['0', undefined],
  ['2 3', undefined],
  ['two', undefined],
  ['2+', undefined],
])('%j is parsed as %j', (text, links) => expect(parseLinks(text)).toEqual(links))

test('removing an entry renumbers the links', () => {
  const entries = [
    { dependsOn: [] },
    { dependsOn: [on(0)] },
    { dependsOn: [on(0), on(1, 2)] },
    { dependsOn: [on(2, 1)] },
  ]
  expect(withoutEntry(entries, 1)).toEqual([
    { dependsOn: [] },
    { dependsOn: [on(0)] },
    { dependsOn: [on(1, 1)] },
  ])
  const tasks = [{ entry: 0 }, { entry: 1 }, { entry: 3 }, { entry: null }]
  expect(tasksWithoutEntry(tasks, 1).map(({ entry }) => entry)).toEqual([0, null, 2, null])
})

test('links are described in words', () => {
  const entries = [{ title: 'Dig' }, { title: 'Pour' }]
  expect(linksText(entries, [])).toBeUndefined()
  expect(linksText(entries, [on(0), on(1, 1)])).toBe('after Dig, Pour + 1 day')
  expect(linksText(entries, [on(0, -2)])).toBe('after Dig − 2 days')
})
