import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { open, people } from '../testing/open.tsx'
import { jobTotals } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)

beforeEach(() => {
  server.reset()
  server.on(jobRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(jobRoutes.totals, { body: jobTotals(0) })
  server.on(peopleRoutes.list, { body: [people.client] })
})

describe.each([
  ['while a word is composed', { isComposing: true }],
  // Safari ends the composition before it sends the key.
  ['that the input method has taken', { keyCode: 229 }],
])('a key %s', (_, init) => {
  const press = (element: Element, key: string) => fireEvent.keyDown(element, { key, ...init })

  test('neither chooses from a list nor closes it', async () => {
    open(server, '/jobs?new=job', 'admin')
    const dialog = await screen.findByRole('dialog', { name: 'Create New Job' })
    const client = await within(dialog).findByRole('combobox', { name: 'Client' })
    await userEvent.type(client, 'Mari')
    for (const key of ['Enter', 'ArrowDown', 'Escape']) press(client, key)
    expect(client.getAttribute('aria-expanded')).toBe('true')
    expect(client).toHaveProperty('value', 'Mari')
    expect(dialog.isConnected).toBe(true)
    await userEvent.keyboard('{Enter}')
    expect(client).toHaveProperty('value', 'Maria Okafor')
  })

  test('neither opens a result of the palette nor closes it', async () => {
    open(server, '/jobs', 'admin')
    await screen.findByRole('heading', { level: 1 })
    await userEvent.keyboard('{Control>}k{/Control}')
    await screen.findByRole('option', { name: 'Dashboard' })
    const palette = screen.getByRole('dialog')
    const word = within(palette).getByRole('combobox')
    for (const key of ['ArrowDown', 'Enter', 'Escape']) press(word, key)
    expect(palette.isConnected).toBe(true)
    expect(location.pathname).toBe('/jobs')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
