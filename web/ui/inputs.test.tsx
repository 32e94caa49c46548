import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Field } from './Field.tsx'
import { isoFromWallClock, wallClock } from './format.ts'
import { DateTimeInput, Input, Textarea } from './Input.tsx'
import { MoneyInput, type Typed } from './NumberInput.tsx'

function Amount({ start }: { start: number | null }) {
  const [cents, setCents] = useState<Typed<number>>(start)
  return (
    <>
      <MoneyInput aria-label="Amount" value={cents} onChange={setCents} />
      <output>{JSON.stringify(cents)}</output>
      <button type="button" onClick={() => setCents(100)}>
        One dollar
      </button>
    </>
  )
}
const amount = () => screen.getByRole('textbox', { name: 'Amount' })
const cents = () => screen.getByRole('status').textContent

test.each([
  ['48250.75', '4825075'],
  ['$48,250.7', '4825070'],
  ['0.29', '29'],
  ['5.', '500'],
  [' ', 'null'],
  // The text itself, as long as it is no amount.
  ['1234,56', '"1234,56"'],
  ['0.299', '"0.299"'],
  ['abc', '"abc"'],
])('the amount %s is typed as %s, and stays as it was typed', async (typed, value) => {
  render(<Amount start={null} />)
  await userEvent.type(amount(), typed)
  expect(cents()).toBe(value)
  expect(amount()).toHaveProperty('value', typed)
  await userEvent.clear(amount())
  expect(cents()).toBe('null')
})

test('an amount shows a value set from outside', async () => {
  render(<Amount start={6412000} />)
  expect(amount()).toHaveProperty('value', '64120.00')
  await userEvent.type(amount(), ',5')
  await userEvent.click(screen.getByText('One dollar'))
  expect(amount()).toHaveProperty('value', '1.00')
})

test('what is typed begins on the side of its first letter', () => {
  render(
    <>
      <Input aria-label="Name" />
      <Textarea aria-label="Notes" />
    </>,
  )
  const boxes = screen.getAllByRole<HTMLInputElement | HTMLTextAreaElement>('textbox')
  expect(boxes.map(({ dir }) => dir)).toEqual(['auto', 'auto'])
})

test('a field connects label, hint and error to its control', () => {
  render(
    <Field label="Name" hint="As on the contract" error="Name is required" required>
      {(control) => <Input {...control} />}
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
  const description = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(description).toEqual(['Name is required', 'As on the contract'])
})

test.each([
  ['America/Chicago', '2026-03-08T01:30', '2026-03-08T07:30:00.000Z'],
  ['America/Chicago', '2026-03-08T03:30', '2026-03-08T08:30:00.000Z'],
  ['America/Chicago', '2026-11-01T12:00', '2026-11-01T18:00:00.000Z'],
  ['Pacific/Honolulu', '2026-07-04T23:59', '2026-07-05T09:59:00.000Z'],
  ['Pacific/Auckland', '2026-01-01T00:00', '2025-12-31T11:00:00.000Z'],
])('the local time in %s of %s is %s, and back', (zone, wall, iso) => {
  expect(isoFromWallClock(wall, zone)).toBe(iso)
  expect(wallClock(iso, zone)).toBe(wall)
})

test('a local time that the clocks skip is moved forward', () => {
  expect(
    wallClock(isoFromWallClock('2026-03-08T02:30', 'America/Chicago'), 'America/Chicago'),
  ).toBe('2026-03-08T03:30')
})

test('a date and time is shown on the clock of its zone', () => {
  render(
    <DateTimeInput
      aria-label="Deadline"
      timeZone="Pacific/Auckland"
      value="2026-11-20T02:00:00.000Z"
      onChange={() => {}}
    />,
  )
  expect(screen.getByLabelText('Deadline')).toHaveProperty('value', '2026-11-20T15:00')
})
