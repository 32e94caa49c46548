import { failures } from '@plumbline/contract/failures.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { type Job, jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { open, people } from '../../testing/open.tsx'
import { inviteAddress, job, jobTotals } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const kitchen = job(1, {
  name: 'Kitchen remodel',
  clientId: people.client.id,
  clientName: 'Maria Okafor',
  approvedAmount: 8_640_000,
  startDate: '2026-11-03',
  endDate: '2026-12-18',
})

let jobs: Job[] = []
beforeEach(() => {
  server.reset()
  jobs = [kitchen, job(2)]
  server.on(jobRoutes.list, ({ query }) => {
    const found = jobs.filter(
      ({ name, status }) =>
        name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()) &&
        (!query.get('status') || status === query.get('status')),
    )
    const from = Number(query.get('after') ?? 0)
    const to = from + Number(query.get('limit'))
    const link: Record<string, string> =
      to < found.length ? { Link: `</api/jobs?limit=60&after=${to}>; rel="next"` } : {}
    return {
      body: found.slice(from, to),
      headers: { 'X-Total-Count': String(found.length), ...link },
    }
  })
  server.on(jobRoutes.totals, {
    body: jobTotals(2, { activeApprovedAmount: 93_421_025 }),
  })
  server.on(peopleRoutes.list, { body: [people.client] })
})
const cards = () => screen.getAllByRole('article')
const posts = () => server.seen.filter(({ method }) => method === 'POST')
const reads = () =>
  server.seen
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/jobs'))
    .map(({ url }) => url)

test('a card shows all its facts', async () => {
  open(server, '/jobs', 'admin')
  const card = await screen.findByRole('article', { name: 'Kitchen remodel' })
  for (const text of [
    'In Progress',
    '1 Elm St, Batavia',
    'Client: Maria Okafor',
    '$86,400.00',
    '40%',
    'Nov 3, 2026',
    'Dec 18, 2026',
  ]) {
    expect(within(card).getByText(text)).toBeTruthy()
  }
  expect(within(card).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  for (const name of ['Kitchen remodel', 'View Details'])
    expect(within(card).getByRole('link', { name }).getAttribute('href')).toBe(
      `/jobs/${kitchen.id}`,
    )
  const plain = screen.getByRole('article', { name: 'Job 2' })
  expect(within(plain).getAllByText('Not set')).toHaveLength(2)
  expect(within(plain).getByText('$0.00')).toBeTruthy()
})

test.each([
  ['in_progress', '2026-11-19', '1 day late'],
  // It is the evening of Nov 20 in Chicago.
  ['in_progress', '2026-11-20', 'not late'],
  ['in_progress', '2026-11-21', 'not late'],
  ['completed', '2026-11-19', 'not late'],
] as const)('a job that is %s and ends on %s is %s', async (status, endDate, late) => {
  vi.setSystemTime('2026-11-21T03:00:00.000Z')
  jobs = [job(1, { name: 'Kitchen remodel', status, endDate })]
  open(server, '/jobs', 'admin')
  const card = within(await screen.findByRole('article', { name: 'Kitchen remodel' }))
  expect(card.queryByText(/late/)?.textContent ?? 'not late').toBe(late)
})

test.each([
  ['admin', 'Jobs', true, true, true],
  ['subcontractor', 'Jobs', false, false, true],
  ['client', 'My Projects', false, true, false],
] as const)(
  'the page of the %s has the title, buttons, amounts and names of the role',
  async (who, title, creates, seesMoney, worksThere) => {
    open(server, '/jobs', who)
    await screen.findByRole('article', { name: 'Kitchen remodel' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    expect(screen.queryByRole('button', { name: 'Create New Job' }) !== null).toBe(creates)
    expect(screen.queryByText('Total Active Approved Amount') !== null).toBe(creates)
    if (creates) expect(await screen.findByText('$934,210.25')).toBeTruthy()
    expect(screen.queryByText('$86,400.00') !== null).toBe(seesMoney)
    expect(screen.queryByText('Client: Maria Okafor') !== null).toBe(worksThere)
    expect(screen.queryByRole('button', { name: 'Print' }) !== null).toBe(worksThere)
  },
)

test('search and status filter the list, are in the address, and can be cleared', async () => {
  open(server, '/jobs', 'admin')
  await screen.findByRole('article', { name: 'Kitchen remodel' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search jobs' }), 'KITCHEN')
  await waitFor(() => expect(cards()).toHaveLength(1))
  expect(location.search).toBe('?search=KITCHEN')
  const status = screen.getByRole('combobox', { name: 'Status' })
  expect(
    within(status)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All statuses', 'Not Started', 'In Progress', 'Completed', 'On Hold'])
  await userEvent.selectOptions(status, 'on_hold')
  expect(await screen.findByText('No jobs match your filters')).toBeTruthy()
  expect(location.search).toBe('?search=KITCHEN&status=on_hold')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(location.search).toBe('')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

test('a filter in the address is shown, sent with the list and its sum, and removable', async () => {
  const manager = { ...people.admin, id: '0198c0de-0000-7000-8000-0000000000aa' }
  server.on(peopleRoutes.projectManagers, { body: [manager] })
  server.on(peopleRoutes.one, { body: people.client })
  const filter = `late=true&managerId=${manager.id}&clientId=${people.client.id}&endsTo=2026-12-31`
  open(server, `/jobs?${filter}&sort=-end`, 'admin')
  await screen.findByRole('article', { name: 'Kitchen remodel' })
  expect(reads()).toEqual([`/api/jobs?${filter}&sort=-end&limit=60`])
  expect(server.seen.some(({ url }) => url === `/api/job-totals?${filter}`)).toBe(true)
  const named = `${manager.firstName} ${manager.lastName}`
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('button', { name: /^Remove the filter/ })
        .map((button) => button.parentElement?.textContent),
    ).toEqual(['Late', `Manager${named}`, 'ClientMaria Okafor', 'Endsby Dec 31, 2026']),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Late' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Client' }))
  await waitFor(() =>
    expect(location.search).toBe(`?managerId=${manager.id}&endsTo=2026-12-31&sort=-end`),
  )
})

test('J and K move between the cards, and the arrow keys scroll the page', async () => {
  jobs = [job(1, { name: 'Kitchen' }), job(2, { name: 'Deck' })]
  open(server, '/jobs', 'admin')
  await screen.findByRole('article', { name: 'Deck' })
  const focused = async (key: string) => {
    await userEvent.keyboard(key)
    return document.activeElement?.textContent
  }
  const start = document.activeElement?.textContent
  expect(await focused('{ArrowDown}')).toBe(start)
  const names = [await focused('j'), await focused('j'), await focused('j'), await focused('k')]
  expect(names).toEqual(['Kitchen', 'Deck', 'Deck', 'Kitchen'])
})

test('another client replaces what the one before filled in, also by nothing', async () => {
  const maria = { ...people.client, address: '9 Elm St, Elgin', hasJoined: true }
  const paul = { ...maria, id: job(77).id, firstName: 'Paul', address: null }
  server.on(peopleRoutes.list, { body: [maria, paul] })
  open(server, '/jobs?new=job', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  const choose = async (name: RegExp) => {
    await userEvent.click(dialog.getByLabelText('Client'))
    await userEvent.click(await dialog.findByRole('option', { name }))
  }
  const values = () =>
    ['Address', 'Customer Name', 'Customer Phone', 'Customer Address'].map(
      (label) => dialog.getByLabelText<HTMLInputElement>(label).value,
    )
  await choose(/Maria/)
  await userEvent.type(dialog.getByLabelText('Customer Phone'), '847-555-0100')
  expect(values()).toEqual([maria.address, 'Maria Okafor', '847-555-0100', maria.address])
  await choose(/Paul/)
  expect(values()).toEqual(['', 'Paul Okafor', '847-555-0100', ''])
})

test('a chosen client fills in what is still empty', async () => {
  const contact = { email: 'maria@example.com', phone: '630-555-0112', address: '9 Elm St, Elgin' }
  server.on(peopleRoutes.list, { body: [{ ...people.client, ...contact, hasJoined: true }] })
  open(server, '/jobs?new=job', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  await userEvent.type(dialog.getByLabelText('Customer Phone'), '847-555-0100')
  await userEvent.click(dialog.getByLabelText('Client'))
  await userEvent.click(await dialog.findByRole('option', { name: /Maria Okafor/ }))
  const labels = [
    'Address',
    ...['Name', 'Email', 'Phone', 'Address'].map((one) => `Customer ${one}`),
  ]
  expect(labels.map((label) => dialog.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    contact.address,
    'Maria Okafor',
    contact.email,
    '847-555-0100',
    contact.address,
  ])
})

test.each([
  ['Sandra Foss', { 'First Name': 'Sandra', 'Last Name': 'Foss', Email: '' }],
  ['foss@example.com', { 'First Name': '', 'Last Name': '', Email: 'foss@example.com' }],
])('a client who is not known, typed as %s, is invited above the form', async (typed, filled) => {
  const sandra = {
    ...{ ...people.client, id: job(78).id, firstName: 'Sandra', lastName: 'Foss' },
    ...{ email: 'foss@example.com', phone: '630-555-0145' },
  }
  let clients = [people.client]
  server.on(peopleRoutes.list, () => ({ body: clients }))
  server.on(inviteRoutes.address, { body: inviteAddress })
  server.on(inviteRoutes.link, { body: { inviteLink: '/invite#1', inviteExpiry: null } })
  server.on(peopleRoutes.invite, () => {
    clients = [people.client, sandra]
    return { status: 201, body: { inviteLink: '/invite#1', user: sandra } }
  })
  open(server, '/jobs?new=job', 'admin')
  const form = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  await userEvent.type(form.getByLabelText(/^Name/), 'Porch')
  await userEvent.type(form.getByLabelText(/^Address/), '1 Elm St')
  await userEvent.type(form.getByLabelText('Client'), typed)
  const option = await form.findByRole('option', { name: /^Invite/ })
  expect(option.textContent).toBe(`Invite “${typed}”No client with that name`)
  await userEvent.keyboard('{Enter}')
  const invite = within(await screen.findByRole('dialog', { name: 'Invite User' }))
  for (const [label, value] of Object.entries(filled)) {
    const field = invite.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
    expect(field.value).toBe(value)
    const whole = { 'First Name': 'Sandra', 'Last Name': 'Foss', Email: sandra.email }[label]
    if (value === '') await userEvent.type(field, whole ?? '')
  }
  await userEvent.click(invite.getByRole('button', { name: 'Create Invite Link' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite Link' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Done' }))
  await screen.findByRole('dialog', { name: 'Create New Job' })
  await waitFor(() => expect(form.getByLabelText('Client')).toHaveProperty('value', 'Sandra Foss'))
  expect(form.getByLabelText(/^Name/)).toHaveProperty('value', 'Porch')
  expect(form.getByLabelText('Customer Phone')).toHaveProperty('value', '630-555-0145')
  // The form of the job was not sent with that of the invite.
  expect(posts()).toMatchObject([{ url: '/api/users/invite' }])
})

test('a client without an address gets that of their customer', async () => {
  const customerAddress = '418 Alder Ct, Elgin, IL 60123'
  server.on(peopleRoutes.list, { body: [{ ...people.client, customerAddress }] })
  open(server, '/jobs?new=job', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  await userEvent.click(dialog.getByLabelText('Client'))
  await userEvent.click(await dialog.findByRole('option', { name: /Maria Okafor/ }))
  for (const label of ['Address', 'Customer Address'])
    expect(dialog.getByLabelText<HTMLInputElement>(label).value).toBe(customerAddress)
})

test('every filter and order is chosen in one dialog, and is in the address at once', async () => {
  server.on(peopleRoutes.projectManagers, { body: [people.admin] })
  open(server, '/jobs', 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter and Sort' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Late/ }))
  await userEvent.selectOptions(dialog.getByLabelText('Sort by'), 'Largest amount first')
  await userEvent.selectOptions(dialog.getByLabelText('Project Manager'), 'None')
  await userEvent.click(dialog.getByLabelText('Client'))
  await userEvent.click(await dialog.findByRole('option', { name: /Maria Okafor/ }))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      ...{ open: 'filter', late: 'true', sort: '-amount', managerId: 'none' },
      clientId: people.client.id,
    }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Clear filters' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Show jobs' }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a filter in the address is applied, an invalid one ignored', async () => {
  open(server, '/jobs?search=kitchen&status=nonsense', 'admin')
  await screen.findByRole('article', { name: 'Kitchen remodel' })
  expect(cards()).toHaveLength(1)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'kitchen')
})

test('loading shows six placeholders', async () => {
  const held: { release?: () => void } = {}
  const hold = new Promise<void>((done) => {
    held.release = done
  })
  server.on(jobRoutes.list, async () => {
    await hold
    return { body: [], headers: { 'X-Total-Count': '0' } }
  })
  open(server, '/schedule', 'admin')
  await userEvent.click(await screen.findByRole('link', { name: 'Work in Progress' }))
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6))
  held.release?.()
  expect(await screen.findByText('No jobs yet')).toBeTruthy()
})

test('Back while a job still loads restores the scroll position of the list', async () => {
  server.on(jobRoutes.one, () => new Promise<never>(() => {}))
  const scroll = (top: number) => {
    scrollTo(0, top)
    document.dispatchEvent(new Event('scroll'))
  }
  open(server, '/jobs', 'admin')
  const card = await screen.findByRole('article', { name: 'Kitchen remodel' })
  scroll(900)
  await userEvent.click(within(card).getByRole('link', { name: 'View Details' }))
  await waitFor(() => expect(document.querySelector('[data-skeleton]')).not.toBeNull())
  // The browser scrolls a page that has become shorter.
  scroll(0)
  history.back()
  await waitFor(() => expect(scrollY).toBe(900))
})

test.each([
  ['admin', '/jobs', true],
  // An order alone does not filter the list.
  ['admin', '/jobs?sort=-end', true],
  ['client', '/jobs', false],
] as const)('an empty list of jobs says so, as %s at %s', async (who, path, creates) => {
  jobs = []
  open(server, path, who)
  expect(await screen.findByText('No jobs yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create Job' }) !== null).toBe(creates)
})

test('a long list of jobs is loaded page by page', async () => {
  jobs = Array.from({ length: 130 }, (_, n) => job(n))
  open(server, '/jobs', 'admin')
  expect(await screen.findByText('60 of 130 jobs')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('120 of 130 jobs')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(cards()).toHaveLength(130))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(reads()).toEqual([
    '/api/jobs?openFirst=true&limit=60',
    '/api/jobs?openFirst=true&limit=60&after=60',
    '/api/jobs?openFirst=true&limit=60&after=120',
  ])
})

async function fill() {
  await userEvent.click(await screen.findByRole('button', { name: 'Create New Job' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create New Job' })
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Deck and pergola')
  await userEvent.type(within(dialog).getByLabelText('Address'), '12 Elm St')
  return within(dialog)
}

test('the dialog has four sections, and sends all fields', async () => {
  server.on(jobRoutes.create, { body: job(3) })
  open(server, '/jobs', 'admin')
  const dialog = await fill()
  expect(
    dialog.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent),
  ).toEqual([
    'Job Information',
    'Customer Information',
    'Financial Information',
    'Project Timeline',
  ])
  expect(dialog.getByLabelText('Customer Email').getAttribute('type')).toBe('email')
  await userEvent.type(dialog.getByLabelText('Approved Amount'), '48250.75')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Client' }))
  await userEvent.click(await dialog.findByText('Maria Okafor'))
  expect(dialog.getByLabelText('Customer Name')).toHaveProperty('value', 'Maria Okafor')
  jobs = [job(3, { name: 'Deck and pergola' }), ...jobs]
  await userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText('Job created successfully')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Create New Job' })).toBeNull()
  expect(await screen.findByRole('article', { name: 'Deck and pergola' })).toBeTruthy()
  const sent = server.seen.find(({ method }) => method === 'POST')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    name: 'Deck and pergola',
    address: '12 Elm St',
    clientId: people.client.id,
    status: 'not_started',
    progress: 0,
    notes: null,
    privateNotes: null,
    customerName: 'Maria Okafor',
    customerEmail: 'maria@example.com',
    customerPhone: null,
    customerAddress: null,
    approvedAmount: 4_825_075,
    startDate: null,
    endDate: null,
  })
})

test('an empty amount is 0', async () => {
  server.on(jobRoutes.create, { body: job(3) })
  open(server, '/jobs', 'admin')
  const dialog = await fill()
  await userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  await screen.findByText('Job created successfully')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(location.search).toBe(''))
  expect(
    JSON.parse(server.seen.find(({ method }) => method === 'POST')?.body ?? '').approvedAmount,
  ).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(location.pathname).toBe(`/jobs/${job(3).id}`))
})

test('name and address are required, and the errors appear beside their fields', async () => {
  open(server, '/jobs?new=job', 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Job' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect(await dialog.findByText('Name is required')).toBeTruthy()
  expect(dialog.getByText('Address is required')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
  expect(posts()).toEqual([])
})

test('an invalid email, amount or date is reported at its field, and not sent', async () => {
  open(server, '/jobs', 'admin')
  const dialog = await fill()
  const amount = dialog.getByLabelText('Approved Amount')
  expect(amount.getAttribute('inputmode')).toBe('decimal')
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  const problem = async (label: string) => {
    const field = dialog.getByLabelText(label)
    await waitFor(() => expect(field.getAttribute('aria-invalid'), label).toBe('true'))
    const [id] = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return document.getElementById(id ?? '')?.textContent
  }
  await userEvent.type(dialog.getByLabelText('Customer Email'), 'cleo at home')
  await userEvent.type(amount, '-5')
  await userEvent.type(dialog.getByLabelText('Start Date'), '2026-11-03')
  await userEvent.type(dialog.getByLabelText('End Date'), '2026-11-02')
  await submit()
  expect(await problem('Customer Email')).toMatch(/email/i)
  expect(await problem('Approved Amount')).toMatch(/amount/i)
  expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
  await userEvent.clear(dialog.getByLabelText('Customer Email'))
  await userEvent.clear(amount)
  await userEvent.type(amount, '10.5')
  await submit()
  expect(await problem('End Date')).toBe('The end date cannot be before the start date')
  expect(posts()).toEqual([])
})

test('a rejection keeps what was typed, and field problems appear beside their fields', async () => {
  open(server, '/jobs', 'admin')
  const dialog = await fill()
  server.on(jobRoutes.create, { failure: 'invalid', fields: { address: 'No such address' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect(await screen.findByText('Failed to create job')).toBeTruthy()
  expect(await dialog.findByText('No such address')).toBeTruthy()
  expect(dialog.queryByRole('alert')).toBeNull()
  server.on(jobRoutes.create, { failure: 'internal' })
  await userEvent.type(dialog.getByLabelText('Address'), ', Batavia')
  await userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(failures.internal.message)
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Deck and pergola')
})

test('when the server fails every field is kept, and a second try has the same key', async () => {
  server.on(jobRoutes.create, { failure: 'internal' })
  open(server, '/jobs', 'admin')
  const dialog = await fill()
  for (const [label, text] of Object.entries({
    Notes: 'Key under the mat',
    'Customer Name': 'Cleo Client',
    'Customer Email': 'cleo@example.org',
    'Customer Phone': '(847) 555-0142',
    'Customer Address': '9 Mill Rd, Elgin',
    'Approved Amount': '48250.75',
    'Start Date': '2026-11-03',
    'End Date': '2026-12-18',
  }))
    await userEvent.type(dialog.getByLabelText(label), text)
  const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Create Job' }))
  await submit()
  expect(await screen.findByText('Failed to create job')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  expect((await dialog.findByRole('alert')).textContent).toBe(failures.internal.message)
  server.on(jobRoutes.create, { body: job(3) })
  await submit()
  expect(await screen.findByText('Job created successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = posts()
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    ...{ name: 'Deck and pergola', address: '12 Elm St', notes: 'Key under the mat' },
    ...{ customerName: 'Cleo Client', customerEmail: 'cleo@example.org' },
    ...{ customerPhone: '(847) 555-0142', customerAddress: '9 Mill Rd, Elgin' },
    ...{ approvedAmount: 4_825_075, startDate: '2026-11-03', endDate: '2026-12-18' },
  })
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})
