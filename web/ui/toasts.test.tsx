import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from './Toaster.tsx'
import { toast, useToasts } from './toasts.ts'

function Count() {
  return <output data-testid="count">{useToasts().length}</output>
}
const inStore = () => screen.getByTestId('count').textContent

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <Toaster />
      <Count />
    </>,
  )
})
afterEach(() => {
  act(() => void vi.runAllTimers())
  vi.useRealTimers()
})

test('one toast is shown at a time; a new one replaces it', () => {
  act(() => toast({ title: 'Success', description: 'Job created successfully' }))
  act(() => toast({ title: 'Error', description: 'Failed to create job', variant: 'destructive' }))
  expect(screen.queryByText('Job created successfully')).toBeNull()
  expect(
    screen
      .getByText('Failed to create job')
      .closest('[data-variant]')
      ?.getAttribute('data-variant'),
  ).toBe('destructive')
})

test('a toast closes after 5000 ms and leaves the store 1,000,000 ms later', () => {
  act(() => toast({ description: 'Message sent successfully' }))
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.queryByText('Message sent successfully')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Message sent successfully')).toBeNull()
  expect(inStore()).toBe('1')
  act(() => void vi.advanceTimersByTime(999_999))
  expect(inStore()).toBe('1')
  act(() => void vi.advanceTimersByTime(1))
  expect(inStore()).toBe('0')
})

test('a toast closes after 5000 ms, also when the one before was closed by its button', () => {
  act(() => toast({ title: 'Error', description: 'Failed to create job', variant: 'destructive' }))
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => {
    close.focus()
    close.click()
  })
  act(() => toast({ description: 'Job created successfully' }))
  act(() => screen.getByRole('button', { name: 'Close' }).focus())
  act(() => void vi.advanceTimersByTime(4999))
  expect(screen.queryByText('Job created successfully')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Job created successfully')).toBeNull()
})

test('a toast with a button closes after 10,000 ms', () => {
  const action = { label: 'Undo', onClick: () => undefined }
  act(() => toast({ title: 'Schedule Updated', action }))
  act(() => void vi.advanceTimersByTime(9999))
  expect(screen.queryByText('Undo')).not.toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Undo')).toBeNull()
})

test('dismissing a toast twice starts no second timer', () => {
  act(() => toast({ title: 'Invite Resent' }))
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => {
    close.click()
    close.click()
  })
  // The one that removes the toast. The one that closes it is cleared.
  expect(vi.getTimerCount()).toBe(1)
})
