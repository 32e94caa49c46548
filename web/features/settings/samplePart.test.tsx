import { setupRoutes } from '@plumbline/contract/setup.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { company, open } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => server.reset())

test('the sample company can be replaced by a typed confirmation, and says what was wrong', async () => {
  open(server, '/settings', 'admin', { sample: true })
  const part = within(await screen.findByRole('region', { name: 'Sample company' }))
  await userEvent.click(part.getByRole('button', { name: 'Start Your Own Company' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start Your Own Company' }))
  const replace = dialog.getByRole('button', { name: 'Replace Sample' })
  await userEvent.click(replace)
  expect(dialog.getByText('Company name is required')).toBeTruthy()
  const typed = {
    'Company Name': 'Stone & Sons',
    'First Name': 'Nora',
    'Last Name': 'Stone',
    Email: 'nora@example.com',
    Password: 'a quiet bench in the shade',
  }
  for (const [label, text] of Object.entries(typed))
    await userEvent.type(dialog.getByLabelText(label), text)
  const confirm = dialog.getByLabelText(/^Type “/)
  await userEvent.type(confirm, company.companyName)
  let sent: unknown
  server.on(setupRoutes.replaceSample, ({ body }) => {
    sent = JSON.parse(body)
    return { failure: 'invalid', fields: { confirm: 'Type “Ridgeline”' } }
  })
  await userEvent.click(replace)
  expect(await dialog.findByText('Type “Ridgeline”')).toBeTruthy()
  expect(sent).toEqual({
    ...{ companyName: 'Stone & Sons', holdingsName: null, firstName: 'Nora', lastName: 'Stone' },
    ...{ email: 'nora@example.com', password: typed.Password, confirm: company.companyName },
  })
})

test('another company does not offer it', async () => {
  open(server, '/settings', 'admin')
  expect(await screen.findByRole('region', { name: 'Backups' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Sample company' })).toBeNull()
})
