import { followUpRoutes } from '@plumbline/contract/bidFollowUps.ts'
import { bidRoutes } from '@plumbline/contract/bids.ts'
import { priceListRoutes, type SavedLine } from '@plumbline/contract/priceList.ts'
import type { BidPricing } from '@plumbline/contract/pricing.ts'
import { pricingRoutes } from '@plumbline/contract/pricing.ts'
import {
  type ProposalSettings,
  proposalSettingsRoutes,
} from '@plumbline/contract/proposalSettings.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { pricedLine, pricing } from '../../testing/pricing.ts'
import { bid } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { usePhoneWindow } from '../../testing/windowSize.ts'

const server = await startServer()
afterAll(server.close)

const settings: ProposalSettings = {
  ...{ taxRate: '0', taxName: 'Sales tax', validDays: 30, consentText: 'I agree' },
  ...{ licenseNumber: null, depositPercent: '10', depositAmount: '1000', terms: [] },
  updatedAt: '2026-01-05T15:00:00.000Z',
}
const door: SavedLine = {
  id: '0198c0de-0000-7000-8000-0000000000d1',
  ...{ description: 'Interior door, prehung', details: 'With trim', unit: 'each' },
  ...{ unitPrice: '420', unitCost: '260.5', category: 'material', taxable: true },
  createdAt: '2026-01-05T15:00:00.000Z',
  updatedAt: '2026-01-05T15:00:00.000Z',
}
const room = pricing({
  sections: [
    {
      ...{ title: 'Room', kind: 'included' },
      lines: [
        pricedLine('Footings', { quantity: '16', unitPrice: '298', unitCost: '214' }),
        pricedLine('Framing', { quantity: '252', unitPrice: '66', unitCost: '47.5' }),
      ],
    },
    {
      ...{ title: 'Floor', kind: 'choose_one' },
      lines: [
        pricedLine('Vinyl', { unitPrice: '0', unitCost: '100' }),
        pricedLine('Tile', { unitPrice: '2394', unitCost: '2000', chosen: false }),
      ],
    },
  ],
})

let saved: BidPricing
let status: 'pending' | 'approved'
beforeEach(() => {
  server.reset()
  saved = room
  status = 'pending'
  server.on(bidRoutes.one, () => ({ body: bid(1, { status, name: 'Three-season room' }) }))
  server.on(bidRoutes.appointments, { body: [] })
  server.on(bidRoutes.history, { body: [] })
  server.on(followUpRoutes.list, { body: [] })
  server.on(proposalSettingsRoutes.read, { body: settings })
  server.on(priceListRoutes.list, { body: [door] })
  server.on(pricingRoutes.one, () => ({ body: saved }))
  server.on(pricingRoutes.update, ({ body }) => {
    saved = { ...saved, ...JSON.parse(body), updatedAt: '2026-11-02T12:00:00.000Z' }
    return { body: saved }
  })
})

const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = () => JSON.parse(sent('PUT').at(-1)?.body ?? '{}')
const cell = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const description = (name: string) =>
  screen.findByRole<HTMLInputElement>('combobox', { name: `Description of ${name}` })
const total = () => screen.getByRole('status', { name: 'Total' }).textContent
const focused = () => document.activeElement?.getAttribute('aria-label')
/** The descriptions of all lines, in their order. */
const lines = () =>
  screen
    .getAllByRole<HTMLInputElement>('combobox', { name: /^Description/ })
    .map(({ value }) => value)
const isSaved = () =>
  waitFor(() => expect(screen.getByText('Saved')).toBeTruthy(), { timeout: 4000 })
const show = async (search = '') => {
  open(server, `/pending-bids/${bid(1).id}${search}`, 'admin')
  await description('Footings')
}

test('a bid with lines opens on its price, with totals, and margins for the office', async () => {
  await show()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Price 4')
  expect(total()).toBe('$21,400.00')
  const row = (await description('Framing')).closest('li')
  expect(row?.textContent).toBe('16,632.0011,970.0028.0%')
  expect(screen.getByText('Our margin').textContent).toContain('$5,906.00')
})

test('a bid without lines says what they bring, and begins them', async () => {
  saved = pricing()
  open(server, `/pending-bids/${bid(1).id}`, 'admin')
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Scope and notes')
  await userEvent.click(screen.getByRole('tab', { name: 'Price' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add lines' }))
  await description('new line')
  expect(focused()).toBe('Description of new line')
  await userEvent.keyboard('Demolition{Tab}2{Tab}day{Tab}1250.5{Enter}')
  expect(total()).toBe('$2,501.00')
  await isSaved()
  expect(body().sections).toMatchObject([
    {
      title: 'Work',
      lines: [{ description: 'Demolition', quantity: '2', unit: 'day', unitPrice: '1250.5' }],
    },
  ])
})

test('Enter goes to the next line and adds one at the end, Backspace removes it', async () => {
  await show()
  await userEvent.click(await cell('Price of Footings'))
  await userEvent.keyboard('300{Enter}')
  expect(focused()).toBe('Description of Framing')
  expect(await cell('Price of Footings')).toHaveProperty('value', '300.00')
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe('Description of new line')
  // An empty line adds no other one.
  await userEvent.keyboard('{Enter}{Backspace}')
  expect(lines()).toEqual(['Footings', 'Framing', 'Vinyl', 'Tile'])
  expect(focused()).toBe('Description of Framing')
})

test('Alt and arrows move a line, also into the next section', async () => {
  await show()
  await userEvent.click(await cell('Quantity of Footings'))
  await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
  expect(lines()).toEqual(['Framing', 'Footings', 'Vinyl', 'Tile'])
  expect(focused()).toBe('Quantity of Footings')
  expect(total()).toBe('$16,632.00')
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(total()).toBe('$21,400.00')
})

test('rows of a spreadsheet are pasted below a line', async () => {
  await show()
  await userEvent.click(await description('Footings'))
  await userEvent.paste('Item\tQty\tPrice\nDoor\t3\t$1,420.00\nTrim\t2.5\t80')
  expect(lines()).toEqual(['Footings', 'Door', 'Trim', 'Framing', 'Vinyl', 'Tile'])
  expect(total()).toBe('$25,860.00')
  expect(focused()).toBe('Description of Trim')
  expect(await screen.findByText('2 lines added')).toBeTruthy()
})

test('another choice changes the total', async () => {
  await show()
  await userEvent.click(await screen.findByRole('radio', { name: 'Chosen at first: Tile' }))
  expect(total()).toBe('$23,794.00')
  await isSaved()
  expect(body().sections[1].lines.map(({ chosen }: { chosen: boolean }) => chosen)).toEqual([
    false,
    true,
  ])
})

test('a deleted line comes back with Undo', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'More of Footings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Line' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(lines()).toEqual(['Framing', 'Vinyl', 'Tile'])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(lines()).toEqual(['Footings', 'Framing', 'Vinyl', 'Tile'])
})

test('a saved line is suggested while typing, and fills in the others', async () => {
  await show()
  await userEvent.click(await description('Framing'))
  await userEvent.keyboard('{Enter}door')
  await userEvent.click(await screen.findByRole('option', { name: /Interior door/ }))
  expect(
    sent('GET')
      .find(({ url }) => url.includes('price-list'))
      ?.query.get('search'),
  ).toBe('door')
  expect(focused()).toBe('Quantity of Interior door, prehung')
  await userEvent.keyboard('3')
  expect(await cell('Price of Interior door, prehung')).toHaveProperty('value', '420.00')
  await isSaved()
  expect(body().sections[0].lines[2]).toMatchObject({
    ...{ details: 'With trim', unit: 'each', quantity: '3', unitPrice: '420' },
    ...{ unitCost: '260.5', category: 'material', taxable: true },
  })
})

test('several lines of the price list are added at once', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Price list' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Price list' }))
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Interior door/ }))
  await userEvent.selectOptions(dialog.getByLabelText('Add to'), 'Floor')
  await userEvent.click(dialog.getByRole('button', { name: 'Add 1 Line' }))
  expect(lines()).toEqual(['Footings', 'Framing', 'Vinyl', 'Tile', 'Interior door, prehung'])
})

test('a line is saved to the price list', async () => {
  server.on(priceListRoutes.create, { body: door })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'More of Footings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Line' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save this line' }))
  expect(await screen.findByText('“Footings” saved to the price list')).toBeTruthy()
  expect(JSON.parse(sent('POST').at(-1)?.body ?? '')).toMatchObject({
    ...{ description: 'Footings', unitPrice: '298.00', unitCost: '214.00', category: 'other' },
  })
})

test('a number that is not valid is marked, and the rest stays until it is', async () => {
  await show()
  await userEvent.type(await description('Footings'), ' and piers')
  const quantity = await cell('Quantity of Framing')
  await userEvent.clear(quantity)
  await userEvent.type(quantity, '2.12345')
  expect(quantity.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Quantity: At most three decimals')).toBeTruthy()
  expect(total()).toBe('$4,768.00')
  const note = 'Not saved: Framing, quantity: At most three decimals'
  expect(await screen.findByText(note, undefined, { timeout: 4000 })).toBeTruthy()
  expect(sent('PUT')).toEqual([])
  await userEvent.type(quantity, '{Backspace}{Backspace}')
  await isSaved()
  expect(body().sections[0].lines).toMatchObject([
    { description: 'Footings and piers' },
    { quantity: '2.123' },
  ])
})

test('leaving the tab saves at once, and what cannot be saved is still there later', async () => {
  await show()
  await userEvent.type(await description('Footings'), ' and piers')
  await userEvent.click(screen.getByRole('tab', { name: 'Scope and notes' }))
  await waitFor(() => expect(sent('PUT')).toHaveLength(1))
  expect(sent('PUT')[0]?.headers['if-match']).toBe(tagOf(room))
  await userEvent.click(screen.getByRole('tab', { name: /^Price/ }))
  const price = await cell('Price of Framing')
  await userEvent.clear(price)
  await userEvent.type(price, 'about 70')
  await userEvent.click(screen.getByRole('tab', { name: 'Scope and notes' }))
  await userEvent.click(screen.getByRole('tab', { name: /^Price/ }))
  expect(await cell('Price of Framing')).toHaveProperty('value', 'about 70')
})

test('after somebody else saved, one decides which stays', async () => {
  server.on(pricingRoutes.update, { failure: 'stale' })
  await show()
  await userEvent.type(await description('Footings'), ' of mine')
  const [framing] = room.sections
  saved = {
    ...room,
    sections: framing ? [{ ...framing, title: 'Theirs' }] : [],
    updatedAt: '2026-11-02T12:00:00.000Z',
  }
  const wait = { timeout: 4000 }
  expect(await screen.findByText(/Someone else changed this price/, undefined, wait)).toBeTruthy()
  expect(lines()[0]).toBe('Footings of mine')
  await userEvent.click(screen.getByRole('button', { name: 'Load theirs' }))
  expect(lines()).toEqual(['Footings', 'Framing'])
  expect(screen.getByRole('textbox', { name: 'Title of Theirs' })).toBeTruthy()
})

test('discount and tax change the total, payments follow, and a large deposit is warned of', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Discount none' }))
  let dialog = within(await screen.findByRole('dialog', { name: 'Discount' }))
  await userEvent.click(dialog.getByRole('button', { name: '$' }))
  await userEvent.type(dialog.getByLabelText('Amount in dollars'), '1,400')
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(total()).toBe('$20,000.00')
  await userEvent.click(await screen.findByRole('button', { name: 'Sales tax none' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Sales tax' }))
  await userEvent.clear(dialog.getByLabelText('Rate in percent'))
  await userEvent.type(dialog.getByLabelText('Rate in percent'), '10')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Room' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(total()).toBe('$22,000.00')
  await userEvent.click(screen.getByRole('button', { name: 'Edit the payment schedule' }))
  dialog = within(await screen.findByRole('dialog', { name: 'Payment schedule' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add Payment' }))
  await userEvent.type(dialog.getByLabelText('Share of payment 1'), '50')
  expect(dialog.getAllByText('11,000.00')).toHaveLength(2)
  expect(dialog.getByText(/above the largest deposit of \$1,000.00/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await isSaved()
  expect(body()).toMatchObject({
    ...{ discount: { kind: 'amount', value: '1400' }, taxRate: '10' },
    schedule: [
      { title: 'On signing', share: { kind: 'percent', value: '50' } },
      { title: 'On completion', share: null },
    ],
  })
})

test('a single payment on signing is warned of as a deposit, too', async () => {
  saved = { ...saved, schedule: [{ title: 'On signing', share: null }] }
  await show()
  expect(await screen.findByText(/^The payment is above the largest deposit/)).toBeTruthy()
})

test('the lines of another bid are copied', async () => {
  server.on(bidRoutes.list, { body: [bid(1), bid(2)] })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Copy lines of another bid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy lines of another bid' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Bid' }))
  await userEvent.click(await dialog.findByRole('option', { name: /Bid 2/ }))
  expect(await dialog.findByText('4 lines')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Copy Lines' }))
  expect(await screen.findByText('4 lines copied')).toBeTruthy()
  expect(lines()).toHaveLength(8)
})

test('an approved bid is read only, without a line that was not filled in', async () => {
  await show()
  await userEvent.click(await cell('Price of Framing'))
  await userEvent.keyboard('{Enter}')
  expect(lines()).toEqual(['Footings', 'Framing', '', 'Vinyl', 'Tile'])
  cleanup()
  status = 'approved'
  await show()
  expect(lines()).toEqual(['Footings', 'Framing', 'Vinyl', 'Tile'])
  expect(await cell('Price of Framing')).toHaveProperty('readOnly', true)
  expect(screen.queryByRole('button', { name: 'More of Framing' })).toBeNull()
  expect(screen.getByText('Read only')).toBeTruthy()
})

test('the lines set the estimated amount, which the form of the bid says', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bid' }))
  expect(await dialog.findByText('The lines of the price set it')).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: 'Estimated Amount' })).toBeNull()
})

test('on a phone the total leads to the proposal below the lines', async () => {
  usePhoneWindow()
  Element.prototype.scrollIntoView = () => undefined
  const user = userEvent.setup()
  open(server, `/pending-bids/${bid(1).id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Proposal' }))
  const aside = screen.getByRole('complementary', { name: 'Payments and texts' })
  expect(document.activeElement).toBe(aside)
  expect(within(aside).getByRole('heading', { name: 'Proposal' })).toBeDefined()
})
