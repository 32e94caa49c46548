import { addDays } from '@plumbline/contract/dates.ts'
import { describe, expect, test } from 'vitest'
import { momentOf } from '../../platform/moments.ts'
import { dueAt, nextDigest } from './times.ts'

const NEW_YORK = 'America/New_York'
const BERLIN = 'Europe/Berlin'
const LORD_HOWE = 'Australia/Lord_Howe'
const night = { from: '21:00', to: '07:00' }

describe('a delivery is sent at once, or when quiet hours end', () => {
  test.each([
    // Without quiet hours, outside them, at their ends.
    [BERLIN, null, '2026-07-01T01:00:00Z', '2026-07-01T01:00:00Z'],
    [BERLIN, night, '2026-07-01T18:59:59Z', '2026-07-01T18:59:59Z'],
    [BERLIN, night, '2026-07-01T19:00:00Z', '2026-07-02T05:00:00Z'],
    [BERLIN, night, '2026-07-02T04:59:59Z', '2026-07-02T05:00:00Z'],
    [BERLIN, night, '2026-07-02T05:00:30Z', '2026-07-02T05:00:30Z'],
    [BERLIN, { from: '12:00', to: '14:00' }, '2026-07-01T10:30:00Z', '2026-07-01T12:00:00Z'],
    [BERLIN, { from: '12:00', to: '14:00' }, '2026-07-01T12:30:00Z', '2026-07-01T12:30:00Z'],
    // A night with a clock change is an hour, or half an hour, shorter or longer.
    [NEW_YORK, night, '2026-03-08T03:00:00Z', '2026-03-08T11:00:00Z'],
    [NEW_YORK, night, '2026-11-01T02:00:00Z', '2026-11-01T12:00:00Z'],
    [BERLIN, night, '2026-03-28T21:00:00Z', '2026-03-29T05:00:00Z'],
    [BERLIN, night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
    [LORD_HOWE, night, '2026-10-03T12:00:00Z', '2026-10-03T20:00:00Z'],
    [LORD_HOWE, night, '2026-04-04T12:00:00Z', '2026-04-04T20:30:00Z'],
    // An end that is skipped: the clock changes from 2:00 to 3:00, or 2:30.
    [NEW_YORK, { from: '22:00', to: '02:30' }, '2026-03-08T06:30:00Z', '2026-03-08T07:00:00Z'],
    [BERLIN, { from: '22:00', to: '02:30' }, '2026-03-29T00:15:00Z', '2026-03-29T01:00:00Z'],
    [LORD_HOWE, { from: '22:00', to: '02:10' }, '2026-10-03T14:00:00Z', '2026-10-03T15:30:00Z'],
    // An end that occurs twice: quiet hours end at the first one, and return with the repeated
    // hour.
    [NEW_YORK, { from: '22:00', to: '01:30' }, '2026-11-01T05:10:00Z', '2026-11-01T05:30:00Z'],
    [NEW_YORK, { from: '22:00', to: '01:30' }, '2026-11-01T05:40:00Z', '2026-11-01T05:40:00Z'],
    [NEW_YORK, { from: '22:00', to: '01:30' }, '2026-11-01T06:10:00Z', '2026-11-01T06:30:00Z'],
    [BERLIN, { from: '22:00', to: '02:30' }, '2026-10-25T00:10:00Z', '2026-10-25T00:30:00Z'],
    [BERLIN, { from: '22:00', to: '02:30' }, '2026-10-25T01:10:00Z', '2026-10-25T01:30:00Z'],
    [LORD_HOWE, { from: '22:00', to: '01:45' }, '2026-04-04T14:35:00Z', '2026-04-04T14:45:00Z'],
    [LORD_HOWE, { from: '22:00', to: '01:45' }, '2026-04-04T15:05:00Z', '2026-04-04T15:15:00Z'],
    // A start that is skipped: quiet hours begin at the clock change.
    [BERLIN, { from: '02:30', to: '05:00' }, '2026-03-29T00:59:00Z', '2026-03-29T00:59:00Z'],
    [BERLIN, { from: '02:30', to: '05:00' }, '2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
  ])('%s %j at %s: %s', (zone, quiet, at, expected) => {
    const due = dueAt(new Date(at), quiet, zone)
    expect(due).toEqual(new Date(expected))
    expect(dueAt(due, quiet, zone)).toEqual(due)
  })
})

test.each([
  [BERLIN, '2026-07-01', '07:00', '2026-07-01T05:00:00Z'],
  [BERLIN, '2026-03-29', '02:30', '2026-03-29T01:00:00Z'],
  [BERLIN, '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
  [NEW_YORK, '2026-03-08', '02:00', '2026-03-08T07:00:00Z'],
  [NEW_YORK, '2026-11-01', '01:00', '2026-11-01T05:00:00Z'],
  [LORD_HOWE, '2026-10-04', '02:15', '2026-10-03T15:30:00Z'],
  [LORD_HOWE, '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
])('in %s, the local time %s %s first occurs at %s', (zone, day, time, expected) => {
  expect(momentOf(day, time, zone)).toEqual(new Date(expected))
})

test.each([NEW_YORK, BERLIN, LORD_HOWE])(
  'in %s there is one daily email a day, at seven',
  (zone) => {
    let at = new Date('2026-01-01T00:00:00Z')
    let { day } = nextDigest(at, zone)
    for (let n = 0; n < 366; n++) {
      const next = nextDigest(at, zone)
      expect(next.day).toBe(day)
      const shown = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(next.at)
      expect(shown).toBe(`${day} 07:00`)
      // The result is the same at any time until then.
      expect(nextDigest(new Date(next.at.getTime() - 1), zone)).toEqual(next)
      day = addDays(day, 1)
      at = next.at
    }
  },
)
