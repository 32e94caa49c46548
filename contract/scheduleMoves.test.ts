import { expect, test } from 'vitest'
import { moveSummary } from './scheduleMoves.ts'
import { weekText } from './weeklyUpdates.ts'

const TODAY = '2026-11-27'

test.each([
  ['2026-12-15', '2026-12-17', 'finish goes from Dec 15 to Dec 17'],
  ['2026-12-15', '2026-12-15', 'finish stays Dec 15'],
  ['2026-12-15', '2027-12-17', 'finish goes from Dec 15, 2026 to Dec 17, 2027'],
  ['2025-12-15', '2026-12-15', 'finish goes from Dec 15, 2025 to Dec 15, 2026'],
  ['2027-01-05', '2027-01-05', 'finish stays Jan 5, 2027'],
])('a finish that goes from %s to %s', (finishBefore, finishAfter, text) => {
  expect(moveSummary(1, [{ finishBefore, finishAfter }], TODAY)).toBe(`1 entry moves, ${text}`)
})

test.each([
  ['2026-11-20', 'Nov 14 to 20'],
  ['2026-12-04', 'Nov 28 to Dec 4'],
  ['2027-01-01', 'Dec 26, 2026 to Jan 1, 2027'],
])('the week to %s reads %s', (week, text) => {
  expect(weekText(week)).toBe(text)
})
