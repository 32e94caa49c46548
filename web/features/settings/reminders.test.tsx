import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { reminderRoutes } from '@plumbline/contract/reminderRoutes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { reminderSettings } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
const saved = reminderSettings()
beforeEach(() => {
  server.reset()
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
  server.on(reminderRoutes.settings, { body: saved })
  server.on(reminderRoutes.change, { body: saved })
})

async function show() {
  open(server, '/settings', 'admin')
  return waitFor(() => {
    const part = within(screen.getByRole('region', { name: 'Reminders' }))
    part.getByLabelText('Subject')
    return part
  })
}
const put = () => server.seen.find(({ method }) => method === 'PUT')

test('steps are added and removed, in the order of their days', async () => {
  const part = await show()
  const steps = () => part.queryAllByRole('listitem').map(({ textContent }) => textContent)
  const add = async (days: string, side: string) => {
    await userEvent.clear(part.getByLabelText('Days'))
    await userEvent.type(part.getByLabelText('Days'), days)
    await userEvent.selectOptions(part.getByLabelText('Before or after'), side)
  }
  const button = () => part.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(steps()).toEqual(['3 days before', '3 days after'])
  expect(button().disabled).toBe(true)
  await add('3', 'before the due day')
  expect(button().disabled).toBe(true)
  await add('1', 'before the due day')
  await userEvent.click(button())
  await add('0', 'after the due day')
  // The key adds the step, and does not send the form.
  await userEvent.type(part.getByLabelText('Days'), '{Enter}')
  expect(put()).toBeUndefined()
  await userEvent.click(part.getByRole('button', { name: 'Remove 3 days after' }))
  expect(steps()).toEqual(['3 days before', '1 day before', 'on the due day'])
  await userEvent.click(part.getByLabelText('Remind customers of open invoices'))
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(put()).toBeTruthy())
  expect(JSON.parse(put()?.body ?? '')).toEqual({ isOn: false, steps: [-3, -1, 0] })
})

test('six steps are the most, one is the least, and unknown words are refused', async () => {
  server.on(reminderRoutes.settings, { body: reminderSettings({ steps: [1, 2, 3, 4, 5, 6] }) })
  const part = await show()
  expect(part.queryByLabelText('Days')).toBeNull()
  for (const button of part.getAllByRole('button', { name: /^Remove/ }))
    await userEvent.click(button)
  await userEvent.clear(part.getByLabelText('Text'))
  await userEvent.type(part.getByLabelText('Text'), 'Pay {{total}')
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await part.findByText('Add a step')).toBeTruthy()
  expect(part.getByText('{total} is not one of {invoice}, {amount}, {due day}')).toBeTruthy()
  expect(put()).toBeUndefined()
})
