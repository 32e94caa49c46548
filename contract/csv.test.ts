import { describe, expect, test } from 'vitest'
import { csvLine, unescapeFormulas } from './csv.ts'

/**
 * The cells of a row as read by a spreadsheet that expects the separator. It recognizes quotes only
 * at the start of a cell.
 */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const next = line[at] ?? ''
    if (isQuoted && next === '"' && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (next === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (!isQuoted && (next === separator || next === '\r' || next === '\n')) {
      cells.push(cell)
      cell = ''
    } else cell += next
  }
  return [...cells, cell]
}

const formulas = ['=1+1', '+A1', '-A1', '@SUM(A1)', ' =1', '"=1"', '""=1', '＝1', '＠A']
const hostile = [
  ...formulas,
  ...[';', '\t', '\n', '\r', '\r\n', '\n\n', ';"', '";', ';;', '\t ', ';"" ', '"\n"'].flatMap(
    (before) => formulas.map((formula) => `plain${before}${formula}`),
  ),
  '\t=1',
  '\r@x',
  ';=1',
  "'=1",
  "a;'=1",
  'Notes:\n- first\n- second',
]

describe.each([',', ';', '\t'])('a CSV line opened with the separator %j', (separator) => {
  test.each(hostile)('has no formula for %j in any column', (text) => {
    for (const row of [[text], ['a', text, 'b'], [text, text], ['"', text]])
      for (const cell of cellsOf(csvLine(row), separator))
        expect(cell).not.toMatch(/^[ "]*[=+\-@＝＋－＠]/)
  })
})

test('the parser of this test does find formulas', () => {
  expect(cellsOf('x,"a;=1",b\r\n', ';')).toContain('=1",b')
  expect(cellsOf('x,"a\n=1",b\r\n', ';')).toContain('=1",b')
  expect(cellsOf('x,=1\r\n', ',')).toContain('=1')
})

test.each([
  ...hostile,
  'plain',
  '',
  "O'Hara",
  "'",
  "''=",
  '-5',
  '-0.50',
  'a;b',
  'x\ty',
  "it's; -1",
])('%j is read back unchanged', (text) => {
  const [, cell = ''] = cellsOf(csvLine(['id', text, 'end']), ',')
  expect(unescapeFormulas(cell)).toBe(text)
})

test('numbers are not escaped, and only texts that need quotes are quoted', () => {
  expect(csvLine(['-5', '-12.50', '48250.75', 'plain', "O'Hara", '', '=1', '-5+1'])).toBe(
    "-5,-12.50,48250.75,plain,O'Hara,,'=1,'-5+1\r\n",
  )
  expect(csvLine(['a,b', 'a;b', 'a\tb', 'say "hi"', 'two\nlines'])).toBe(
    '"a,b","a;b","a\tb","say ""hi""","two\nlines"\r\n',
  )
})
