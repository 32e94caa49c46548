import {
  type Message,
  type MessageReaders,
  messageRoutes,
  REMOVE_MINUTES,
} from '@plumbline/contract/messages.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adminReaders, jobId, message } from '../../testing/messages.ts'
import { open, people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'

const server = await startServer()
afterAll(server.close)

const otherId = '0198c0de-0000-7000-8000-0000000000a2'
const { admin, subcontractor: sub, client } = people

let messages: Message[] = []
let readers: MessageReaders
beforeEach(() => {
  server.reset()
  messages = []
  readers = adminReaders
  server.on(messageRoutes.conversations, () => ({
    body: [
      { jobId, jobName: 'Kitchen remodel', lastMessage: messages.at(-1) ?? null, unread: 0 },
      { jobId: otherId, jobName: 'Roof repair', lastMessage: null, unread: 0 },
    ],
  }))
  server.on(messageRoutes.list, ({ params: { id } }) => ({ body: id === jobId ? messages : [] }))
  server.on(messageRoutes.markRead, { body: undefined })
  server.on(messageRoutes.readers, ({ params: { id } }) => ({
    body: id === jobId ? readers : adminReaders,
  }))
})

const openJob = (who: keyof typeof people) => open(server, `/messages?jobId=${jobId}`, who)
const line = () => screen.findByText(/(read|reads) this/)
const expectLine = async (text: string) => expect((await line()).textContent).toBe(text)
const choice = (name: string) => screen.findByRole('button', { name })
const isChosen = async (name: string) => (await choice(name)).getAttribute('aria-pressed')
const box = () => screen.findByRole('textbox', { name: 'Message' })
const sent = () =>
  server.seen
    .filter(({ method, url }) => method === 'POST' && url === '/api/messages')
    .map(({ body }) => JSON.parse(body))

describe('the line about readers', () => {
  test.each([
    [[], 'Only the office reads this'],
    [['Sam Stone'], 'Office and Sam Stone read this'],
    [['Cleo Park', 'Sam Stone'], 'Office, Cleo Park and Sam Stone read this'],
    [['A A', 'B B', 'C C'], 'Office, A A, B B and C C read this'],
  ])('for %j reads: %s', async (names, text) => {
    readers = { chosen: 'crew', choices: [{ audience: 'crew', names }] }
    openJob('subcontractor')
    await expectLine(text)
    expect((await box()).getAttribute('aria-describedby')).toBe((await line()).id)
    expect(screen.queryByRole('group', { name: 'Who reads this message' })).toBeNull()
  })

  test('for many names the first three, and the rest on request', async () => {
    const names = ['A A', 'B B', 'C C', 'D D', 'E E', 'F F', 'G G']
    readers = { chosen: 'crew', choices: [{ audience: 'crew', names }] }
    openJob('subcontractor')
    await expectLine('Office, A A, B B, C C and 4 more read this')
    await userEvent.click(screen.getByRole('button', { name: '4 more', expanded: false }))
    await expectLine('Office, A A, B B, C C, D D, E E, F F and G G read this Show fewer')
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
    await expectLine('Office, A A, B B, C C and 4 more read this')
  })

  test('remains the same element when its text changes, so that it is announced', async () => {
    openJob('admin')
    const before = (await line()).closest('[role=status]')
    await userEvent.click(await choice('Crew'))
    await expectLine('Office and Sam Stone read this')
    expect((await line()).closest('[role=status]')).toBe(before)
  })

  test('follows the choice of an admin, which starts with the last choice', async () => {
    readers = { ...adminReaders, chosen: 'crew' }
    server.on(messageRoutes.create, ({ body }) => {
      const { content, audience } = JSON.parse(body)
      const created = message(1, admin, content, { audience })
      messages = [created]
      readers = { ...adminReaders, chosen: audience }
      return { body: created }
    })
    openJob('admin')
    await expectLine('Office and Sam Stone read this')
    expect(await isChosen('Crew')).toBe('true')
    await userEvent.click(await choice('Client'))
    await expectLine('Office and Cleo Park read this')
    await userEvent.type(await box(), 'The invoice comes today.{Enter}')
    expect(await screen.findByText('Message sent successfully')).toBeTruthy()
    expect(sent()).toEqual([{ jobId, content: 'The invoice comes today.', audience: 'client' }])
    expect(await isChosen('Client')).toBe('true')
    const log = within(screen.getByRole('log'))
    expect(
      await log.findByTitle('The office and the client of this job can read this'),
    ).toBeTruthy()
  })

  test('a sub writes to the crew', async () => {
    readers = { chosen: 'crew', choices: [{ audience: 'crew', names: [] }] }
    server.on(messageRoutes.create, { body: message(1, sub, 'Done.', { audience: 'crew' }) })
    openJob('subcontractor')
    await expectLine('Only the office reads this')
    await userEvent.type(await box(), 'Done.{Enter}')
    expect(await screen.findByText('Message sent successfully')).toBeTruthy()
    expect(sent()).toEqual([{ jobId, content: 'Done.', audience: 'crew' }])
  })

  test('a failed message keeps its audience, even after opening another conversation', async () => {
    server.on(messageRoutes.create, { failure: 'internal' })
    openJob('admin')
    await userEvent.click(await choice('Crew'))
    await userEvent.type(await box(), 'She pays late.{Enter}')
    expect(await screen.findByText('Failed to send message')).toBeTruthy()
    expect(await isChosen('Crew')).toBe('true')
    await userEvent.click(screen.getByRole('link', { name: /Roof repair/ }))
    await screen.findByRole('heading', { name: 'Roof repair' })
    await waitFor(async () => expect(await isChosen('Everyone')).toBe('true'))
    await userEvent.click(screen.getByRole('link', { name: /Kitchen remodel/ }))
    await screen.findByRole('heading', { name: 'Kitchen remodel' })
    expect(await box()).toHaveProperty('value', 'She pays late.')
    await expectLine('Office and Sam Stone read this')
  })

  test('nothing is sent before its readers are known', async () => {
    server.on(messageRoutes.readers, { failure: 'internal' })
    server.on(messageRoutes.create, { body: message(1, admin, 'Hi') })
    openJob('admin')
    const problem = await screen.findByText('The readers of this message could not be loaded.')
    await userEvent.type(await box(), 'Hi{Enter}')
    expect(screen.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', true)
    expect(sent()).toEqual([])
    server.on(messageRoutes.readers, { body: adminReaders })
    const retry = within(problem.parentElement as HTMLElement)
    await userEvent.click(retry.getByRole('button', { name: 'Try again' }))
    await expectLine('Office, Cleo Park and Sam Stone read this')
    await userEvent.type(await box(), '{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  test('an empty conversation says who can read what is written', async () => {
    openJob('admin')
    expect(await screen.findByText('Everyone on the project can read what you write')).toBeTruthy()
    await userEvent.click(await choice('Crew'))
    expect(
      screen.getByText('The office and the subs on the project can read what you write'),
    ).toBeTruthy()
    await userEvent.click(await choice('Client'))
    expect(
      screen.getByText('The office and the client of the project can read what you write'),
    ).toBeTruthy()
  })

  test('an empty conversation of a client says that only the office reads it', async () => {
    readers = { chosen: 'client', choices: [{ audience: 'client', names: [] }] }
    openJob('client')
    expect(await screen.findByText('Only the office can read what you write')).toBeTruthy()
    await expectLine('Only the office reads this')
  })

  test('messages that are not for everyone are marked, also in the list of projects', async () => {
    messages = [
      message(1, client, 'When do you come?', { audience: 'client' }),
      message(2, admin, 'At eight.'),
      message(3, sub, 'The gate is open.', { audience: 'crew' }),
    ]
    openJob('admin')
    const items = await within(await screen.findByRole('log')).findAllByRole('listitem')
    const marks = items.map((item) => /Client|Crew/.exec(item.textContent ?? '')?.[0])
    expect(marks).toEqual(['Client', undefined, 'Crew'])
    const projects = within(screen.getByRole('navigation', { name: 'Projects' }))
    expect(projects.getByRole('link', { name: /The gate is open\..*Crew/ })).toBeTruthy()
  })

  test('a client sees no marks of readers', async () => {
    messages = [
      message(1, client, 'When do you come?', { audience: 'client' }),
      message(2, admin, 'At eight.'),
      message(3, admin, 'Only the two of us know.', { audience: 'client' }),
    ]
    open(server, `/messages?jobId=${jobId}`, 'client')
    const items = await within(await screen.findByRole('log')).findAllByRole('listitem')
    expect(items).toHaveLength(3)
    expect(screen.queryByText(/^: The office and the client/)).toBeNull()
    expect(screen.queryByTitle(/^The office and/)).toBeNull()
  })
})

describe('removing messages', () => {
  const removeButtons = () => screen.queryAllByRole('button', { name: 'Remove message' })
  const minutes = (count: number) =>
    ({ createdAt: new Date(Date.now() - count * MINUTE_MS).toISOString() }) as const

  test.each([
    ['admin', ['Old of a sub', 'Old of the office', 'New of a sub', 'New of the client']],
    ['subcontractor', ['New of a sub']],
    ['client', ['New of the client']],
  ] as const)(
    'is offered for own recent messages, for an admin for all: %s',
    async (who, removable) => {
      messages = [
        message(1, sub, 'Old of a sub', minutes(REMOVE_MINUTES + 1)),
        message(2, admin, 'Old of the office', minutes(REMOVE_MINUTES + 1)),
        message(3, sub, 'New of a sub'),
        message(4, client, 'New of the client'),
        message(5, people[who], '', { removedAt: new Date().toISOString() }),
      ]
      openJob(who)
      await within(await screen.findByRole('log')).findByText('Message removed')
      const texts = removeButtons().map(
        (button) =>
          document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      )
      expect(texts).toEqual(removable)
    },
  )

  test('asks first; then the message shows that it was removed', async () => {
    messages = [message(1, sub, 'Wrong job'), message(2, admin, 'Ok')]
    server.on(messageRoutes.remove, ({ params: { id } }) => {
      messages = messages.map((one) =>
        one.id === id
          ? {
              ...one,
              content: '',
              removedAt: new Date().toISOString(),
              removedByName: 'Dana Reyes',
            }
          : one,
      )
      return { body: undefined }
    })
    openJob('admin')
    await screen.findByText('Wrong job')
    const [first] = removeButtons()
    await userEvent.click(first as HTMLElement)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this message?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('Wrong job')).toBeTruthy()
    await userEvent.click(first as HTMLElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Message removed by Dana Reyes')).toBeTruthy()
    expect(await screen.findByText('Message removed successfully')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.queryByText('Wrong job')).toBeNull()
    expect(removeButtons()).toHaveLength(1)
    const removed = server.seen.filter(({ method }) => method === 'DELETE')
    expect(removed.map(({ url }) => url)).toEqual([`/api/messages/${messages[0]?.id}`])
  })

  test('shows when it is too late, and keeps the message', async () => {
    messages = [message(1, sub, 'Too fast')]
    server.on(messageRoutes.remove, { failure: 'removeTooLate' })
    openJob('subcontractor')
    await screen.findByText('Too fast')
    await userEvent.click(removeButtons()[0] as HTMLElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    const problem = await screen.findAllByText(/can be removed within 5 minutes/)
    expect(problem.length).toBeGreaterThan(0)
    expect(screen.getByText('Too fast')).toBeTruthy()
  })

  test('is no longer offered after the time limit', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T15:00:00Z') })
    try {
      messages = [message(1, sub, 'Just now', { createdAt: '2026-11-20T14:59:00.000Z' })]
      openJob('subcontractor')
      await screen.findByText('Just now')
      expect(removeButtons()).toHaveLength(1)
      await act(() => vi.advanceTimersByTimeAsync((REMOVE_MINUTES - 2) * MINUTE_MS))
      expect(removeButtons()).toHaveLength(1)
      await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS))
      expect(removeButtons()).toHaveLength(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('shows no author in the list of projects', async () => {
    messages = [message(1, sub, '', { removedAt: new Date().toISOString(), removedByName: null })]
    open(server, '/messages', 'admin')
    const list = within(await screen.findByRole('navigation', { name: 'Projects' }))
    expect(list.getByText('Message removed')).toBeTruthy()
  })
})
