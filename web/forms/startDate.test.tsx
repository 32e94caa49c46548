import { fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { DateField } from './fields.tsx'
import { endAfter, StartDateField } from './StartDateField.tsx'

test.each([
  // It stays while it is not before the start.
  ['2026-11-02', '2026-11-06', '2026-11-06', '2026-11-06'],
  ['2026-11-02', '2026-11-06', '2026-10-01', '2026-11-06'],
  // It moves by as many days.
  ['2026-11-02', '2026-11-06', '2026-11-07', '2026-11-11'],
  ['2026-02-27', '2026-03-01', '2028-02-28', '2028-03-01'],
  ['2026-11-02', '2026-11-02', '2026-12-01', '2026-12-01'],
  // An invalid end, or one without a start, has no distance to retain.
  ['2026-11-06', '2026-11-02', '2026-11-09', '2026-11-09'],
  [null, '2026-11-02', '2026-11-09', '2026-11-09'],
  ['2026-11-02', '2026-11-06', null, '2026-11-06'],
])('a period from %s to %s that starts on %s ends on %s', (start, end, moved, expected) => {
  expect(endAfter({ start, end }, moved, true)).toBe(expected)
})

test('a required end that is empty becomes the start', () => {
  const empty = { start: null, end: null }
  expect(endAfter(empty, '2026-11-02', true)).toBe('2026-11-02')
  expect(endAfter(empty, '2026-11-02', false)).toBe(null)
})

function Period() {
  const { control } = useForm({ defaultValues: { start: '2026-11-02', end: '2026-11-06' } })
  return (
    <>
      <StartDateField control={control} name="start" endName="end" label="Start" />
      <DateField control={control} name="end" label="End" />
    </>
  )
}

test('dates passed while typing do not move the end; an end set by hand is kept', () => {
  render(<Period />)
  const [start, end] = [screen.getByLabelText('Start'), screen.getByLabelText('End')]
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  const values = () => [start, end].map((field) => (field as HTMLInputElement).value)
  fireEvent.focus(start)
  for (const value of ['2026-12-02', '2026-01-02', '2026-11-05']) type(start, value)
  expect(values()).toEqual(['2026-11-05', '2026-11-06'])
  fireEvent.blur(start)
  type(start, '2026-11-10')
  expect(values()).toEqual(['2026-11-10', '2026-11-11'])
  type(end, '2026-11-08')
  expect(values()).toEqual(['2026-11-10', '2026-11-08'])
})
