import { csvLine } from '@plumbline/contract/csv.ts'
import { importSources } from '@plumbline/contract/importSources.ts'
import { describe, expect, test } from 'vitest'
import { readCell } from './cells.ts'
import { decode } from './decode.ts'
import { chosenMapping, missingFields, sharedColumn, suggestMapping } from './mapping.ts'
import { splitName } from './names.ts'
import { readSheet } from './sheet.ts'

const utf16 = (text: string, mark: number[], swap = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return Buffer.concat([Buffer.from(mark), swap ? bytes.swap16() : bytes])
}
const sheet = (text: string) => readSheet(Buffer.from(text))

describe('decoding', () => {
  test.each([
    ['UTF-8', Buffer.from('Zoë Łuk 🏠')],
    ['UTF-8 with its mark', Buffer.from('\ufeffZoë Łuk 🏠')],
    ['UTF-16, little end first', utf16('Zoë Łuk 🏠', [0xff, 0xfe])],
    ['UTF-16, big end first', utf16('Zoë Łuk 🏠', [0xfe, 0xff], true)],
  ])('%s', (_, bytes) => expect(decode(bytes)).toBe('Zoë Łuk 🏠'))

  test('invalid bytes do not affect what follows them', () => {
    expect(decode(Buffer.from('Jos\xe9,x\r\n', 'latin1'))).toBe('Jos\ufffd,x\r\n')
    expect(decode(Buffer.from([0xc3, 0x2c, 0xff, 0xff, 0x0a]))).toBe('\ufffd,\ufffd\ufffd\n')
  })

  test.each([
    ['an .xlsx', [0x50, 0x4b, 0x03, 0x04, 0x14]],
    ['an .xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
  ])('%s is rejected as not a CSV file', (_, bytes) => {
    expect(() => decode(Uint8Array.from(bytes))).toThrow(/not a CSV file/)
  })
})

describe('the sheet', () => {
  test.each([
    ['commas', 'Name,Address\nA,"1 Elm; St, Batavia"\n'],
    ['semicolons', 'Name;Address\r\nA;"1 Elm; St, Batavia"'],
    ['tabs', 'Name\tAddress\rA\t1 Elm; St, Batavia\r'],
  ])('is read when separated by %s', async (_, text) => {
    expect(await sheet(text)).toEqual({
      headRow: 1,
      firstRows: [
        { row: 1, text: 'Name, Address' },
        { row: 2, text: 'A, 1 Elm; St, Batavia' },
      ],
      columns: ['Name', 'Address'],
      rows: [{ row: 2, cells: ['A', '1 Elm; St, Batavia'] }],
    })
  })

  test.each([
    ['sep=;\r\nName;A,B,C\r\nAnn;1,2\r\n'],
    ['\ufeffSEP=;\nName;A,B,C\n\nAnn;1,2'],
    ['"sep=;"\rName;A,B,C\rAnn;1,2'],
    ['sep=|\nName|A,B,C\nAnn|1,2'],
    ['sep=;;\nName;A,B,C\nAnn;1,2'],
  ])('is read as its first line says: %j', async (text) => {
    const { columns, headRow, firstRows, rows } = await sheet(text)
    expect([columns, headRow, firstRows[0]?.row]).toEqual([['Name', 'A,B,C'], 2, 2])
    expect(rows.map(({ cells }) => cells)).toEqual([['Ann', '1,2']])
  })

  test('a list of another tool is recognized below a line that names the separator', async () => {
    const { source, headRow } = await sheet('sep=;\nVendor;Phone Numbers;Email;Address\nOak;;;\n')
    expect([source?.name, headRow]).toEqual(['QuickBooks vendor contact list', 2])
  })

  test('has the cells of a file to fix as they were sent', async () => {
    const cells = ['Row 2. Begins with =', '=cmd()', "'=Ann", 'a,b']
    const { rows } = await sheet(csvLine(['Reason', 'First', 'Last', 'Email']) + csvLine(cells))
    expect(rows).toEqual([{ row: 2, cells }])
  })

  test('begins at the row that a person chooses, with the separator of that row', async () => {
    const text = 'Our jobs, of 2026\n\nName;Address\nAttic;"1 Elm, Elgin"\nDeck;2 Elm\n'
    const { columns, headRow, rows } = await readSheet(Buffer.from(text), 3)
    expect([columns, headRow]).toEqual([['Name', 'Address'], 3])
    expect(rows).toEqual([
      { row: 4, cells: ['Attic', '1 Elm, Elgin'] },
      { row: 5, cells: ['Deck', '2 Elm'] },
    ])
    for (const row of [2, 6])
      await expect(readSheet(Buffer.from(text), row)).rejects.toMatchObject({
        fields: { headRow: `Row ${row} is empty` },
      })
  })

  test('ignores a separator within quotes in the first row', async () => {
    const { columns } = await sheet('"a,b,c,d";"x\ny";z\n1;2;3')
    expect(columns).toEqual(['a,b,c,d', 'x\ny', 'z'])
  })

  test('reads quotes, line breaks and mixed line ends, and numbers rows as a spreadsheet does', async () => {
    const { rows } = await sheet(
      'a,b\r\n"1\n2","say ""hi"""\r\n\r\n , \n5 1/2" pipe,"x"\r"y",z\n\n\n',
    )
    expect(rows).toEqual([
      { row: 2, cells: ['1\n2', 'say "hi"'] },
      { row: 5, cells: ['5 1/2" pipe', 'x'] },
      { row: 6, cells: ['y', 'z'] },
    ])
  })

  test('allows short rows and empty columns at the end', async () => {
    expect(await sheet('a,,c,,\n1\n')).toMatchObject({
      columns: ['a', '', 'c'],
      rows: [{ row: 2, cells: ['1'] }],
    })
  })

  test.each([
    ['a byte order mark alone', '\ufeff', /first row must contain/],
    ['an empty first row', ' , ,\n1,2,3', /first row must contain/],
    [
      'a quote that is never closed',
      'a,b\n1,2\n3,"4\n5,6\n',
      /quote is opened in row 3 and never closed/,
    ],
    ['10,000 columns', ','.repeat(9_999).concat('x\n'), /at most 100 columns/],
    ['bytes of a program', 'MZ\0\0\x01,\0\n', /not a CSV file/],
    ['5,001 rows', `a\n${'1\n'.repeat(5001)}`, /at most 5,000 rows/],
    ['a million rows of empty cells', `a,b\n${',\n'.repeat(1_000_000)}1`, /at most 5,000 rows/],
  ])('rejects %s', async (_, text, message) => {
    await expect(sheet(text)).rejects.toThrow(message)
  })

  test.each(['\n', '\r\n'])('skips a million empty lines: %j', async (end) => {
    const { rows } = await sheet(`a${end.repeat(1_000_000)}1`)
    expect(rows).toEqual([{ row: 1_000_001, cells: ['1'] }])
  })

  test('accepts 5,000 rows and some empty ones', async () => {
    const { rows } = await sheet(`a\n${'\n'.repeat(2000)}${'1\n'.repeat(5000)}${'\n'.repeat(2000)}`)
    expect(rows).toHaveLength(5000)
    expect(rows[0]?.row).toBe(2002)
  })
})

describe('cells', () => {
  test.each([
    ['$48,250.75', 4_825_075],
    ['$ -', undefined],
    ['', undefined],
    ['(500.00)', 'Amounts cannot be negative'],
    ['48250,75', 'Enter an amount such as 48,250.75'],
    ['=1+1', 'Enter an amount such as 48,250.75'],
    ['9'.repeat(30), 'That amount is too large'],
  ])('the amount %j is %j', (raw, expected) => {
    expect(readCell(raw, 'amount')).toEqual(
      typeof expected === 'string' ? { problem: expected } : { value: expected },
    )
  })

  test.each([
    ['$48,250.75', '48250.75'],
    ['1234567890.1', '1234567890.10'],
    ['$ -', undefined],
    ['1,5', null],
    ['=1', null],
  ])('the dollars %j are the text %j', (raw, expected) => {
    const problem = 'Enter an amount such as 48,250.75'
    expect(readCell(raw, 'dollars')).toEqual(expected === null ? { problem } : { value: expected })
  })

  test.each([
    ['1,180', 1180],
    ['1.5', 1.5],
    ['0', 0],
    ['', undefined],
    ['-1', -1],
    ['1,18', null],
    ['=1', null],
  ])('the number %j is %j', (raw, expected) => {
    const problem = 'Enter a number such as 1,250 or 1.5'
    expect(readCell(raw, 'number')).toEqual(expected === null ? { problem } : { value: expected })
  })

  test.each([
    ['2026-03', '2026-03'],
    ['3/2026', '2026-03'],
    ['12/31/2026', '2026-12'],
    ['2026-03-05', '2026-03'],
    ['-', undefined],
    ['13/2026', null],
    ['2026-00', null],
    ['Mar-26', null],
    ['3/26', null],
  ])('the month %j is %j', (raw, expected) => {
    const problem = 'Enter a month such as 2026-03 or 3/2026'
    expect(readCell(raw, 'month')).toEqual(expected === null ? { problem } : { value: expected })
  })

  test.each([
    ['2026-03-05', '2026-03-05'],
    ['3/5/2026', '2026-03-05'],
    ['12/31/2026', '2026-12-31'],
    ['2/29/2028', '2028-02-29'],
    ['Mar 5, 2026', '2026-03-05'],
    ['March 05, 2026', '2026-03-05'],
    ['3/5/2026 8:30 AM', '2026-03-05'],
    ['2026-03-05T08:30:00', '2026-03-05'],
    ['Foo 5, 2026', null],
    ['Feb 30, 2026', null],
    [' ', undefined],
    ['2/29/2027', null],
    ['13/2/2026', null],
    ['3/5/26', null],
    ['March 5', null],
    ['0/0/2026', null],
  ])('the date %j is %j', (raw, expected) => {
    const problem = 'Enter a date such as 2026-03-05 or 3/5/2026'
    expect(readCell(raw, 'day')).toEqual(expected === null ? { problem } : { value: expected })
  })

  test.each([
    ['In Progress', 'in_progress'],
    ['ON-HOLD', 'on_hold'],
    ['not_started', 'not_started'],
    ['—', undefined],
  ])('the status %j is %j', (raw, expected) =>
    expect(readCell(raw, 'status')).toEqual({ value: expected }),
  )
  test('an unknown status is kept, unless it is a formula or too long', () => {
    expect(readCell('Requires Invoicing', 'status')).toEqual({ value: 'Requires Invoicing' })
    expect(readCell('=1', 'status')).toHaveProperty('problem')
    expect(readCell('w'.repeat(101), 'status')).toEqual({ problem: 'At most 100 characters' })
  })

  test.each([
    ['+1 630 555 0101', '+1 630 555 0101'],
    ["'+1 630 555 0101", '+1 630 555 0101'],
    ['\u202a+1 630 555 0101\u202c', '+1 630 555 0101'],
    ['+44 (0)20 7946-0000 ext. 12', '+44 (0)20 7946-0000 ext. 12'],
    ['(630) 555-0101', '(630) 555-0101'],
    ['-', undefined],
  ])('the phone number %j is %j', (raw, expected) =>
    expect(readCell(raw, 'phone')).toEqual({ value: expected }),
  )

  test.each(['=1', '+1 630 555 0101', '-x', '@x', '\tx', '\rx', ' =1', '\u200b=1', '- call first'])(
    'the text %j is a formula',
    (raw) =>
      expect(readCell(raw, 'text')).toEqual({
        problem: expect.stringMatching(/runs as a formula$/),
      }),
  )
  test('formulas escaped by our own export are read as they were written', () => {
    const notes = readCell("Two coats\n'- primer;'=white", 'text')
    expect(notes).toEqual({ value: 'Two coats\n- primer;=white' })
    for (const text of ['=Ann', '@home', '-Lee', '+1 Crew', '\t=1'])
      expect(readCell(csvLine([text]).trim().replaceAll('"', ''), 'text')).toEqual({
        value: text.trim(),
      })
  })

  test.each(["+A1+'x'", '+1;2', '++1', "=cmd|' /C calc'!A0"])(
    'the phone number %j is a formula',
    (raw) => expect(readCell(raw, 'phone')).toHaveProperty('problem'),
  )
  test.each(['6.30555E+09', '6,30555e9', '-6.3E+9', 'Mobile: 6.30555E+09', '(630) 555-0101; 6E+9'])(
    'the phone number %j was shortened by a spreadsheet',
    (raw) => {
      for (const type of ['phone', 'phones'] as const)
        expect(readCell(raw, type)).toEqual({
          problem: expect.stringMatching(/^Was shortened by a spreadsheet/),
        })
    },
  )
  test.each(['#N/A', '#REF!', '#DIV/0!', ' NULL '])('%j stands for a missing value', (raw) => {
    for (const type of ['text', 'phone', 'phones', 'email', 'amount', 'day', 'status'] as const)
      expect(readCell(raw, type)).toEqual({
        problem: `${raw.trim()} stands for a missing value; enter it or empty the cell`,
      })
  })
  test.each(['Null', '# 4', '#1 Plumbing', 'E9 Electric'])('%j is a text', (raw) =>
    expect(readCell(raw, 'text')).toEqual({ value: raw }),
  )
  test.each([
    ['65%', 65],
    ['65 %', 65],
    ['0', 0],
    ['99.6', 100],
    ['100%', 100],
  ])('the percentage %j is %s', (raw, value) => expect(readCell(raw, 'percent')).toEqual({ value }))
  test.each(['101', '-5%', 'half', '1e2'])('%j is no percentage', (raw) =>
    expect(readCell(raw, 'percent')).toEqual({ problem: 'Enter a percentage such as 65%' }),
  )

  test.each(["'tis", "O'Neil", 'a=b', '5-6', '—'])('the text %j is not a formula', (raw) =>
    expect(readCell(raw, 'text')).not.toHaveProperty('problem'),
  )
})

describe('the mapping', () => {
  test.each([
    [
      'subcontractors',
      ['First name', 'Last name', 'Email', 'Trade', 'Company', 'Phone'],
      [0, 1, 2, 5, 3],
    ],
    ['customers', ['PHONE #', 'E-Mail Address', 'surname', 'Given Name'], [3, 2, 1]],
  ] as const)('of %s is suggested', (kind, columns, places) => {
    const { firstName, lastName, email, phone, specialty } = suggestMapping(kind, columns)
    expect([firstName, lastName, email, phone, specialty].slice(0, places.length)).toEqual(places)
  })

  test('of jobs gives a heading that fits two fields to one of them', () => {
    expect(
      suggestMapping('jobs', [
        'Job',
        'Address',
        'Client',
        'Start',
        'End',
        'Amount',
        'Email',
        'Payment',
      ]),
    ).toEqual({
      ...{
        name: 0,
        address: 1,
        customerName: 2,
        startDate: 3,
        endDate: 4,
        approvedAmount: 5,
        customerEmail: 6,
      },
    })
    expect(suggestMapping('jobs', ['__proto__', 'constructor', 'toString', ''])).toEqual({})
  })

  test.each([
    'Notes',
    'Note',
    'Comments',
    'Comment',
    'Memo',
    'Remarks',
    'Description',
    'Internal notes',
  ])('of jobs maps %s to private notes', (name) =>
    expect(suggestMapping('jobs', ['Name', 'Address', name])).toEqual({
      ...{ name: 0, address: 1, privateNotes: 2 },
    }),
  )

  test('of jobs maps notes to those everyone reads only if there are private notes too', () => {
    const own = ['Name', 'Address', 'Notes', 'Private notes']
    expect(suggestMapping('jobs', own)).toMatchObject({ notes: 2, privateNotes: 3 })
    const other = suggestMapping('jobs', ['Name', 'Address', 'Comments', 'Notes', 'Description'])
    expect(other).toMatchObject({ privateNotes: 3 })
    expect(other).not.toHaveProperty('notes')
  })

  test('of a known list maps no column twice', () => {
    for (const { kind, columns } of importSources) {
      const words = Object.values(columns).flatMap((spellings) => spellings.split(' '))
      expect(sharedColumn(kind, suggestMapping(kind, words))).toBeUndefined()
      expect(words).toEqual([...new Set(words)])
    }
  })

  test('with one column for several fields is detected', () => {
    expect(sharedColumn('customers', { firstName: 0, lastName: 1 })).toBeUndefined()
    expect(sharedColumn('customers', { firstName: 0, lastName: 1, phone: 2, fax: 2 })).toEqual({
      column: 2,
      fields: ['Phone', 'Fax'],
    })
  })

  test('ignores chosen fields and columns that do not exist', () => {
    const choice = { ...JSON.parse('{"__proto__": 1}'), firstName: 0, nothing: 1, email: 7 }
    expect(chosenMapping('customers', ['a', 'b'], choice)).toEqual({ firstName: 0 })
    expect(missingFields('customers', { firstName: 0 })).toEqual(['lastName'])
  })

  test('accepts a full name in one column', () => {
    expect(suggestMapping('customers', ['Customer', 'Email'])).toEqual({ fullName: 0, email: 1 })
    expect(suggestMapping('customers', ['Name', 'First', 'Last'])).toEqual({
      firstName: 1,
      lastName: 2,
    })
    expect(missingFields('customers', { fullName: 0, email: 1 })).toEqual([])
  })

  test.each([
    ['Ana Diaz', 'Ana', 'Diaz'],
    ['Maria de la Cruz', 'Maria de la', 'Cruz'],
    ['de la Cruz, Maria', 'Maria', 'de la Cruz'],
  ])('splits the name %j into %j and %j', (full, firstName, lastName) =>
    expect(splitName(full)).toEqual({ firstName, lastName }),
  )
  test.each(['Cher', 'Diaz,', ', Ana', 'Ridge Electric, Inc.', 'Ridge Electric LLC'])(
    'does not split the name %j',
    (full) => expect(splitName(full)).toBeUndefined(),
  )
})
