import { type ChangeOrder, changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { priceListRoutes } from '@plumbline/contract/priceList.ts'
import { proposalRoutes } from '@plumbline/contract/proposals.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeLine, changeOrder, contract } from '../../testing/changeOrders.ts'
import { open } from '../../testing/open.tsx'
import { photo } from '../../testing/photos.ts'
import { job, savedLine } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

let saved: ChangeOrder
beforeEach(() => {
  server.reset()
  saved = changeOrder(3, {
    title: 'Under-cabinet lighting',
    lines: [changeLine('Strip', { quantity: '4', unitPrice: '310', details: 'Warm white' })],
    total: '1240.00',
  })
  server.on(jobRoutes.one, { body: job(1, { name: 'Kitchen remodel' }) })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(taskRoutes.ofJob, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(weeklyUpdateRoutes.ofJob, { body: [] })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(changeOrderRoutes.contract, { body: contract({ newTaxRate: '8.25' }) })
  server.on(changeOrderRoutes.one, () => ({ body: saved }))
  server.on(proposalRoutes.listOfChange, { body: [] })
  server.on(priceListRoutes.list, { body: [] })
})

const sent = (method: string) => server.seen.filter((request) => request.method === method)
const body = (method: string) => JSON.parse(sent(method).at(-1)?.body ?? '{}')
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Form = Awaited<ReturnType<typeof dialog>>
const line = (form: Form, number: number) =>
  within(form.getByRole('group', { name: `Line ${number}` }))
const total = (form: Form) => form.getByRole('status', { name: 'Total' }).textContent

async function openNew() {
  const user = userEvent.setup()
  open(server, `/jobs/${job(1).id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'New change order' }))
  return { user, form: await dialog('New Change Order') }
}
async function openEdit() {
  const user = userEvent.setup()
  open(server, `/change-orders/${saved.id}`, 'admin')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  return { user, form: await dialog('Edit Change 3') }
}

test('photos of the job are chosen, those it has first, and shown by the change order', async () => {
  const photos = Array.from({ length: 14 }, (_, n) => photo(n + 1, { caption: `Picture ${n + 1}` }))
  const [first, second] = photos.map(({ id }) => id)
  const old = photo(90).id
  saved = { ...saved, photoIds: [old] }
  server.on(photoRoutes.list, { body: photos, headers: { 'X-Total-Count': '14' } })
  const { user, form } = await openEdit()
  // They are read once they are asked for.
  expect(server.seen.filter(({ url }) => url.startsWith('/api/photos?'))).toEqual([])
  await user.click(form.getByRole('button', { name: 'Choose Photos' }))
  await form.findByRole('button', { name: 'Picture 2' })
  const field = within(form.getByRole('group', { name: 'Photos' }))
  expect(field.getAllByRole('button', { pressed: true }).length).toBe(1)
  expect(field.queryByRole('button', { name: 'Picture 14' })).toBeNull()
  await user.click(field.getByRole('button', { name: 'Show 15 photos' }))
  expect(field.getByRole('button', { name: 'Picture 14' })).toBeTruthy()
  await user.click(field.getByRole('button', { name: 'Picture 2' }))
  await user.click(field.getByRole('button', { name: 'Picture 1' }))
  await user.click(field.getByRole('button', { name: 'Photo 1' }))
  expect(field.getByText(/^2 of at most 12\./)).toBeTruthy()
  // Each says its place in the order of choosing.
  expect(
    ['Picture 2', 'Picture 1', 'Photo 1'].map((name) => {
      const choice = field.getByRole('button', { name })
      return [choice.textContent, choice.getAttribute('aria-description')]
    }),
  ).toEqual([
    ['1', 'Number 1'],
    ['2', 'Number 2'],
    ['', null],
  ])
  saved = { ...saved, photoIds: [second ?? '', first ?? ''] }
  server.on(changeOrderRoutes.update, { body: saved })
  await user.click(form.getByRole('button', { name: 'Save' }))
  const shown = within(await screen.findByRole('region', { name: 'Photos' }))
  await waitFor(() => expect(shown.getAllByRole('link').length).toBe(2))
  expect(body('PUT').photoIds).toEqual([second, first])
})

test('lines are entered with the keyboard, and the total follows them', async () => {
  server.on(changeOrderRoutes.create, { body: saved })
  const { user, form } = await openNew()
  expect(form.getByLabelText('Tax Rate (%)')).toHaveProperty('value', '8.25')
  await user.type(form.getByLabelText('Title'), 'Under-cabinet lighting')
  const first = line(form, 1)
  expect(first.getByLabelText('Taxable')).toHaveProperty('checked', true)
  await user.type(first.getByLabelText('Description'), 'Strip')
  await user.clear(first.getByLabelText('Quantity'))
  await user.type(first.getByLabelText('Quantity'), '4')
  await user.type(first.getByLabelText('Price'), '310')
  await user.type(first.getByLabelText('Our cost'), '200{Enter}')
  expect(first.getByText('1,240.00')).toBeTruthy()
  expect(total(form)).toBe('$1,342.30')
  expect(form.getByText('$440.00, 35.5%')).toBeTruthy()

  // The next line has the focus, and is a credit.
  await waitFor(() =>
    expect(document.activeElement).toBe(line(form, 2).getByLabelText('Description')),
  )
  await user.keyboard('Old lamps taken off')
  const second = line(form, 2)
  await user.click(second.getByLabelText('Taxable'))
  await user.clear(second.getByLabelText('Quantity'))
  await user.type(second.getByLabelText('Quantity'), '-2')
  await user.type(second.getByLabelText('Price'), '60.5')
  expect(second.getByText('−121.00')).toBeTruthy()
  expect(total(form)).toBe('$1,221.30')
  expect(form.getByText('$319.00 (1 line has no cost)')).toBeTruthy()

  // Enter goes to the next line, and adds none after an empty one, which is not sent.
  await user.type(first.getByLabelText('Unit'), 'each{Enter}')
  expect(document.activeElement).toBe(second.getByLabelText('Description'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(form.getByRole('group', { name: 'Line 3' })).toBeTruthy())
  await user.keyboard('{Enter}')
  expect(form.queryByRole('group', { name: 'Line 4' })).toBeNull()

  await user.clear(form.getByLabelText('Days Added'))
  await user.type(form.getByLabelText('Days Added'), '2')
  await user.click(form.getByLabelText('Move the end date of the job when it is approved'))
  await user.click(form.getByRole('button', { name: 'Add Change Order' }))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
    'textContent',
    'Change 3, Under-cabinet lighting',
  )
  const bare = { details: null, category: 'other' }
  expect(body('POST')).toEqual({
    ...{ title: 'Under-cabinet lighting', reason: null, taxRate: '8.25', daysAdded: 2 },
    movesEnd: false,
    photoIds: [],
    lines: [
      {
        ...{ ...bare, description: 'Strip', quantity: '4', unit: 'each', unitPrice: '310' },
        ...{ unitCost: '200', taxable: true },
      },
      {
        ...{ ...bare, description: 'Old lamps taken off', quantity: '-2', unit: null },
        ...{ unitPrice: '60.5', unitCost: null, taxable: false },
      },
    ],
  })
})

test('details and category are folded away, and open where there are details', async () => {
  server.on(changeOrderRoutes.update, { body: saved })
  saved = { ...saved, lines: [...saved.lines, changeLine('Dimmer')] }
  const { user, form } = await openEdit()
  const [first, second] = [line(form, 1), line(form, 2)]
  expect(first.getByLabelText('Details')).toHaveProperty('value', 'Warm white')
  expect(second.queryByLabelText('Details')).toBeNull()
  const more = second.getByRole('button', { name: 'More of line 2' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  more.focus()
  await user.keyboard('{Enter}')
  expect(more.getAttribute('aria-expanded')).toBe('true')
  await user.click(second.getByLabelText('Details'))
  // A line break, not the next line.
  await user.keyboard('Three of them{Enter}')
  await user.paste('x'.repeat(4000))
  await user.selectOptions(second.getByLabelText('Category'), 'Material')
  await user.click(more)
  expect(second.queryByLabelText('Details')).toBeNull()
  // A problem is shown wherever it is.
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await second.findByText(/4,?000/)).toBeTruthy()
  await user.clear(second.getByLabelText('Details'))
  await user.type(second.getByLabelText('Details'), 'Three of them')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(body('PUT').lines).toMatchObject([
    { description: 'Strip', details: 'Warm white', category: 'other' },
    { description: 'Dimmer', details: 'Three of them', category: 'material' },
  ])
})

test('a saved line is suggested while typing, and fills in all but the quantity', async () => {
  server.on(changeOrderRoutes.create, { body: saved })
  const {
    id: _,
    createdAt: __,
    updatedAt: ___,
    ...door
  } = savedLine(1, {
    ...{ description: 'Interior door', details: 'With trim', unit: 'each', unitPrice: '1420' },
    ...{ unitCost: '260.5', category: 'material', taxable: false },
  })
  server.on(priceListRoutes.list, ({ query }) => ({
    body: query.get('search') === 'interior' ? [savedLine(1, door)] : [],
  }))
  const { user, form } = await openNew()
  await user.type(form.getByLabelText('Title'), 'A door')
  const first = line(form, 1)
  await user.type(first.getByLabelText('Description'), 'interior')
  expect((await first.findByRole('option', { name: /Interior door/ })).textContent).toContain(
    '$1,420.00 / each',
  )
  await user.keyboard('{ArrowDown}{Enter}')
  expect(first.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(first.getByLabelText('Quantity'))
  expect(first.getByLabelText('Details')).toHaveProperty('value', 'With trim')
  expect(first.getByLabelText('Our cost')).toHaveProperty('value', '260.50')
  expect(first.getByLabelText('Taxable')).toHaveProperty('checked', false)
  // The quantity is selected, and what is typed takes its place.
  await user.keyboard('3')
  expect(total(form)).toBe('$4,260.00')
  await user.click(form.getByRole('button', { name: 'Add Change Order' }))
  await screen.findByRole('heading', { level: 1 })
  expect(body('POST').lines).toEqual([{ ...door, quantity: '3' }])
})

test('problems are shown beside what is wrong, also those that the server finds', async () => {
  server.on(changeOrderRoutes.create, {
    failure: 'invalid',
    fields: { 'lines.0.description': 'Name the room' },
  })
  const { user, form } = await openNew()
  await user.type(line(form, 1).getByLabelText('Price'), 'dear')
  await user.clear(form.getByLabelText('Days Added'))
  await user.clear(form.getByLabelText('Tax Rate (%)'))
  await user.type(form.getByLabelText('Tax Rate (%)'), '31')
  const add = () => user.click(form.getByRole('button', { name: 'Add Change Order' }))
  await add()
  for (const text of ['Title is required', 'Description is required', 'Enter days', 'At most 30'])
    expect(await form.findByText(text)).toBeTruthy()
  expect(line(form, 1).getByText('Enter a number such as 1,250 or 1.5')).toBeTruthy()
  expect(sent('POST')).toHaveLength(0)

  await user.type(form.getByLabelText('Title'), 'Lighting')
  await user.type(line(form, 1).getByLabelText('Description'), 'Strip')
  await user.clear(line(form, 1).getByLabelText('Price'))
  await user.type(line(form, 1).getByLabelText('Price'), '10')
  await user.type(form.getByLabelText('Days Added'), '0')
  await user.clear(form.getByLabelText('Tax Rate (%)'))
  await user.type(form.getByLabelText('Tax Rate (%)'), '0')
  await add()
  expect(await line(form, 1).findByText('Name the room')).toBeTruthy()
  server.on(changeOrderRoutes.create, { failure: 'tooManyChangeOrders' })
  await add()
  expect((await form.findByRole('alert')).textContent).toBe('This job has too many change orders')
})

test('too much in all is said below the lines', async () => {
  const { user, form } = await openNew()
  await user.type(form.getByLabelText('Title'), 'Lighting')
  await user.type(line(form, 1).getByLabelText('Description'), 'Strip')
  await user.clear(line(form, 1).getByLabelText('Quantity'))
  await user.type(line(form, 1).getByLabelText('Quantity'), '1000000')
  await user.type(line(form, 1).getByLabelText('Price'), '1001')
  await user.click(form.getByRole('button', { name: 'Add Change Order' }))
  expect((await form.findByRole('alert')).textContent).toBe('That is too much in all')
})

test('an edit sends all of it with its version', async () => {
  server.on(changeOrderRoutes.update, ({ body: text }) => {
    saved = { ...saved, ...JSON.parse(text), updatedAt: '2026-11-02T12:00:00.000Z' }
    return { body: saved }
  })
  const { user, form } = await openEdit()
  expect(line(form, 1).getByLabelText('Price')).toHaveProperty('value', '310')
  expect(form.getByText('Kitchen remodel')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Add Line' }))
  await user.type(line(form, 2).getByLabelText('Description'), 'Dimmer')
  await user.type(line(form, 2).getByLabelText('Price'), '100')
  await user.click(line(form, 1).getByRole('button', { name: 'Remove line 1' }))
  expect(total(form)).toBe('$100.00')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [put] = sent('PUT')
  expect(put?.headers['if-match']).toBe(tagOf({ updatedAt: '2026-11-01T12:00:00.000Z' }))
  expect(body('PUT')).toMatchObject({
    title: 'Under-cabinet lighting',
    daysAdded: 0,
    movesEnd: true,
  })
  expect(body('PUT').lines).toHaveLength(1)
})

test('changes of others meanwhile are shown before they are overwritten', async () => {
  const { user, form } = await openEdit()
  await user.type(line(form, 1).getByLabelText('Description'), ' light')
  const now = { updatedAt: '2026-11-02T12:00:00.000Z', total: '620.00', reason: 'Too dark' }
  const lines = [changeLine('Strip', { quantity: '2', unitPrice: '310', details: 'Warm white' })]
  const theirs = { ...saved, ...now, lines }
  server.on(changeOrderRoutes.update, ({ headers }) =>
    headers['if-match'] === tagOf(theirs) ? { body: theirs } : { failure: 'stale' },
  )
  saved = theirs
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Someone else changed this/)).toBeTruthy()
  expect(form.getByText('1 line, $620.00')).toBeTruthy()
  expect(form.getByLabelText('Reason')).toHaveProperty('value', 'Too dark')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(body('PUT').lines).toMatchObject([
    { description: 'Strip light', quantity: '4', details: 'Warm white' },
  ])
})
