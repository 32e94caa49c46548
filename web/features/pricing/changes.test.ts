import { expect, test } from 'vitest'
import { pricedLine, pricing } from '../../testing/pricing.ts'
import { type Change, changed } from './changes.ts'
import { bodyOf, type Draft, draftOf, linesOf, newLine } from './draft.ts'

const start = draftOf(
  pricing({
    sections: [
      { title: 'Work', kind: 'included', lines: ['A', 'B'].map((one) => pricedLine(one)) },
      { title: 'Empty', kind: 'optional', lines: [] },
      {
        title: 'Floor',
        kind: 'choose_one',
        lines: [pricedLine('Vinyl'), pricedLine('Tile', { chosen: false })],
      },
    ],
  }),
)
const keyOf = (description: string, draft = start) =>
  linesOf(draft).find((one) => one.description === description)?.key ?? 'unknown'
const [work = '', empty = '', floor = ''] = start.sections.map(({ key }) => key)
/** The lines of a draft: `A B | | Vinyl* Tile`, where one that is chosen of a choice is marked. */
const shown = ({ sections }: Draft) =>
  sections
    .map(({ kind, lines }) =>
      lines
        .map((one) => one.description + (kind === 'choose_one' && one.chosen ? '*' : ''))
        .join(' '),
    )
    .join(' | ')
const add = (after: string, ...lines: string[]): Change => ({
  type: 'add',
  after: keyOf(after),
  lines: lines.map((description) => newLine({ description })),
})
const move = (line: string, by: 1 | -1): Change => ({ type: 'move', key: keyOf(line), by })
const drop = (line: string, section: string, before: string | null): Change => ({
  ...{ type: 'drop', key: keyOf(line), section },
  before: before && keyOf(before),
})

test.each<[string, Change, string]>([
  ['lines are added after another', add('A', 'X', 'Y'), 'A X Y B |  | Vinyl* Tile'],
  ['an added option is not the chosen one', add('Tile', 'Slate'), 'A B |  | Vinyl* Tile Slate'],
  ['a line moves down', move('A', 1), 'B A |  | Vinyl* Tile'],
  ['a line moves into the next section', move('B', 1), 'A | B | Vinyl* Tile'],
  ['a line moves to the end of the section before', move('Vinyl', -1), 'A B | Vinyl | Tile*'],
  ['the first line does not move up', move('A', -1), 'A B |  | Vinyl* Tile'],
  ['the last line does not move down', move('Tile', 1), 'A B |  | Vinyl* Tile'],
  ['a line is dropped before another', drop('B', floor, 'Vinyl'), 'A |  | B Vinyl* Tile'],
  ['a line is dropped at an end', drop('Vinyl', empty, null), 'A B | Vinyl | Tile*'],
  ['a line is dropped in its section', drop('A', work, null), 'B A |  | Vinyl* Tile'],
  ['a line is dropped where it is', drop('A', work, 'B'), 'A B |  | Vinyl* Tile'],
  ['a choice has one line', { type: 'choose', key: keyOf('Tile') }, 'A B |  | Vinyl Tile*'],
  [
    'a section that becomes a choice has one line',
    { type: 'section', key: work, to: { kind: 'choose_one' } },
    'A* B |  | Vinyl* Tile',
  ],
  ['a choice remains one', { type: 'remove', key: keyOf('Vinyl') }, 'A B |  | Tile*'],
  ['a section moves', { type: 'moveSection', key: floor, by: -1 }, 'A B | Vinyl* Tile | '],
])('%s', (_, change, text) => {
  expect(shown(changed(start, change))).toBe(text)
})

test('what does not change stays the same object', () => {
  const next = changed(start, { type: 'line', key: keyOf('A'), to: { quantity: '2' } })
  expect(next.sections[0]).not.toBe(start.sections[0])
  expect(next.sections[0]?.lines[1]).toBe(start.sections[0]?.lines[1])
  expect(next.sections[2]).toBe(start.sections[2])
  expect(changed(start, move('A', -1))).toBe(start)
})

test('lines that are added take the place of an empty one', () => {
  const line = newLine()
  const withEmpty = changed(start, { type: 'append', section: work, lines: [line] })
  const lines = [newLine({ description: 'X' })]
  expect(shown(changed(withEmpty, { type: 'add', after: line.key, lines }))).toBe(
    'A B X |  | Vinyl* Tile',
  )
})

test('a line and a section that were deleted come back where they were', () => {
  const [line] = linesOf(start)
  const without = changed(start, { type: 'remove', key: keyOf('A') })
  expect(shown(without)).toBe('B |  | Vinyl* Tile')
  const place = { section: work, index: 0 }
  expect(line && shown(changed(without, { type: 'restore', place, line }))).toBe(shown(start))
  const [section] = start.sections
  const rest = changed(start, { type: 'removeSection', key: work })
  expect(section && shown(changed(rest, { type: 'restoreSection', index: 0, section }))).toBe(
    shown(start),
  )
})

test('a markup writes the prices of the chosen lines that have a cost', () => {
  const priced = draftOf(
    pricing({
      sections: [
        {
          ...{ title: 'Work', kind: 'included' },
          lines: [
            pricedLine('A', { unitCost: '1000' }),
            pricedLine('B', { unitCost: '3.333' }),
            pricedLine('C'),
            pricedLine('D', { unitCost: '1' }),
          ],
        },
      ],
    }),
  )
  const keys = new Set(['A', 'B', 'C'].map((one) => keyOf(one, priced)))
  const next = changed(priced, { type: 'markUp', keys, percent: '25.5' })
  expect(linesOf(next).map(({ unitPrice }) => unitPrice)).toEqual([
    '1,255.00',
    '4.18',
    '100.00',
    '100.00',
  ])
})

test('lines beyond the largest number are not added', () => {
  const lines = Array.from({ length: 400 }, (_, n) => newLine({ description: `${n}` }))
  expect(linesOf(changed(start, { type: 'append', section: work, lines }))).toHaveLength(300)
})

test('empty lines and the share of the last payment are not sent', () => {
  const typed = changed(start, { type: 'append', section: empty, lines: [newLine()] })
  const payment = { key: 'p', title: 'All', kind: 'percent', value: '40' } as const
  const { sections, schedule } = bodyOf(
    changed(typed, { type: 'set', to: { schedule: [payment] } }),
  )
  expect(sections.map(({ lines }) => lines.length)).toEqual([2, 0, 2])
  expect(schedule).toEqual([{ title: 'All', share: null }])
})
