import { type Payment, paymentRoutes } from '@plumbline/contract/payments.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { openInvoice, partFor, payment } from '../../testing/payments.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const all: Payment[] = [
  payment(4, { reversesId: payment(3).id, amount: -100_000, day: '2025-11-03' }),
  payment(3, { isReversed: true, day: '2025-11-02' }),
  payment(2, { kind: 'refund', amount: 2_000, reference: '300', day: '2025-10-31' }),
  payment(1, {
    ...{ customerName: 'Maya Okafor', day: '2025-10-30', amount: 250_000 },
    allocations: [partFor(openInvoice(11), 250_000)],
  }),
]
let isEmpty: boolean
beforeEach(() => {
  server.reset()
  isEmpty = false
  server.on(paymentRoutes.list, () => {
    const body = isEmpty ? [] : all
    return { body, headers: { 'X-Total-Count': String(body.length) } }
  })
  server.on(paymentRoutes.totals, () => ({
    body: isEmpty ? { count: 0, received: 0 } : { count: 4, received: 248_000 },
  }))
})

const days = '/payments?from=2025-01-01&to=2025-12-31'
const asked = (path: string) =>
  server.seen.flatMap(({ url }) => (url.split('?')[0] === path ? [url.split('?')[1]] : [])).at(-1)

test('the money of a year is listed with its sum, without write-offs', async () => {
  open(server, days, 'admin')
  expect((await screen.findByText('Received')).nextElementSibling?.textContent).toBe('$2,480.00')
  const rows = (await screen.findAllByRole('listitem')).filter((row) =>
    within(row).queryByRole('link', { name: /^(Customer|Maya)/ }),
  )
  expect(rows).toHaveLength(4)
  expect(rows.at(-1)?.textContent).toContain('2,500.00')
  expect(rows[2]?.textContent).toContain('−20.00')
  const { getByRole } = within(rows.at(-1) as HTMLElement)
  const href = `/customers/${payment(1).customerId}`
  expect(getByRole('link', { name: 'Maya Okafor' }).getAttribute('href')).toBe(href)
  const filter = 'money=true&from=2025-01-01&to=2025-12-31'
  expect(asked('/api/payment-totals')).toBe(filter)
  expect(asked('/api/payments')).toBe(`${filter}&limit=50`)
})

test('the days are in the address, and none of them have payments', async () => {
  open(server, days, 'admin')
  await screen.findByText('$2,480.00')
  isEmpty = true
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-12-01' } })
  expect(await screen.findByText('No payments found')).toBeTruthy()
  expect(location.search).toBe('?from=2025-12-01&to=2025-12-31')
  isEmpty = false
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('$2,480.00')).toBeTruthy()
  await waitFor(() => expect(location.search).toBe(''))
})

test('without payments the screen says so', async () => {
  isEmpty = true
  open(server, '/payments', 'admin')
  expect(await screen.findByText('No payments yet')).toBeTruthy()
})

test('Find looks for a payment by its reference, and opens its day', async () => {
  open(server, days, 'admin')
  await screen.findByText('$2,480.00')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox'), '300')
  await userEvent.click(await screen.findByRole('option', { name: /\$20\.00/ }))
  await waitFor(() => expect(location.search).toBe('?from=2025-10-31&to=2025-10-31'))
  const searches = server.seen.filter(({ url }) => url.includes('search=300&money=true'))
  expect(searches.map(({ url }) => url.split('?')[0])).toEqual(['/api/payments'])
})
