import { priceListRoutes, type SavedLine } from '@plumbline/contract/priceList.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { open } from '../../testing/open.tsx'
import { savedLine } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { useDesktopWindow } from '../../testing/windowSize.ts'
import { priceListOnPaper } from './printed.ts'

const server = await startServer()
afterAll(server.close)

const footing = savedLine(1, {
  ...{ description: 'Concrete footing', details: 'Dug to frost depth', unit: 'each' },
  ...{ unitPrice: '298', unitCost: '180.5', category: 'material', taxable: true },
})
const fastener = savedLine(2, {
  ...{ description: 'Fastener', unit: 'each', unitPrice: '0.0825', unitCost: '0.1' },
})
let lines: SavedLine[] = []
beforeEach(() => {
  server.reset()
  lines = [footing, fastener, savedLine(3)]
  server.on(priceListRoutes.list, ({ query }) => {
    const search = (query.get('search') ?? '').toLowerCase()
    const found = lines.filter(({ description }) => description.toLowerCase().includes(search))
    return { body: found, headers: { 'X-Total-Count': String(found.length) } }
  })
  server.on(priceListRoutes.one, ({ params }) => {
    const line = lines.find(({ id }) => id === params.id)
    return line ? { body: line } : { failure: 'notFound' }
  })
})
const sent = (method: string) =>
  server.seen
    .filter((one) => one.method === method)
    .map(({ url, body }) => [url, body && JSON.parse(body)])
const reads = () =>
  server.seen.filter(({ url }) => url.startsWith('/api/price-list?')).map(({ url }) => url)
const cardOf = async (name: string) => within(await screen.findByRole('article', { name }))

test('a card shows a line with its price, cost and margin, with up to four decimals', async () => {
  open(server, '/price-list', 'admin')
  const first = await cardOf('Concrete footing')
  for (const text of ['Dug to frost depth', '$298.00', 'each', 'Cost $180.50', 'Margin 39.4%'])
    expect(first.getByText(text)).toBeTruthy()
  expect(first.getByText('Material, taxable')).toBeTruthy()
  const second = await cardOf('Fastener')
  for (const text of ['$0.0825', 'Cost $0.10', 'Margin -21.2%', 'Other'])
    expect(second.getByText(text)).toBeTruthy()
  const third = await cardOf('Line 3')
  expect(third.getByText('No cost')).toBeTruthy()
  expect(third.queryByText(/Margin/)).toBeNull()
})

test('the filter is in the address, and can be cleared', async () => {
  open(server, '/price-list', 'admin')
  await cardOf('Fastener')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Material')
  await waitFor(() => expect(reads().at(-1)).toBe('/api/price-list?category=material&limit=60'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search lines' }), 'zzz')
  expect(await screen.findByText('No lines found')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await cardOf('Fastener')
  expect(location.search).toBe('')
})

test('an empty list offers the import', async () => {
  lines = []
  open(server, '/price-list', 'admin')
  expect(await screen.findByText('No lines yet')).toBeTruthy()
  const links = screen.getAllByRole('link', { name: 'Import' })
  expect(links.map((link) => link.getAttribute('href'))).toContain('/imports/prices')
})

test('a new line is sent as it is typed', async () => {
  server.on(priceListRoutes.create, { body: footing })
  open(server, '/price-list?new=line', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'New Line' }))
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add Line' }))
  await submit()
  expect(await dialog.findByText('Description is required')).toBeTruthy()
  expect(dialog.getByText('Enter a price')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Description'), 'Trim board')
  await userEvent.type(dialog.getByLabelText('Price'), '1,200.12345')
  await submit()
  expect(await dialog.findByText('At most four decimals')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Price'))
  await userEvent.type(dialog.getByLabelText('Price'), '2.4500')
  await userEvent.type(dialog.getByLabelText('Our Cost'), '1.225')
  expect(dialog.getByText('Margin 50.0%')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('Category'), 'Material')
  await userEvent.type(dialog.getByLabelText('Unit'), 'ln ft')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Taxable' }))
  await submit()
  expect(await screen.findByText('Line added successfully')).toBeTruthy()
  expect(sent('POST')).toEqual([
    [
      '/api/price-list',
      {
        ...{ description: 'Trim board', details: null, unit: 'ln ft', category: 'material' },
        ...{ unitPrice: '2.45', unitCost: '1.225', taxable: true },
      },
    ],
  ])
})

test('a line is edited and deleted from its card', async () => {
  server.on(priceListRoutes.update, { body: footing })
  server.on(priceListRoutes.remove, { body: undefined })
  open(server, '/price-list', 'admin')
  const card = await cardOf('Concrete footing')
  await userEvent.click(card.getByRole('button', { name: 'Edit line' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Line' }))
  const cost = dialog.getByLabelText('Our Cost')
  expect(cost).toHaveProperty('value', '180.50')
  await userEvent.clear(cost)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Line updated successfully')).toBeTruthy()
  expect(sent('PUT')).toEqual([[`/api/price-list/${footing.id}`, { unitCost: null }]])
  await userEvent.click(card.getByRole('button', { name: 'Delete line' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Bids that have this line stay as they are.')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Line deleted successfully')).toBeTruthy()
  expect(sent('DELETE')).toEqual([[`/api/price-list/${footing.id}`, '']])
})

test('a line that was deleted meanwhile says so', async () => {
  open(server, `/price-list?edit=${savedLine(9).id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Line' }))
  expect(dialog.getByText('Line not found')).toBeTruthy()
})

test('Ctrl-K finds a line by its description', async () => {
  open(server, '/price-list', 'admin')
  await cardOf('Fastener')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Find' }), 'concrete')
  const option = await screen.findByRole('option', { name: /Concrete footing.*\$298.00 \/ each/ })
  await userEvent.click(option)
  await waitFor(() => expect(location.search).toBe('?search=Concrete+footing'))
})

test('the CSV file has plain prices under names that the import knows', () => {
  const { csv } = priceListOnPaper({ filter: 'All lines', rows: [footing, fastener] })
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    'Description,Details,Category,Unit,Price,Cost,Margin,Taxable',
    'Concrete footing,Dug to frost depth,Material,each,298,180.5,39.4%,Yes',
    "Fastener,,Other,each,0.0825,0.1,'-21.2%,No",
  ])
})

describe('where there is room', () => {
  beforeEach(useDesktopWindow)

  test('the list is a table; a row opens its line, a selected one can be deleted', async () => {
    server.on(priceListRoutes.remove, { body: undefined })
    open(server, '/price-list', 'admin')
    const grid = within(await screen.findByRole('grid', { name: 'Price List' }))
    const row = within(await grid.findByRole('row', { name: /Concrete footing/ }))
    for (const text of ['Dug to frost depth', 'Material', 'each', '$298.00', '$180.50', '39.4%'])
      expect(row.getByText(text)).toBeTruthy()
    expect(screen.getByText('3 lines')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull()

    await userEvent.click(grid.getByRole('checkbox', { name: 'Select Fastener' }))
    const bar = within(await screen.findByRole('region', { name: 'Selection' }))
    await userEvent.click(bar.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Line deleted successfully')).toBeTruthy()
    expect(sent('DELETE')).toEqual([[`/api/price-list/${fastener.id}`, '']])

    await userEvent.click(row.getByRole('button', { name: 'Edit Concrete footing' }))
    await screen.findByRole('dialog', { name: 'Edit Line' })
    expect(location.search).toBe(`?edit=${footing.id}`)
  })
})
