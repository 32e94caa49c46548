import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, TooltipProvider } from './Tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <TooltipProvider>
      <Tooltip text="Switch to dark theme">
        <button type="button">Theme</button>
      </Tooltip>
      <Tooltip text="Leave">
        <button type="button">Logout</button>
      </Tooltip>
    </TooltipProvider>,
  )
})
afterEach(() => {
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
})

const enter = (name: string, pointerType = 'mouse') =>
  fireEvent.pointerMove(screen.getByText(name), { pointerType })
const leave = (name: string) => fireEvent.pointerLeave(screen.getByText(name))
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shown = () => screen.queryByRole('tooltip')?.textContent

test('waits 700 ms, describes its control and goes with the pointer', () => {
  enter('Theme')
  wait(699)
  expect(shown()).toBeUndefined()
  wait(1)
  expect(shown()).toBe('Switch to dark theme')
  expect(screen.getByText('Theme').getAttribute('aria-describedby')).toBe(
    screen.getByRole('tooltip').id,
  )
  leave('Theme')
  expect(shown()).toBeUndefined()
})

test('the next one within 300 ms comes at once, a later one waits again', () => {
  enter('Theme')
  wait(700)
  leave('Theme')
  wait(299)
  enter('Logout')
  wait(0)
  expect(shown()).toBe('Leave')
  leave('Logout')
  wait(301)
  enter('Theme')
  wait(0)
  expect(shown()).toBeUndefined()
})

test('not for a finger; a press or Escape puts it away', () => {
  enter('Theme', 'touch')
  wait(2000)
  expect(shown()).toBeUndefined()
  enter('Theme')
  wait(700)
  fireEvent.keyDown(screen.getByText('Theme'), { key: 'Escape' })
  expect(shown()).toBeUndefined()
})
