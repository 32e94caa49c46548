import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PriorityBadge, StatusBadge } from './Badge.tsx'
import { initials, subStyle } from './Person.tsx'

test.each([
  ['completed', 'Completed', 'default'],
  ['in_progress', 'In Progress', 'secondary'],
  ['not_started', 'Not Started', 'outline'],
  ['on_hold', 'On Hold', 'outline'],
  ['follow_up', 'Follow Up', 'secondary'],
  ['delayed', 'Delayed', 'destructive'],
  ['never_heard_of', 'Never Heard Of', 'outline'],
  [null, 'Not Started', 'outline'],
  ['', 'Not Started', 'outline'],
])('the status %s reads %s and is %s', (status, label, variant) => {
  render(<StatusBadge status={status} />)
  const badge = screen.getByText(label)
  expect(badge.dataset.variant).toBe(variant)
  expect(badge.querySelector('svg')).not.toBeNull()
})

test('a missing priority is shown as medium, with a word and a shape', () => {
  render(<PriorityBadge priority={undefined} />)
  expect(screen.getByText('Medium').querySelector('svg')).not.toBeNull()
})

test('a sub always has the same of six colors', () => {
  const ids = Array.from(
    { length: 200 },
    (_, n) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
  )
  expect(new Set(ids.map(subStyle)).size).toBe(6)
  expect(ids.map(subStyle)).toEqual(ids.map(subStyle))
})

test.each([
  ['Dana', 'Reyes', 'DR'],
  ['josé', ' ñandú', 'JÑ'],
  ['Cher', '', 'C'],
  ['', '', '?'],
])('%s %s has the initials %s', (firstName, lastName, letters) => {
  expect(initials({ firstName, lastName })).toBe(letters)
})
