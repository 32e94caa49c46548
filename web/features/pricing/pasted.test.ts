import { expect, test } from 'vitest'
import { pastedLines } from './pasted.ts'

test.each([
  ['a plain text', 'Tile'],
  ['a text with blanks and a final line break', 'Tile, 12 by 12\n'],
])('%s belongs into one cell', (_, text) => {
  expect(pastedLines(text)).toBeUndefined()
})

test('rows of a spreadsheet become lines', () => {
  expect(pastedLines('Tile\t12\tsq ft\t$9.50\t8.40\r\nGrout\t\t\t40\r\n\r\n')).toEqual([
    { description: 'Tile', quantity: '12', unit: 'sq ft', unitPrice: '$9.50', unitCost: '8.40' },
    { description: 'Grout', unitPrice: '40' },
  ])
})

test('the lines of a list are descriptions', () => {
  expect(pastedLines('Demolition\nFraming\n')).toEqual([
    { description: 'Demolition' },
    { description: 'Framing' },
  ])
})

test('a row of headings is skipped, and names the columns', () => {
  expect(pastedLines('Qty\tItem\tAmount\tUnit Price\n3\tDoor\t900\t300')).toEqual([
    { quantity: '3', description: 'Door', unitPrice: '300' },
  ])
})

test('a first row that only looks like headings is a line', () => {
  expect(pastedLines('Work\t1\tjob\t500\nUnit\t2\teach\t40')).toHaveLength(2)
})

test('a quoted cell can contain quotes, tabs and line breaks', () => {
  expect(pastedLines('"Door, 36""\nwide"\t1\n12" pipe\t2')).toEqual([
    { description: 'Door, 36" wide', quantity: '1' },
    { description: '12" pipe', quantity: '2' },
  ])
})
