import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Credentials } from './auth.ts'
import { SUB_JOBS_COUNT_LIMIT, totalText } from './countLimits.ts'
import {
  addDays,
  day,
  dayIn,
  daysBetween,
  formatDay,
  inOrder,
  isDay,
  isTimeZone,
  moment,
  optionalDay,
} from './dates.ts'
import { cents, dollarsFromCents, formatCents, MAX_CENTS } from './money.ts'
import {
  asLine,
  email,
  isId,
  line,
  optionalEmail,
  optionalId,
  optionalLine,
  optionalPhone,
  optionalText,
  search,
  text,
} from './text.ts'
import { timeZonesWith } from './timeZones.ts'

test.each([
  [0, '0'],
  [9999, '9,999'],
  [10_000, '10,000+'],
])('a total of %s is %s', (total, shown) => {
  expect(totalText(total)).toBe(shown)
})

test('a total with a lower limit shows a plus sign earlier', () => {
  expect(totalText(999, SUB_JOBS_COUNT_LIMIT)).toBe('999')
  expect(totalText(1000, SUB_JOBS_COUNT_LIMIT)).toBe('1,000+')
})

describe('money', () => {
  test.each([
    [4825075, '$48,250.75'],
    [0, '$0.00'],
    [null, '$0.00'],
    [undefined, '$0.00'],
    [MAX_CENTS, '$999,999,999.99'],
  ])('%j cents read %s', (amount, shown) => expect(formatCents(amount)).toBe(shown))

  test('is shown as plain dollars in an input', () => {
    expect(dollarsFromCents(4825075)).toBe('48250.75')
    expect(dollarsFromCents(null)).toBe('')
  })

  test.each([
    -1,
    0.5,
    MAX_CENTS + 1,
    1e308,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '5',
    null,
  ])('rejects the amount %j', (value) => expect(cents.safeParse(value).success).toBe(false))
})

describe('a calendar day', () => {
  test.each([
    ['2026-03-05', true],
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['275760-09-13', false],
    ['0001-01-01', false],
    ['2026-3-5', false],
    ['', false],
  ])('is valid for %s: %s', (value, expected) => expect(isDay(value)).toBe(expected))

  test('is the date part of a date-time, in any zone', () => {
    expect(day.parse('2026-03-05T23:59:59-10:00')).toBe('2026-03-05')
    expect(day.parse('2026-03-05T00:00:00Z')).toBe('2026-03-05')
    expect(day.safeParse('soon').success).toBe(false)
  })

  test('is null for empty text and null', () => {
    expect(optionalDay.parse('')).toBeNull()
    expect(optionalDay.parse(null)).toBeNull()
    expect(optionalDay.safeParse(5).success).toBe(false)
  })

  test('is formatted as words', () => {
    expect(formatDay('2026-03-05')).toBe('Mar 5, 2026')
    expect(formatDay(null)).toBe('Not set')
  })

  test('can be added to across months, leap days and daylight saving', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
  })

  test('of a moment depends on the time zone', () => {
    const at = new Date('2026-01-01T05:00:00Z')
    expect(dayIn('Pacific/Honolulu', at)).toBe('2025-12-31')
    expect(dayIn('Pacific/Auckland', at)).toBe('2026-01-01')
  })

  test('the time zones of the United States come first, and the chosen one is included', () => {
    const { us, others } = timeZonesWith('US/Central')
    expect([us[0], us[6], us.at(-1)]).toEqual([
      ...['America/New_York', 'Pacific/Honolulu', 'Pacific/Saipan'],
    ])
    expect(us).toHaveLength(34)
    for (const city of ['Detroit', 'Boise', 'Indianapolis', 'Louisville', 'Puerto_Rico', 'Juneau'])
      expect(us.filter((zone) => zone.endsWith(`/${city}`)).length, city).toBe(1)
    for (const zone of us) expect(isTimeZone(zone)).toBe(true)
    for (const zone of ['US/Central', 'UTC', 'Europe/Oslo']) expect(others).toContain(zone)
    expect(others.filter((zone) => us.includes(zone))).toEqual([])
    expect(others).toEqual([...new Set(others)].sort())
    expect(timeZonesWith('America/Chicago').others).not.toContain('America/Chicago')
  })

  test('is in order with an open end', () => {
    expect(inOrder(null, '2026-01-01')).toBe(true)
    expect(inOrder('2026-01-02', '2026-01-01')).toBe(false)
    expect(inOrder('2026-01-01', '2026-01-01')).toBe(true)
  })
})

test('moments are parsed to UTC', () => {
  expect(moment.parse('2026-03-05T10:00:00-06:00')).toBe('2026-03-05T16:00:00.000Z')
  for (const value of ['2026-03-05', '2026-03-05T10:00:00', '+275760-09-13T00:00:00Z', 5]) {
    expect(moment.safeParse(value).success).toBe(false)
  }
})

describe('text', () => {
  test('is trimmed; empty is null or missing', () => {
    expect(text(5).parse('  abc ')).toBe('abc')
    expect(text(5, 'Name is required').safeParse('   ').error?.issues[0]?.message).toBe(
      'Name is required',
    )
    expect(text(5, 'Name is required').safeParse(undefined).error?.issues[0]?.message).toBe(
      'Name is required',
    )
    expect(optionalText(5).parse('  ')).toBeNull()
  })

  test.each(['a\0b', '\ud800', 'x\udc00y'])('rejects what cannot be stored: %j', (value) => {
    expect(text(50).safeParse(value).success).toBe(false)
    expect(optionalText(50).safeParse(value).success).toBe(false)
  })

  const problemOf = (value: string, schema: z.ZodType = line(50, 'Name is required')) =>
    schema.safeParse(value).error?.issues[0]?.message

  test.each([
    ['a line break', 'Ada\nAdler'],
    ['a tab', 'Ada\tAdler'],
    ['an escape', 'Ada\u001b[31m'],
    ['another control character', 'Ada\u0085'],
    ['an annotation', 'Ada\ufff9x\ufffb'],
    ['a line separator', 'Ada\u2028Adler'],
    ['a paragraph separator', 'Ada\u2029Adler'],
  ])('a line rejects %s', (_what, value) => {
    expect(problemOf(value)).toBe('Contains characters that cannot be used')
    expect(problemOf(value, optionalLine(50))).toBe('Contains characters that cannot be used')
    expect(text(50).safeParse(value).success).toBe(true)
    expect(problemOf(asLine(value))).toBeUndefined()
  })

  test.each([
    ['a right-to-left override', 'A\u202eda'],
    ['an isolate', 'A\u2066d\u2069a'],
    ['a right-to-left mark', 'A\u200fda'],
    ['an Arabic letter mark', 'A\u061cda'],
    ['a zero-width space', 'A\u200bda'],
    ['a word joiner', 'Ada\u2060'],
    ['a byte order mark', 'A\ufeffda'],
    ['a soft hyphen', 'A\u00adda'],
  ])('%s of a paste is taken out of a line', (_what, value) => {
    expect(line(3).parse(value)).toBe('Ada')
    expect(optionalLine(3).parse(value)).toBe('Ada')
    expect(search.parse(value)).toBe('Ada')
    expect(text(50).parse(` ${value}x`)).toBe(`${value}x`)
  })

  test('an email address and a phone number have no invisible characters', () => {
    const address = '\u202adana\u200d@exam\u200bple.com\u202c \ufeff'
    expect(email.parse(address)).toBe('dana@example.com')
    expect(optionalEmail.parse(address)).toBe('dana@example.com')
    expect(Credentials.parse({ email: address, password: 'x' }).email).toBe('dana@example.com')
    expect(optionalPhone.parse('\u202a+1 (630)\u200c 555-0142\u202c')).toBe('+1 (630) 555-0142')
    expect(optionalPhone.parse('\u200b ')).toBeNull()
  })

  test('every text is stored in its composed form, which is what its length is of', () => {
    const [composed, typed] = ['Jos\u00e9', 'Jose\u0301']
    for (const schema of [text(4), optionalText(4), line(4), optionalLine(4), search])
      expect(schema.parse(typed)).toBe(composed)
    expect(email.parse('jo@mu\u0308ller.example')).toBe(email.parse('jo@m\u00fcller.example'))
  })

  test.each([
    'Anne-Marie O’Neill',
    'Åsa Öberg',
    '山田 太郎',
    'محمد علي',
    'نیم\u200cفاصله',
    'क्\u200dष',
    'Ridge 👩‍🔧 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'יעל',
  ])('a line accepts %j', (value) => {
    expect(line(50).parse(value)).toBe(value)
    expect(optionalLine(50).parse(value)).toBe(value)
  })

  test('a line is trimmed, and needs a visible character', () => {
    expect(line(50).parse('\ufeff Ada \n')).toBe('Ada')
    expect(problemOf(' \u200d \u200c')).toBe('Name is required')
    expect(problemOf('\u3164')).toBe('Name is required')
    expect(problemOf(' ')).toBe('Name is required')
    expect(optionalLine(50).parse(' ')).toBeNull()
    expect(optionalLine(50).parse(null)).toBeNull()
  })

  test.each([
    [' dana@example.com ', 'dana@example.com'],
    ['smith&sons@example.com'],
    ['r/d@example.com'],
    ["o'hara.{bids}+2026@example.com"],
    ['#1?roof=50%|off!@example.com'],
    ['_dana-@example.com'],
    ['dana@office'],
    ['dana@192.0.2.7'],
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
    ['Info@BÜRO.Example', 'Info@xn--bro-hoa.example'],
    ['info@工事。example', 'info@xn--3kq078a.example'],
    ['info@xn--mller-kva.example'],
  ])('the email address %j is valid', (typed, stored = typed) => {
    expect(email.parse(typed)).toBe(stored)
    expect(optionalEmail.parse(typed)).toBe(stored)
    expect(Credentials.parse({ email: typed, password: 'x' }).email).toBe(stored)
  })

  test.each([
    'dana',
    'dana@',
    '@example.com',
    'dana@@example.com',
    'dana@example..com',
    'dana@-example.com',
    'dana reyes@example.com',
    'Dana <dana@example.com>',
    'a@example.com, b@example.com',
    'dana@example.com\r\nBcc: x@example.com',
    'dana@example.com?subject=x',
    '"dana"@example.com',
    'müller@example.com',
    'dana@müller.example/x',
    'dana@müller.example:25',
    'dana@ü@example.com',
    `dana@${'ü'.repeat(64)}.example`,
    `${'d'.repeat(240)}@müller.example`,
  ])('the email address %j is invalid', (typed) => {
    expect(email.safeParse(typed).success).toBe(false)
    expect(optionalEmail.safeParse(typed).success).toBe(false)
  })

  test('an email address is required, or null when empty', () => {
    expect(problemOf(' ', email)).toBe('Email is required')
    expect(problemOf('dana@', email)).toBe('Enter a valid email address')
    expect(optionalEmail.parse('')).toBeNull()
    expect(optionalEmail.parse(null)).toBeNull()
  })

  test('ids are validated and in lower case', () => {
    expect(isId('01890a5d-ac96-774b-bcce-b302099a8057')).toBe(true)
    expect(isId("1' or 1=1")).toBe(false)
    expect(optionalId.parse('')).toBeNull()
    expect(optionalId.parse('01890A5D-AC96-774B-BCCE-B302099A8057')).toBe(
      '01890a5d-ac96-774b-bcce-b302099a8057',
    )
  })
})
