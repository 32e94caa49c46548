import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Combobox } from './Combobox.tsx'

const options = [
  { value: '1', label: 'Maria Okafor', detail: 'maria@example.com' },
  { value: '2', label: 'Cole Hale', detail: 'cole@example.com' },
  { value: '3', label: 'Petra Varga' },
]

function Chooser({ start = null }: { start?: string | null }) {
  const [value, setValue] = useState<string | null>(start)
  return (
    <>
      <Combobox aria-label="Client" options={options} value={value} onChange={setValue} />
      <output>{value ?? 'none'}</output>
    </>
  )
}
const box = () => screen.getByRole('combobox', { name: 'Client' })
const names = () => screen.getAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('status').textContent

test('typing narrows by label and detail, Enter chooses', async () => {
  render(<Chooser />)
  await userEvent.type(box(), 'COLE@')
  expect(names()).toEqual(['Cole Halecole@example.com'])
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('2')
  expect(box()).toHaveProperty('value', 'Cole Hale')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('arrows wrap around the list and mark the active option', async () => {
  render(<Chooser />)
  box().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  const active = box().getAttribute('aria-activedescendant')
  expect(document.getElementById(active ?? '')?.textContent).toBe('Petra Varga')
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('3')
})

test('opening shows the whole list with the choice marked; Escape keeps the choice', async () => {
  render(<Chooser start="2" />)
  await userEvent.click(box())
  expect(names()).toHaveLength(3)
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Cole Hale')
  await userEvent.keyboard('zzz')
  expect(names()).toEqual(['Nothing found'])
  await userEvent.keyboard('{Escape}')
  expect(chosen()).toBe('2')
  expect(box()).toHaveProperty('value', 'Cole Hale')
})

test('clearing the text chooses none', async () => {
  render(<Chooser start="2" />)
  await userEvent.clear(box())
  expect(chosen()).toBe('none')
})

test('a click on an option chooses it', async () => {
  render(<Chooser />)
  await userEvent.click(box())
  await userEvent.click(screen.getByText('Petra Varga'))
  expect(chosen()).toBe('3')
})
