/** A faulty row: its cells, perhaps as bytes, and the expected field and message. */
type Fault = readonly [
  cells: readonly (string | Uint8Array)[],
  field: string | null,
  message: RegExp,
]

const bytes = (...values: (string | number)[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from([value]))),
  )

const person = (change: Record<number, string | Uint8Array>) =>
  ['Ned', 'Noor', 'ned@example.com', 'Roofing', '630 555 0114'].map(
    (cell, index) => change[index] ?? cell,
  )

const FIRST = 0
const LAST = 1
const EMAIL = 2
const TRADE = 3
const PHONE = 4

const faults: readonly Fault[] = [
  [person({ [FIRST]: '' }), 'firstName', /^First name is required$/],
  [person({ [LAST]: '   ' }), 'lastName', /^Last name is required$/],
  [person({ [EMAIL]: 'ned at example.com' }), 'email', /^Enter a valid email address$/],
  [person({ [TRADE]: '' }), 'specialty', /^Specialty is required$/],
  [person({ [EMAIL]: 'not-an-address' }), 'email', /^Enter a valid email address$/],
  [person({ [EMAIL]: 'ned@@example.com' }), 'email', /^Enter a valid email address$/],
  [person({ [EMAIL]: `${'n'.repeat(250)}@example.com` }), 'email', /^At most 254 characters$/],
  [person({ [EMAIL]: 'Sub7@Example.COM' }), 'email', /^The same email address as in row 9$/],
  [
    person({ [FIRST]: '"=HYPERLINK(""https://evil.example"",""Ned"")"' }),
    'firstName',
    /^Begins with =/,
  ],
  [person({ [LAST]: '@SUM(A1:A9)' }), 'lastName', /^Begins with @/],
  [person({ [TRADE]: '+A1+A2' }), 'specialty', /^Begins with \+/],
  [person({ [TRADE]: '-2+3' }), 'specialty', /^Begins with -/],
  [person({ [PHONE]: "=cmd|' /C calc'!A0" }), 'phone', /^Begins with =/],
  [person({ [FIRST]: '\t=1+1' }), 'firstName', /^Begins with a tab/],
  [person({ [LAST]: '"\r=1+1"' }), 'lastName', /^Begins with a line break/],
  [person({ [FIRST]: 'N'.repeat(101) }), 'firstName', /^At most 100 characters$/],
  [person({ [PHONE]: '5'.repeat(51) }), 'phone', /^At most 50 characters$/],
  [person({ [LAST]: 'No\0or' }), 'lastName', /cannot be stored$/],
  // José in Latin-1.
  [person({ [FIRST]: bytes('Jos', 0xe9) }), 'firstName', /^Is not UTF-8 text/],
  [[...person({}), 'LLC'], null, /^Has more cells than the first row/],
]

/** The expected result of a faulty row of the roster. `row` is numbered as in a spreadsheet. */
export interface Expected {
  readonly row: number
  readonly field: string | null
  readonly message: RegExp
}

/** A CSV list of 500 subs, 20 of them faulty, each in a different way. */
export function roster(): { file: Buffer; expected: Expected[] } {
  const expected: Expected[] = []
  const pending = [...faults]
  const lines = Array.from({ length: 500 }, (_, index) => {
    const row = index + 2
    // Spread over the file, the first one in row 26.
    const fault = row % 25 === 1 ? pending.shift() : undefined
    if (!fault) return goodRow(index)
    const [cells, field, message] = fault
    expected.push({ row, field, message })
    return cells
  })
  const head = ['First Name', 'Last Name', 'Email', 'Trade', 'Phone']
  return { file: Buffer.concat([head, ...lines].map(lineOf)), expected }
}

const NAMES = ['Ana', 'Zoë', 'Siân', 'Łukasz', '"Mary, Jo"', '"Al ""Buzz"""', "O'Neil"]

function goodRow(index: number): string[] {
  const phone = index % 2 ? `+1 (630) 555-${String(index).padStart(4, '0')}` : ''
  const trade = index % 3 ? 'Electrical' : '"Plumbing\n& heating"'
  return [
    NAMES[index % NAMES.length] ?? '',
    `Sub ${index}`,
    `sub${index}@example.com`,
    trade,
    phone,
  ]
}

function lineOf(cells: readonly (string | Uint8Array)[]): Buffer {
  const parts = cells.flatMap((cell, index) => [
    index === 0 ? Buffer.alloc(0) : Buffer.from(','),
    typeof cell === 'string' ? Buffer.from(cell) : cell,
  ])
  return Buffer.concat([...parts, Buffer.from('\r\n')])
}
