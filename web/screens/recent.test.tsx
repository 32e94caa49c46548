import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, expect, test } from 'vitest'
import { open } from '../testing/open.tsx'
import { job } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('option', { name: 'Dashboard' })
}
const recent = () => screen.queryByRole('group', { name: 'Recent' })

test('before typing, the palette offers recently opened things, except the current one', async () => {
  server.on(jobRoutes.list, { body: [job(1)] })
  server.on(jobRoutes.one, { body: job(1) })
  open(server, `/jobs/${job(1).id}`, 'admin')
  await screen.findByRole('heading', { level: 1, name: 'Job 1' })
  await openPalette()
  expect(recent()).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  await userEvent.click(menu.getByRole('link', { name: 'Work in Progress' }))
  await screen.findByRole('article', { name: 'Job 1' })
  await openPalette()
  const options = within(recent() as HTMLElement).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Job 1')])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/jobs/${job(1).id}`))
})
