import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { numberFormatRoutes } from '@plumbline/contract/numberFormats.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { numberFormats } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)
beforeEach(() => {
  server.reset()
  server.on(calendarRoutes.feed, { body: { active: false, createdAt: null } })
})

test('shows the next numbers by what is typed, and sends what was changed', async () => {
  const saved = numberFormats({ invoiceLast: 42, invoiceFirst: 7 })
  server.on(numberFormatRoutes.read, { body: saved })
  server.on(numberFormatRoutes.update, { body: saved })
  open(server, '/settings', 'admin')
  const part = await waitFor(() => {
    const shown = within(screen.getByRole('region', { name: 'Numbers' }))
    shown.getByLabelText('Prefix of Invoices')
    return shown
  })
  const type = async (label: string, text: string) => {
    await userEvent.clear(part.getByLabelText(label))
    if (text !== '') await userEvent.type(part.getByLabelText(label), text)
  }
  // The first number of this year is below the last one.
  expect(part.getByText('2026-0043')).toBeTruthy()
  expect(part.getByText('CM-2026-0001')).toBeTruthy()
  await type('Prefix of Invoices', 'INV-')
  await type('Digits of Invoices', '6')
  await type('First Invoice', '500')
  await type('Prefix of Credit Memos', '')
  expect(part.getByText('INV-2026-000500')).toBeTruthy()
  expect(part.getByText('2026-0001')).toBeTruthy()
  await type('Digits of Credit Memos', '9')
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  expect(await part.findByText('From 1 to 8 digits')).toBeTruthy()
  await type('Digits of Credit Memos', '4')
  await userEvent.click(part.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.seen.find(({ method }) => method === 'PUT')).toBeTruthy())
  const put = server.seen.find(({ method }) => method === 'PUT')
  expect(JSON.parse(put?.body ?? '')).toEqual({
    ...{ invoicePrefix: 'INV-', invoiceDigits: 6, invoiceFirst: 500, creditPrefix: '' },
  })
})
