import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'
// Loaded before the tests, which do not wait for it.
import './TooltipBubble.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <Tooltip text="Switch to dark theme">
        <button type="button">Theme</button>
      </Tooltip>
      <Tooltip text="Leave">
        <button type="button">Logout</button>
      </Tooltip>
    </>,
  )
})
afterEach(() => {
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
})

const enter = (name: string, pointerType = 'mouse') =>
  fireEvent.pointerMove(screen.getByText(name), { pointerType })
const leave = (name: string) => fireEvent.pointerLeave(screen.getByText(name))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => screen.queryByRole('tooltip')?.textContent

test('a tooltip appears after 700 ms, describes its control and leaves with the pointer', async () => {
  enter('Theme')
  await wait(699)
  expect(shown()).toBeUndefined()
  await wait(1)
  expect(shown()).toBe('Switch to dark theme')
  expect(screen.getByText('Theme').getAttribute('aria-describedby')).toBe(
    screen.getByRole('tooltip').id,
  )
  leave('Theme')
  expect(shown()).toBeUndefined()
})

test('a second tooltip within 300 ms appears at once, a later one waits again', async () => {
  enter('Theme')
  await wait(700)
  leave('Theme')
  await wait(299)
  enter('Logout')
  await wait(0)
  expect(shown()).toBe('Leave')
  leave('Logout')
  await wait(301)
  enter('Theme')
  await wait(0)
  expect(shown()).toBeUndefined()
})

test('a tooltip does not appear for touch, and Escape closes it', async () => {
  enter('Theme', 'touch')
  await wait(2000)
  expect(shown()).toBeUndefined()
  enter('Theme')
  await wait(700)
  fireEvent.keyDown(screen.getByText('Theme'), { key: 'Escape' })
  expect(shown()).toBeUndefined()
})
