import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'
import { Toaster } from './Toaster.tsx'

interface PartProps {
  name: string
  onClose?: () => void
}

const Loaded = ({ name }: PartProps) => <p>{name} is here</p>
const Waiting = ({ name }: PartProps) => <p>{name} is fetched</p>
const LOAD_FAILED = /^This part could not be loaded/

/** A module whose loading the test completes or fails. */
function code() {
  const calls: { come: () => void; fail: () => void }[] = []
  const load = () =>
    new Promise<{ default: typeof Loaded }>((resolve, reject) => {
      calls.push({
        come: () => resolve({ default: Loaded }),
        fail: () => reject(new Error('offline')),
      })
    })
  return { calls, load }
}

test('a placeholder is shown until the part is loaded, once for all uses', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load, Waiting)
  const { unmount } = render(
    <>
      <Part name="One" />
      <Part name="Two" />
    </>,
  )
  expect(screen.getAllByText(/is fetched$/).map((part) => part.textContent)).toEqual([
    'One is fetched',
    'Two is fetched',
  ])
  for (const { come } of calls) come()
  expect(await screen.findByText('One is here')).toBeTruthy()
  expect(await screen.findByText('Two is here')).toBeTruthy()
  unmount()
  render(<Part name="Three" />)
  expect(screen.getByText('Three is here')).toBeTruthy()
})

test('a part that was loaded before is shown at once', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load, Waiting)
  const loaded = Part.load()
  calls[0]?.come()
  await loaded
  render(<Part name="One" />)
  expect(screen.getByText('One is here')).toBeTruthy()
})

test('a part that could not be loaded before is loaded when it is shown', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load, Waiting)
  const loaded = Part.load()
  calls[0]?.fail()
  await loaded
  render(<Part name="One" />)
  expect(screen.getByText('One is fetched')).toBeTruthy()
  calls[1]?.come()
  expect(await screen.findByText('One is here')).toBeTruthy()
})

test('a part whose code cannot be loaded says so in its place, and can be tried again', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load, Waiting)
  render(<Part name="One" />)
  calls[0]?.fail()
  expect((await screen.findByRole('alert')).textContent).toMatch(LOAD_FAILED)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('One is fetched')).toBeTruthy()
  calls[1]?.come()
  expect(await screen.findByText('One is here')).toBeTruthy()
})

test('a dialog whose code comes slowly answers the click with a spinner', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load)
  render(<Part name="One" onClose={() => {}} />)
  const spinner = () => document.querySelector('[data-opening]')
  expect(spinner()).toBeNull()
  await waitFor(() => expect(spinner()).toBeTruthy())
  calls[0]?.come()
  expect(await screen.findByText('One is here')).toBeTruthy()
  expect(spinner()).toBeNull()
})

test('a dialog whose code cannot be loaded is closed with a message', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load)
  const onClose = vi.fn()
  render(
    <>
      <Part name="One" onClose={onClose} />
      <Toaster />
    </>,
  )
  calls[0]?.fail()
  expect(await screen.findByText(LOAD_FAILED)).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a dialog that was closed meanwhile reports no failure', async () => {
  const { calls, load } = code()
  const Part = lazyPart(load)
  const onClose = vi.fn()
  const { unmount } = render(<Part name="One" onClose={onClose} />)
  unmount()
  calls[0]?.fail()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(onClose).not.toHaveBeenCalled()
})
