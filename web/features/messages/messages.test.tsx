import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { type Conversation, type Message, messageRoutes } from '@plumbline/contract/messages.ts'
import { CREW_ID } from '@plumbline/contract/people.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { adminReaders, jobId, message } from '../../testing/messages.ts'
import { open, people } from '../../testing/open.tsx'
import { job } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { firstUnread, messageTime } from './MessageLines.tsx'

const server = await startServer()
afterAll(server.close)

const otherId = '0198c0de-0000-7000-8000-0000000000a2'
const sub = people.subcontractor

let conversations: Conversation[] = []
let messages: Message[] = []
beforeEach(() => {
  server.reset()
  messages = [
    message(1, sub, 'Two doors are damaged.'),
    message(2, people.admin, 'New ones are ordered.'),
  ]
  conversations = [
    { jobId, jobName: 'Kitchen remodel', lastMessage: messages[1] ?? null, unread: 0 },
    { jobId: otherId, jobName: 'Roof repair', lastMessage: null, unread: 0 },
  ]
  server.on(messageRoutes.conversations, () => ({ body: conversations }))
  server.on(messageRoutes.list, ({ params: { id } }) => {
    if (id === jobId) return { body: messages }
    return id === otherId ? { body: [] } : { failure: 'notFound' }
  })
  server.on(messageRoutes.markRead, { body: undefined })
  server.on(messageRoutes.readers, { body: adminReaders })
})

const box = () => screen.findByRole('textbox', { name: 'Message' })
/** Waits until the readers are shown. Nothing can be sent before that. */
const readersKnown = () => screen.findByText(/(read|reads) this$/)
const sent = () =>
  server.seen
    .filter(({ method, url }) => method === 'POST' && url === '/api/messages')
    .map(({ body }) => JSON.parse(body))
const reads = () => server.seen.filter(({ url }) => url === `/api/jobs/${jobId}/read`)
const lines = async () => within(await screen.findByRole('log')).findAllByRole('listitem')

test('projects are listed with the last message and unread count', async () => {
  conversations = [
    { jobId, jobName: 'Kitchen remodel', lastMessage: messages[0] ?? null, unread: 3 },
    ...conversations.slice(1),
  ]
  open(server, '/messages', 'admin')
  const list = within(await screen.findByRole('navigation', { name: 'Projects' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/messages?jobId=${jobId}`,
    `/messages?jobId=${otherId}`,
  ])
  expect(list.getByText('Tomás Ortiz: Two doors are damaged.')).toBeTruthy()
  expect(list.getByRole('link', { name: /3 unread/ })).toBeTruthy()
  expect(list.getByText('No messages yet')).toBeTruthy()
  expect(screen.getByText('Select a conversation')).toBeTruthy()
})

test('without projects the screen says so', async () => {
  conversations = []
  open(server, '/messages', 'subcontractor')
  expect(await screen.findByText('No projects')).toBeTruthy()
})

test.each([
  { role: 'admin', count: 1 },
  { role: 'subcontractor', count: 1 },
  { role: 'client', count: 0 },
] as const)('print and export are not offered to clients: $role', async ({ role, count }) => {
  open(server, `/messages?jobId=${jobId}`, role)
  await lines()
  for (const name of ['Print', 'CSV'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(count)
})

test("own messages are on the right, the others under their authors' names", async () => {
  open(server, `/messages?jobId=${jobId}`, 'admin')
  const [theirs, own] = await lines()
  expect(theirs?.dataset.own).toBeUndefined()
  expect(within(theirs as HTMLElement).getByText('Tomás Ortiz')).toBeTruthy()
  expect(own?.dataset.own).toBe('true')
  // Waits for this request, so that the next test does not count it.
  await waitFor(() => expect(reads()).toHaveLength(1))
})

test('days have headings; a name with its role is shown once for successive messages', async () => {
  const at = (daysAgo: number) => ({
    createdAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  })
  messages = [
    message(1, people.subcontractor, 'First', at(400)),
    message(2, people.subcontractor, 'Second', at(400)),
    message(3, people.client, 'Third', at(1)),
    message(4, people.client, 'Fourth', at(0)),
    {
      ...message(5, people.subcontractor, 'Fifth', at(0)),
      ...{ senderId: CREW_ID, senderName: 'Ridgeline Builders crew' },
    },
  ]
  open(server, `/messages?jobId=${jobId}`, 'admin')
  const [first, second, third, fourth, ofCrew] = await lines()
  const headings = within(screen.getByRole('log')).getAllByRole('heading', { level: 3 })
  expect(headings.map((heading) => heading.textContent)).toEqual([
    expect.stringMatching(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d{4}$/),
    'Yesterday',
    'Today',
  ])
  const shown = (line: HTMLElement | undefined) =>
    within(line as HTMLElement)
      .queryAllByText(/^(Subcontractor|Client)$/)
      .filter((role) => !role.closest('.sr-only'))
      .map((role) => role.textContent)
  expect([first, second, third, fourth, ofCrew].map(shown)).toEqual([
    ['Subcontractor'],
    [],
    ['Client'],
    ['Client'],
    [],
  ])
  expect(ofCrew?.textContent).toMatch(/^Ridgeline Builders crew/)
  await waitFor(() => expect(reads()).toHaveLength(1))
})

test('opening a conversation marks it read, and shows new messages below a line', async () => {
  conversations = [
    { jobId, jobName: 'Kitchen remodel', lastMessage: messages[0] ?? null, unread: 1 },
  ]
  open(server, '/messages', 'admin')
  await userEvent.click(await screen.findByRole('link', { name: /1 unread/ }))
  const all = await lines()
  expect(all.map((line) => line.textContent?.slice(0, 3))).toEqual(['New', 'Tom', 'You'])
  await waitFor(() => expect(reads()).toHaveLength(1))
  expect(screen.queryByRole('link', { name: /unread/ })).toBeNull()
})

test('a conversation without messages says so', async () => {
  open(server, `/messages?jobId=${otherId}`, 'admin')
  expect(await screen.findByText('Everyone on the project can read what you write')).toBeTruthy()
  expect(screen.getAllByText('No messages yet').length).toBeGreaterThan(0)
})

test('a project that is not listed can be opened by its address', async () => {
  const far = '0198c0de-0000-7000-8000-0000000000a9'
  server.on(messageRoutes.list, { body: [] })
  server.on(jobRoutes.one, { body: job(9, { id: far, name: 'The oldest job' }) })
  open(server, `/messages?jobId=${far}`, 'admin')
  expect(await screen.findByRole('heading', { name: 'The oldest job' })).toBeTruthy()
})

test('an unknown project is not found', async () => {
  open(server, '/messages?jobId=nonsense', 'admin')
  expect(await screen.findByText('Job not found')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Back to Messages' }))
  expect(await screen.findByText('Select a conversation')).toBeTruthy()
})

test('Enter sends what was typed, trimmed; Shift+Enter starts a new line', async () => {
  server.on(messageRoutes.create, ({ body }) => {
    const created = message(3, people.admin, JSON.parse(body).content)
    messages = [...messages, created]
    return { body: created }
  })
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), '  They come{Shift>}{Enter}{/Shift}on Monday. {Enter}')
  expect(await screen.findByText('Message sent successfully')).toBeTruthy()
  expect(sent()).toEqual([{ jobId, content: 'They come\non Monday.', audience: 'all' }])
  expect(await box()).toHaveProperty('value', '')
  await waitFor(async () => expect(await lines()).toHaveLength(3))
})

test('a question mark in a message does not open the keyboard shortcuts', async () => {
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), 'When?')
  expect(await box()).toHaveProperty('value', 'When?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nothing is sent without text, or during IME composition', async () => {
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), '   {Enter}')
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', true)
  await userEvent.type(await box(), 'に')
  fireEvent.keyDown(await box(), { key: 'Enter', isComposing: true })
  expect(sent()).toEqual([])
})

test('a message that failed remains, even after opening another conversation', async () => {
  server.on(messageRoutes.create, { failure: 'internal' })
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), 'They come on Monday.{Enter}')
  expect(await screen.findByText('Failed to send message')).toBeTruthy()
  expect(await box()).toHaveProperty('value', 'They come on Monday.')
  await userEvent.click(screen.getByRole('link', { name: /Roof repair/ }))
  await screen.findByRole('heading', { name: 'Roof repair' })
  expect(await box()).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('link', { name: /Kitchen remodel/ }))
  await screen.findByRole('heading', { name: 'Kitchen remodel' })
  expect(await box()).toHaveProperty('value', 'They come on Monday.')
})

test('a message sent after another conversation was opened is cleared from the box', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  server.on(messageRoutes.create, async () => {
    await arrived
    return { body: message(3, people.admin, 'They come on Monday.') }
  })
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), 'They come on Monday.{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await userEvent.click(screen.getByRole('link', { name: /Roof repair/ }))
  await screen.findByRole('heading', { name: 'Roof repair' })
  await userEvent.click(screen.getByRole('link', { name: /Kitchen remodel/ }))
  await screen.findByRole('heading', { name: 'Kitchen remodel' })
  arrive()
  expect(await screen.findByText('Message sent successfully')).toBeTruthy()
  await waitFor(async () => expect(await box()).toHaveProperty('value', ''))
})

test('a draft begun while another message is being sent remains', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  server.on(messageRoutes.create, async () => {
    await arrived
    return { body: message(3, people.admin, 'They come on Monday.') }
  })
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), 'They come on Monday.{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  await userEvent.click(screen.getByRole('link', { name: /Roof repair/ }))
  await screen.findByRole('heading', { name: 'Roof repair' })
  await userEvent.click(screen.getByRole('link', { name: /Kitchen remodel/ }))
  await screen.findByRole('heading', { name: 'Kitchen remodel' })
  await userEvent.clear(await box())
  await userEvent.type(await box(), 'Or on Tuesday?')
  arrive()
  expect(await screen.findByText('Message sent successfully')).toBeTruthy()
  await waitFor(async () => expect(await lines()).toHaveLength(2))
  expect(await box()).toHaveProperty('value', 'Or on Tuesday?')
})

test('a message written in an expired session remains until sign-in opens', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  server.on(messageRoutes.create, { failure: 'unauthorized' })
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await readersKnown()
  await userEvent.type(await box(), 'They come on Monday.{Enter}')
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(assign.mock.calls[0]?.[0]).toBe(`/api/login?returnTo=%2Fmessages%3FjobId%3D${jobId}`)
  expect(await box()).toHaveProperty('value', 'They come on Monday.')
})

test('earlier messages are loaded page by page', async () => {
  const older = message(0, sub, 'Morning.')
  server.on(messageRoutes.list, ({ query }) =>
    query.has('before')
      ? { body: [older], headers: { 'X-Total-Count': '3' } }
      : {
          body: messages,
          headers: {
            'X-Total-Count': '3',
            Link: `</api/jobs/${jobId}/messages?limit=50&before=a%3D>; rel="next"`,
          },
        },
  )
  open(server, `/messages?jobId=${jobId}`, 'admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }))
  await screen.findByText('Morning.')
  expect((await lines()).map((line) => line.querySelector('p')?.textContent)).toEqual([
    'Morning.',
    'Two doors are damaged.',
    'New ones are ordered.',
  ])
  expect(server.seen.some(({ url }) => url.endsWith('?limit=50&before=a%3D'))).toBe(true)
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
})

test.each([
  [0, undefined],
  [1, 3],
  [2, 1],
  // More than the loaded messages.
  [5, undefined],
])('of %s unread messages, the first is message %s, not counting removed ones', (unread, n) => {
  const removed = { removedAt: new Date().toISOString() }
  const all = [
    message(1, sub, 'a'),
    message(2, people.admin, 'b'),
    message(3, sub, 'c'),
    message(4, sub, '', removed),
  ]
  expect(firstUnread(all, unread, people.admin.id)).toBe(n && all[n - 1]?.id)
})

test.each([
  ['2026-11-20T20:59:00Z', '2:59 PM'],
  ['2026-11-19T21:00:01Z', '3:00 PM'],
  ['2026-11-19T21:00:00Z', 'Thu'],
  ['2026-11-13T21:00:01Z', 'Fri'],
  ['2026-11-13T21:00:00Z', 'Nov 13'],
  ['2025-11-20T03:00:00Z', 'Nov 19'],
  // A message from a clock that is ahead.
  ['2026-11-20T21:05:00Z', '3:05 PM'],
])('a message sent at %s shows %s in Chicago', (iso, text) => {
  expect(messageTime(iso, Date.parse('2026-11-20T21:00:00Z'), 'America/Chicago')).toBe(text)
})
