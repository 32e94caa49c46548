import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Combobox } from './Combobox.tsx'
import { Confirm } from './Confirm.tsx'
import { DetailPanel } from './DetailPanel.tsx'
import { Dialog, SidePanel } from './Dialog.tsx'
import { FormDialog } from './FormDialog.tsx'
import { Popover } from './Popover.tsx'
import { Slider } from './Slider.tsx'
import { Toaster } from './Toaster.tsx'
import { toast } from './toasts.ts'

const form = { title: 'Create New Job', submitLabel: 'Create Job', wide: true }

test('a form dialog shows a failure and keeps what was typed', async () => {
  const submit = vi.fn((event) => event.preventDefault())
  const close = vi.fn()
  const parts = (error: string | null, pending: boolean) => (
    <FormDialog {...form} onClose={close} onSubmit={submit} error={error} pending={pending}>
      <input aria-label="Name" />
    </FormDialog>
  )
  const { rerender } = render(parts(null, false))
  await userEvent.type(screen.getByLabelText('Name'), 'Deck{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
  rerender(parts(null, true))
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
  rerender(parts('Failed to create job', false))
  expect(screen.getByRole('alert').textContent).toBe('Failed to create job')
  expect(document.activeElement?.textContent).toBe('Failed to create job')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Deck')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalled()
})

test('Escape closes the open list first, then the dialog', async () => {
  const close = vi.fn()
  render(
    <FormDialog {...form} onClose={close} onSubmit={() => {}} error={null} pending={false}>
      <Combobox
        aria-label="Client"
        options={[{ value: '1', label: 'Hale' }]}
        value={null}
        onChange={() => {}}
      />
    </FormDialog>,
  )
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalled()
})

test('Escape and a click outside keep what was typed or chosen, and say so', async () => {
  const close = vi.fn()
  const notice = 'Your entries are still here. Close discards them.'
  const show = () =>
    render(
      <FormDialog {...form} onClose={close} onSubmit={() => {}} error={null} pending={false}>
        <input aria-label="Name" />
        <Combobox
          aria-label="Client"
          options={[{ value: '1', label: 'Hale' }]}
          value={null}
          onChange={() => {}}
        />
      </FormDialog>,
    )
  const { unmount } = show()
  await userEvent.type(screen.getByLabelText('Name'), 'Deck')
  expect(screen.queryByText(notice)).toBeNull()
  await userEvent.keyboard('{Escape}{Escape}')
  expect(close).not.toHaveBeenCalled()
  expect(screen.getByText(notice)).toBeTruthy()
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Deck')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledTimes(1)
  unmount()

  show()
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('{Enter}{Escape}')
  expect(screen.getByText(notice)).toBeTruthy()
  expect(close).toHaveBeenCalledTimes(1)
})

test('Escape on an open fold closes the dialog', async () => {
  const close = vi.fn()
  render(
    <FormDialog {...form} onClose={close} onSubmit={() => {}} error={null} pending={false}>
      <button type="button" aria-expanded>
        More details
      </button>
    </FormDialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'More details' }))
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
})

test('Escape closes the focused dialog, even when a toast has appeared', async () => {
  const [closePanel, closeDialog] = [vi.fn(), vi.fn()]
  const question = { confirmLabel: 'Delete', onConfirm: () => {}, error: null, pending: false }
  const parts = (isOpen: boolean) => (
    <>
      <SidePanel title="Task" onClose={closePanel}>
        <Confirm open={isOpen} onOpenChange={closeDialog} title="Are you sure?" {...question} />
      </SidePanel>
      <Toaster />
    </>
  )
  const { rerender } = render(parts(true))
  act(() => toast({ description: 'Photo uploaded successfully' }))
  await userEvent.keyboard('{Escape}')
  expect(closeDialog).toHaveBeenCalledWith(false)
  expect(closePanel).not.toHaveBeenCalled()
  rerender(parts(false))
  await userEvent.keyboard('{Escape}')
  expect(closePanel).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Photo uploaded successfully')).toBeTruthy()
})

test('Escape closes details beside the screen, but not a toast that has appeared', async () => {
  const wide = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  vi.spyOn(window, 'matchMedia').mockReturnValue(wide as unknown as MediaQueryList)
  const close = vi.fn()
  render(
    <>
      <DetailPanel title="Framing" onClose={close}>
        Two days
      </DetailPanel>
      <Toaster />
    </>,
  )
  act(() => toast({ description: 'Schedule Updated' }))
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Schedule Updated')).toBeTruthy()
})

test('Escape closes a popover, but not a toast that has appeared', async () => {
  const close = vi.fn()
  render(
    <>
      <Popover open onClose={close} label="Assign" anchor={<Button>Assign</Button>}>
        Luis Ortiz
      </Popover>
      <Toaster />
    </>,
  )
  act(() => toast({ description: '2 tasks updated' }))
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
  expect(screen.getByText('2 tasks updated')).toBeTruthy()
})

test('Escape closes a toast when no dialog is open', async () => {
  render(<Toaster />)
  act(() => toast({ description: 'Job created successfully' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Job created successfully')).toBeNull()
})

test('a confirmation acts only on its button, and shows why it failed', async () => {
  const confirm = vi.fn()
  render(
    <Confirm
      open
      onOpenChange={() => {}}
      title="Are you sure you want to delete this photo?"
      confirmLabel="Delete"
      onConfirm={confirm}
      error="Failed to delete photo"
      pending={false}
    />,
  )
  expect(
    screen.getByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' }),
  ).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Failed to delete photo')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(confirm).toHaveBeenCalledTimes(1)
})

test('a pending button keeps its focus and ignores clicks', async () => {
  const click = vi.fn()
  render(
    <Button pending onClick={click}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  expect(click).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
})

test('the slider moves in steps of 5', async () => {
  const change = vi.fn()
  const commit = vi.fn()
  render(<Slider label="Progress" value={40} onChange={change} onCommit={commit} />)
  screen.getByRole('slider', { name: 'Progress' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(change).toHaveBeenCalledWith(45)
  expect(commit).toHaveBeenCalledWith(45)
})

/** Two dialogs, of which the second one takes the place of the first. */
function Steps() {
  const [at, setAt] = useState(0)
  const close = () => setAt(0)
  return (
    <>
      <button type="button" onClick={() => setAt(1)}>
        Open
      </button>
      {at === 1 && (
        <Dialog open onOpenChange={close} title="First">
          <button type="button" onClick={() => setAt(2)}>
            Next
          </button>
        </Dialog>
      )}
      {at === 2 && (
        <Dialog open onOpenChange={close} title="Second">
          <button type="button">Last</button>
        </Dialog>
      )}
    </>
  )
}

test('the focus returns to the first opener from a dialog that was opened in another one', async () => {
  render(<Steps />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await screen.findByRole('dialog', { name: 'Second' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
