import { absenceRoutes, type CrewAbsence } from '@plumbline/contract/absences.ts'
import { type CrewDay, crewRoutes, type UncrewedEntry } from '@plumbline/contract/crew.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes } from '@plumbline/contract/people.ts'
import { scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { scheduleAttentionRoutes } from '@plumbline/contract/scheduleAttention.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { longDay } from '../../../screens/days.ts'
import { crewDay } from '../../../testing/crew.ts'
import { open, people } from '../../../testing/open.tsx'
import { inviteAddress } from '../../../testing/rows.ts'
import { entry } from '../../../testing/schedule.ts'
import { startServer } from '../../../testing/server.ts'
import { clickInToast } from '../../../testing/toasts.ts'
import { usePhoneWindow } from '../../../testing/windowSize.ts'

const server = await startServer()
afterAll(server.close)

/** Thursday, Nov 19, 2026 in the company's time zone. */
const NOW = '2026-11-19T18:00:00.000Z'
const idOf = (letter: string, n: number) =>
  `0198c0de-0000-7000-8000-${letter}${String(n).padStart(11, '0')}`
const sub = (n: number, name: string, specialty: string) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    ...people.subcontractor,
    ...{ id: idOf('b', n), firstName, lastName, specialty },
    ...{ jobCount: 0, rating: null, ratingCount: 0 },
  }
}
const subs = [
  sub(3, 'Ruth Amundsen', 'Carpentry'),
  sub(2, 'Gwen Novak', 'Plumbing'),
  sub(1, 'Tom Kowalski', 'Carpentry'),
]
const ruth = { subcontractorId: idOf('b', 3), subcontractorName: 'Ruth Amundsen' }
const bay = {
  scheduleEntryId: idOf('e', 2),
  entryTitle: 'Bay window',
  jobId: idOf('a', 2),
  jobName: 'Windows',
  jobAddress: '1530 Keslinger Rd, Geneva',
  startTime: '13:00',
}
const cabinets = [
  crewDay(1, { assignedDate: '2026-11-18' }),
  crewDay(2, { assignedDate: '2026-11-19' }),
  crewDay(3),
]
const clashing = crewDay(4, { ...bay, confirmed: false })
const withRuth = crewDay(5, { ...bay, ...ruth, assignedDate: '2026-11-23', confirmed: false })
const porch: UncrewedEntry = {
  id: idOf('e', 3),
  jobId: idOf('a', 3),
  jobName: 'Porch',
  title: 'Porch roof',
  startDate: '2026-11-19',
  endDate: '2026-11-23',
  weatherDependent: false,
  indoorWork: true,
}
/** Work that skips days of bad weather. */
const outdoors = { weatherDependent: true, indoorWork: false }

const gwenIsAway: CrewAbsence = {
  id: idOf('d', 1),
  subcontractorId: idOf('b', 2),
  subcontractorName: 'Gwen Novak',
  startDate: '2026-11-20',
  endDate: '2026-11-20',
  reason: 'Class',
  createdAt: NOW,
  updatedAt: NOW,
}

const written = (...days: CrewDay[]) => ({ body: { days, addedToJob: false, warnings: [] } })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  server.reset()
  server.on(subcontractorRoutes.list, { body: subs })
  server.on(crewRoutes.list, { body: [...cabinets, clashing, withRuth] })
  server.on(crewRoutes.uncrewed, { body: [porch] })
  server.on(absenceRoutes.list, { body: [] })
  server.on(jobRoutes.list, { body: [] })
  server.on(scheduleMoveRoutes.weatherDays, { body: [] })
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on(scheduleRoutes.ofJob, { body: [] })
  server.on(peopleRoutes.list, { body: subs })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const user = userEvent
const sent = (method: string) =>
  server.seen
    .filter((seen) => seen.method === method)
    .map(({ url, body }) => [url, body === '' ? null : JSON.parse(body)])

const board = async () => within(await screen.findByRole('region', { name: 'Crew board' }))
const line = async (name: string) => {
  const heading = await (await board()).findByRole('heading', { name })
  return within(heading.closest('li') as HTMLElement)
}
/** Opens a path on a screen that is as narrow as a phone's. */
const openPhone = (path: string) => {
  usePhoneWindow()
  open(server, path, 'admin')
}
const names = async () =>
  (await board())
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((name) => name !== 'No crew yet')

describe('the board', () => {
  test('shows two weeks of all subs with blocks, booked days and problems', async () => {
    open(server, '/crew-board', 'admin')
    const tom = await line('Tom Kowalski')
    expect(screen.getByText('Nov 15 – 28, 2026')).toBeTruthy()
    expect(tom.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Days away of Tom Kowalski',
      'Kitchen remodel, Cabinet install, Wed, Nov 18 – Thu, Nov 19, 8 AM – 5 PM, Confirmed',
      'Kitchen remodel, Cabinet install, Fri, Nov 20, 8 AM – 5 PM, Confirmed, double booking',
      'Windows, Bay window, Fri, Nov 20, 1 PM – 5 PM, Not confirmed, double booking',
    ])
    expect(tom.getByText('3 of 10 days booked')).toBeTruthy()
    expect((await line('Gwen Novak')).getByText('free')).toBeTruthy()
    expect(
      within(screen.getByRole('group', { name: 'Not in order' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 double booking', '2 unconfirmed', '1 without a crew'])
    const reads = server.seen.filter(({ url }) => url.startsWith('/api/crew?'))
    expect(reads.map(({ query }) => Object.fromEntries(query))).toEqual([
      { from: '2026-11-15', to: '2026-11-28' },
    ])
  })

  test('shows who is away, and declined days', async () => {
    server.on(absenceRoutes.list, { body: [gwenIsAway] })
    server.on(crewRoutes.list, {
      body: [crewDay(1, { confirmed: false, declined: true, declineReason: 'Van is broken' })],
    })
    open(server, '/crew-board', 'admin')
    expect((await line('Gwen Novak')).getByText('Away')).toBeTruthy()
    expect((await line('Tom Kowalski')).getByRole('button', { name: /Declined$/ })).toBeTruthy()
    expect((await line('Tom Kowalski')).getByText('free')).toBeTruthy()
    expect(screen.getByRole('button', { name: '1 declined' })).toBeTruthy()
  })

  test('asks for no confirmation of finished work', async () => {
    const done = { entryStatus: 'completed', confirmed: false } as const
    server.on(crewRoutes.list, {
      body: [
        crewDay(2, { ...done, assignedDate: '2026-11-19' }),
        crewDay(4, { ...bay, assignedDate: '2026-11-19', confirmed: false }),
      ],
    })
    open(server, '/crew-board', 'admin')
    const tom = await line('Tom Kowalski')
    expect(tom.getByRole('button', { name: /^Kitchen remodel.*5 PM, Completed$/ })).toBeTruthy()
    expect(tom.getByRole('button', { name: /^Windows.*5 PM, Not confirmed$/ })).toBeTruthy()
    expect(screen.getByRole('button', { name: '1 unconfirmed' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ask 1 sub to confirm' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /double booking$/ })).toBeNull()
  })

  test.each([
    ['1 double booking', 'show=clashes', ['Tom Kowalski']],
    ['2 unconfirmed', 'show=unconfirmed', ['Ruth Amundsen', 'Tom Kowalski']],
    ['1 without a crew', 'show=uncrewed', ['Gwen Novak']],
  ])('filters by %s, in the address', async (chip, search, expected) => {
    open(server, '/crew-board', 'admin')
    await user.click(await screen.findByRole('button', { name: chip }))
    await waitFor(async () => expect(await names()).toEqual(expected))
    expect(location.search).toBe(`?${search}`)
    await user.click(screen.getByRole('button', { name: chip }))
    await waitFor(async () => expect(await names()).toHaveLength(3))
  })

  test('keeps the trade and the number of weeks in the address', async () => {
    open(server, '/crew-board?weeks=8&trade=Plumbing', 'admin')
    await line('Gwen Novak')
    expect(await names()).toEqual(['Gwen Novak'])
    expect(screen.getByText('Nov 15, 2026 – Jan 9, 2027')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Trade' }), 'Carpentry')
    await waitFor(async () => expect(await names()).toEqual(['Ruth Amundsen', 'Tom Kowalski']))
    await user.click(screen.getByRole('button', { name: '4 weeks' }))
    expect(await screen.findByText('Nov 15 – Dec 12, 2026')).toBeTruthy()
    expect(location.search).toBe('?weeks=4&trade=Carpentry')
  })

  test('says how each sub is reached before they are asked, and texts them afterwards', async () => {
    const asked = (n: number, name: string, more: object) => ({
      ...{ id: idOf('b', n), name, phone: null, emailed: false, text: 'Can you come?' },
      ...more,
    })
    server.on(crewRoutes.ask, {
      body: {
        ...{ subs: 2, days: 2, withAddress: 1, emailed: true },
        asked: [
          asked(3, 'Ruth Amundsen', { emailed: true }),
          asked(1, 'Tom Kowalski', { phone: '(630) 555-0114' }),
        ],
      },
    })
    server.on(inviteRoutes.address, { body: { ...inviteAddress, sendsEmail: true } })
    server.on(subcontractorRoutes.list, {
      body: subs.map((one) => (one.lastName === 'Kowalski' ? { ...one, email: null } : one)),
    })
    open(server, '/crew-board', 'admin')
    await user.click(await screen.findByRole('button', { name: 'Ask 2 subs to confirm' }))
    const dialog = within(await screen.findByRole('dialog'))
    const lines = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines()).toEqual([
      `Ruth Amundsen1 day · by email to ${people.subcontractor.email}`,
      'Tom Kowalski1 day · no email address, no phone number: copy the message after this',
    ])
    expect(sent('POST')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Ask 2 subs' }))
    const outcome = '1 sub emailed: text or copy 1 message'
    expect(await screen.findByRole('dialog', { name: outcome })).toBeTruthy()
    expect(screen.getAllByText(outcome)).toHaveLength(2)
    expect(screen.getByText('Those who have joined also see it in the app')).toBeTruthy()
    expect(sent('POST')).toEqual([['/api/crew/ask', { from: '2026-11-15', to: '2026-11-28' }]])
    expect(lines()).toEqual([
      'Ruth AmundsenEmailedCopy',
      'Tom KowalskiNot emailed: text the messageCopyText',
    ])
    const link = dialog.getByRole('link', { name: 'Text Tom Kowalski' })
    expect(link.getAttribute('href')).toBe('sms:6305550114?&body=Can%20you%20come%3F')
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('does not sound as if subs were asked where no emails are sent', async () => {
    const silent = { id: idOf('b', 1), name: 'Tom Kowalski', phone: null, emailed: false }
    server.on(crewRoutes.ask, {
      body: {
        ...{ subs: 1, days: 1, withAddress: 1, emailed: false },
        asked: [{ ...silent, text: 'Can you come?' }],
      },
    })
    server.on(inviteRoutes.address, { body: inviteAddress })
    open(server, '/crew-board', 'admin')
    await user.click(await screen.findByRole('button', { name: 'Ask 2 subs to confirm' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      await dialog.findByText(/This server sends no emails: text or copy each message/),
    ).toBeTruthy()
    for (const { textContent } of dialog.getAllByRole('listitem'))
      expect(textContent).toContain('no email is sent')
    await user.click(dialog.getByRole('button', { name: 'Ask 2 subs' }))
    expect(
      await screen.findByRole('dialog', { name: 'No email was sent: text or copy 1 message' }),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Copy the message to Tom Kowalski' }))
    expect(await navigator.clipboard.readText()).toBe('Can you come?')
  })

  test('is for admins', async () => {
    open(server, '/crew-board', 'subcontractor')
    expect(
      await screen.findByText('Access Denied: This page is only available to administrators.'),
    ).toBeTruthy()
    expect(server.seen.filter(({ url }) => url.startsWith('/api/crew'))).toEqual([])
  })
})

describe('days away of a sub in the office', () => {
  const gwens = async () =>
    within(await screen.findByRole('dialog', { name: 'Days away of Gwen Novak' }))
  const form = () => screen.findByRole('dialog', { name: /^(Add|Change) days away$/ })
  const fillIn = async (first: string, last: string) => {
    const fields = within(await form())
    fireEvent.change(fields.getByLabelText('First day'), { target: { value: first } })
    fireEvent.change(fields.getByLabelText('Last day'), { target: { value: last } })
    await user.click(fields.getByRole('button', { name: 'Save' }))
  }
  const saved = (change: Partial<CrewAbsence>) => ({
    body: {
      ...gwenIsAway,
      ...change,
      warnings: ['Gwen Novak is booked on Mon, Nov 23: "Rough plumbing" (Bath), 8 AM – 5 PM'],
    },
  })

  test('are opened from the name and added, with a warning of conflicts', async () => {
    server.on(absenceRoutes.create, saved({ startDate: '2026-11-23', endDate: '2026-11-24' }))
    open(server, '/crew-board', 'admin')
    ;(await line('Gwen Novak')).getByRole('button', { name: 'Days away of Gwen Novak' }).focus()
    await user.keyboard('{Enter}')
    const days = await gwens()
    expect(await days.findByText(/^No days away are noted. Add the days Gwen cannot/)).toBeTruthy()
    expect(location.search).toBe(`?away=${idOf('b', 2)}`)
    await user.click(days.getByRole('button', { name: 'Add days away' }))
    expect(within(await form()).getByText('The office and Gwen can read this')).toBeTruthy()
    await fillIn('2026-11-23', '2026-11-24')
    expect(await screen.findByText('Gwen Novak is away Mon, Nov 23 – Tue, Nov 24')).toBeTruthy()
    expect(screen.getByText(/^Gwen Novak is booked on Mon, Nov 23/)).toBeTruthy()
    expect(sent('POST')).toEqual([
      [
        '/api/crew-absences',
        {
          subcontractorId: idOf('b', 2),
          startDate: '2026-11-23',
          endDate: '2026-11-24',
          reason: null,
        },
      ],
    ])
    await user.click((await gwens()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('are opened from a day away, changed and removed; Undo restores them', async () => {
    server.on(absenceRoutes.list, { body: [gwenIsAway] })
    server.on(absenceRoutes.update, saved({ endDate: '2026-11-23' }))
    server.on(absenceRoutes.remove, { body: undefined })
    server.on(absenceRoutes.create, saved({}))
    open(server, '/crew-board?date=2026-11-08', 'admin')
    await user.click((await line('Gwen Novak')).getByRole('button', { name: /^Away Fri, Nov 20/ }))
    const days = await gwens()
    expect(await days.findByText('· Class')).toBeTruthy()
    const reads = server.seen.filter(({ url }) => url.startsWith('/api/crew-absences?'))
    // The period of the board, extended to a year from today.
    expect(Object.fromEntries(reads.at(-1)?.query ?? [])).toEqual({
      from: '2026-11-08',
      to: '2027-11-19',
      subcontractorId: idOf('b', 2),
    })
    await user.click(days.getByRole('button', { name: 'Change Fri, Nov 20' }))
    await fillIn('2026-11-20', '2026-11-23')
    expect(await screen.findByText('Gwen Novak is away Fri, Nov 20 – Mon, Nov 23')).toBeTruthy()
    expect(sent('PUT').map(([, body]) => body)).toEqual([{ endDate: '2026-11-23' }])
    await user.click((await gwens()).getByRole('button', { name: 'Remove Fri, Nov 20' }))
    expect(await screen.findByText('Gwen Novak can be booked again: Fri, Nov 20')).toBeTruthy()
    await clickInToast('Undo')
    const { subcontractorId, startDate, endDate, reason } = gwenIsAway
    await waitFor(() =>
      expect(sent('POST')).toEqual([
        ['/api/crew-absences', { subcontractorId, startDate, endDate, reason }],
      ]),
    )
  })

  test('are marked on bookings of those days', async () => {
    const away = { subcontractorId: idOf('b', 1), startDate: '2026-11-19', endDate: '2026-11-23' }
    server.on(absenceRoutes.list, { body: [{ ...gwenIsAway, ...away }] })
    open(server, '/crew-board', 'admin')
    const tom = await line('Tom Kowalski')
    expect(
      tom.getByRole('button', { name: /^Kitchen.*Wed, Nov 18.*Confirmed, partly away$/ }),
    ).toBeTruthy()
    expect(tom.getByRole('button', { name: /^Windows.*, double booking, away$/ })).toBeTruthy()
    const ruths = (await line('Ruth Amundsen')).getByRole('button', { name: /^Windows/ })
    expect(ruths.getAttribute('aria-label')).not.toContain('away')
  })

  test('can be opened on a phone from a sub and from a day away', async () => {
    server.on(absenceRoutes.list, { body: [gwenIsAway] })
    openPhone(`/crew-board?sub=${idOf('b', 2)}`)
    await user.click(await screen.findByRole('button', { name: 'Days away' }))
    await user.click((await gwens()).getByRole('button', { name: 'Close' }))
    await user.click(screen.getByRole('button', { name: 'Away: Gwen Novak' }))
    expect(await (await gwens()).findByRole('button', { name: 'Remove Fri, Nov 20' })).toBeTruthy()
  })
})

describe('moving blocks', () => {
  const bayOfRuth = async () =>
    (await line('Ruth Amundsen')).getByRole('button', { name: /^Windows/ })
  /** Drags a block within its row by one of its days. */
  const drag = (block: HTMLElement, from: string, to: string) => {
    const row = block.closest<HTMLElement>('[data-sub]') as HTMLElement
    const over = (day: string) => {
      const column = document.querySelector<HTMLElement>(`[data-day="${day}"]`) as HTMLElement
      vi.spyOn(document, 'elementsFromPoint').mockReturnValue([column, row])
    }
    over(from)
    fireEvent.pointerDown(block, { button: 0, clientX: 100, clientY: 10 })
    over(to)
    fireEvent.pointerMove(window, { clientX: 300, clientY: 10 })
    fireEvent.pointerUp(window)
  }

  test('an arrow moves a block by a working day; Undo restores it with its answer', async () => {
    const moved = { ...withRuth, assignedDate: '2026-11-24', updatedAt: NOW }
    server.on(crewRoutes.move, written(moved))
    open(server, '/crew-board', 'admin')
    ;(await bayOfRuth()).focus()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText('Ruth Amundsen, Tue, Nov 24. Not confirmed yet.')).toBeTruthy()
    await clickInToast('Undo')
    await waitFor(() => expect(sent('POST')).toHaveLength(2))
    const { id, subcontractorId, updatedAt } = withRuth
    const answer = { confirmed: false, declined: false, declineReason: null }
    expect(sent('POST')).toEqual([
      [
        '/api/crew/move',
        { subcontractorId, moves: [{ id, updatedAt, assignedDate: '2026-11-24' }] },
      ],
      [
        '/api/crew/move',
        {
          subcontractorId,
          moves: [{ id, assignedDate: '2026-11-23', ...answer, updatedAt: NOW }],
        },
      ],
    ])
  })

  test('the left arrow moves a block from Monday to the Friday before', async () => {
    server.on(crewRoutes.move, written(withRuth))
    open(server, '/crew-board', 'admin')
    ;(await bayOfRuth()).focus()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]?.[1].moves[0].assignedDate).toBe('2026-11-20')
  })

  test('a block dropped by its second day starts on the working day before', async () => {
    server.on(crewRoutes.list, { body: cabinets })
    server.on(crewRoutes.move, written(...cabinets))
    open(server, '/crew-board', 'admin')
    const block = (await line('Tom Kowalski')).getByRole('button', { name: /^Kitchen/ })
    drag(block, '2026-11-19', '2026-11-24')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    const [, { moves }] = sent('POST')[0] as [string, { moves: { assignedDate: string }[] }]
    expect(moves.map(({ assignedDate }) => assignedDate)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
    ])
  })

  test('moves made while another is saved follow it, on the board as it is then', async () => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    let days: CrewDay[] = [...cabinets, withRuth]
    server.on(crewRoutes.list, () => ({ body: days }))
    server.on(crewRoutes.move, async ({ body }) => {
      await held
      const { moves } = JSON.parse(body) as { moves: { id: string; assignedDate: string }[] }
      days = days.map((day) => {
        const move = moves.find(({ id }) => id === day.id)
        return move ? { ...day, ...move, updatedAt: NOW } : day
      })
      return written(...days)
    })
    open(server, '/crew-board', 'admin')
    ;(await bayOfRuth()).focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    await user.keyboard('{ArrowRight}')
    const block = (await line('Tom Kowalski')).getByRole('button', { name: /^Kitchen/ })
    drag(block, '2026-11-18', '2026-11-23')
    release()
    await waitFor(() => expect(sent('POST')).toHaveLength(3))
    const { id, updatedAt } = withRuth
    expect(sent('POST').map(([, { moves }]) => moves[0])).toEqual([
      { id, updatedAt, assignedDate: '2026-11-24' },
      { id, updatedAt: NOW, assignedDate: '2026-11-25' },
      { id: cabinets[0]?.id, updatedAt, assignedDate: '2026-11-23' },
    ])
  })

  test('outdoor work skips a day of bad weather', async () => {
    const wet = { day: '2026-11-20', markedByName: 'Dana Reyes' }
    server.on(scheduleMoveRoutes.weatherDays, { body: [wet] })
    server.on(crewRoutes.uncrewed, { body: [{ ...porch, ...outdoors }] })
    server.on(crewRoutes.list, {
      body: [{ ...withRuth, ...outdoors, assignedDate: '2026-11-19' }],
    })
    server.on(crewRoutes.move, written(withRuth))
    open(server, '/crew-board', 'admin')
    const porches = () =>
      screen.getAllByRole('button', { name: /^Porch/ }).map((one) => one.getAttribute('aria-label'))
    await waitFor(() =>
      expect(porches()).toEqual([
        'Porch, Porch roof, Thu, Nov 19, no crew yet',
        'Porch, Porch roof, Mon, Nov 23, no crew yet',
      ]),
    )
    ;(await bayOfRuth()).focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]?.[1].moves[0].assignedDate).toBe('2026-11-23')
    await user.click(screen.getAllByRole('button', { name: /^Porch/ })[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Who does Porch roof?' }))
    expect(dialog.getByText(/Thu, Nov 19 – Mon, Nov 23, 2 days$/)).toBeTruthy()
  })

  test('moving to a taken day asks first', async () => {
    const gwen = { subcontractorId: idOf('b', 2), subcontractorName: 'Gwen Novak' }
    server.on(crewRoutes.list, {
      body: [...cabinets, { ...withRuth, ...gwen, assignedDate: '2026-11-20' }],
    })
    server.on(crewRoutes.move, written(withRuth))
    open(server, '/crew-board', 'admin')
    ;(await line('Gwen Novak')).getByRole('button', { name: /^Windows/ }).focus()
    await user.keyboard('{ArrowDown}')
    const question = within(await screen.findByRole('alertdialog'))
    expect(
      question.getByText('Tom Kowalski is busy then. Book Bay window all the same?'),
    ).toBeTruthy()
    expect(
      question.getByText('Fri, Nov 20, 8 AM – 5 PM: Cabinet install (Kitchen remodel)'),
    ).toBeTruthy()
    expect(sent('POST')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Book anyway' }))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]?.[1].subcontractorId).toBe(idOf('b', 1))
  })

  test('an entry without a crew is booked from a list with free subs first; Undo reverts it', async () => {
    server.on(crewRoutes.book, written(crewDay(9, { assignedDate: '2026-11-19' })))
    server.on(crewRoutes.release, { body: undefined })
    open(server, '/crew-board', 'admin')
    await user.click(
      (await screen.findAllByRole('button', { name: /^Porch, Porch roof/ }))[0] as HTMLElement,
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Who does Porch roof?' }))
    const choices = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(choices).toEqual([
      'GNGwen NovakPlumbingfree',
      'RARuth AmundsenCarpentrybusy 1 of 3 days',
      'TKTom KowalskiCarpentrybusy 2 of 3 days',
    ])
    await user.click(dialog.getByRole('button', { name: /^Gwen Novak/ }))
    await clickInToast('Undo')
    await waitFor(() => expect(sent('DELETE')).toHaveLength(1))
    expect(sent('POST')).toEqual([
      [`/api/schedule/${porch.id}/crew`, { subcontractorId: idOf('b', 2) }],
    ])
    expect(sent('DELETE')).toEqual([
      [`/api/schedule/${porch.id}/crew/${idOf('b', 2)}?days=2026-11-19`, null],
    ])
  })
})

describe('a link to an entry without a crew opens the chooser', () => {
  const begun = { ...porch, startDate: '2026-10-26', endDate: '2026-11-20' }
  const fromSaturday = { ...porch, startDate: '2026-11-21', endDate: '2026-11-24' }

  test('also when its days left are not among those shown', async () => {
    server.on(crewRoutes.uncrewed, { body: [begun] })
    open(server, `/crew-board?date=2026-10-26&book=${porch.id}`, 'admin')
    await screen.findByRole('dialog', { name: 'Who does Porch roof?' })
  })

  test('on a phone at its first working day, which stays on screen', async () => {
    server.on(crewRoutes.uncrewed, { body: [fromSaturday] })
    openPhone(`/crew-board?date=2026-11-21&book=${porch.id}`)
    await screen.findByRole('dialog', { name: 'Who does Porch roof?' })
    await user.keyboard('{Escape}')
    await screen.findByText(longDay('2026-11-23'))
    expect(screen.getByRole('button', { name: 'Choose a sub' })).toBeTruthy()
  })
})

test('subs who are on the job come first in the chooser', async () => {
  server.on(jobRoutes.subcontractors, { body: subs.slice(2) })
  open(server, `/crew-board?book=${porch.id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Who does Porch roof?' }))
  const choices = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(choices.slice(0, 2)).toEqual([
    'TKTom KowalskiCarpentry · on this jobbusy 2 of 3 days',
    'GNGwen NovakPlumbingfree',
  ])
})

test('subs of the trade of one who declined come before those on the job', async () => {
  const refused = crewDay(1, { confirmed: false, declined: true, declineReason: 'Dentist' })
  server.on(crewRoutes.list, { body: [refused] })
  server.on(jobRoutes.subcontractors, { body: subs.slice(1) })
  open(server, `/crew-board?date=2026-11-20&give=${refused.id}`, 'admin')
  const dialog = within(await screen.findByRole('dialog', { name: 'Who does Cabinet install?' }))
  const choices = (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(choices).toEqual([
    'RARuth AmundsenCarpentryfree',
    'GNGwen NovakPlumbing · on this jobfree',
    'TKTom KowalskiCarpentry · on this jobhas declined',
  ])
})

test.each([
  ['board', (path: string) => open(server, path, 'admin')],
  ['phone', openPhone],
])('a declined day of booked work is given to another sub, on the %s', async (_, show) => {
  const refused = crewDay(1, { confirmed: false, declined: true, declineReason: 'Dentist' })
  server.on(crewRoutes.list, { body: [refused, crewDay(2, { assignedDate: '2026-11-23' })] })
  server.on(crewRoutes.move, written(crewDay(1, { subcontractorId: idOf('b', 2) })))
  show(`/crew-board?date=2026-11-20&give=${refused.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Who does Cabinet install?' }))
  expect(dialog.getByText(/Fri, Nov 20, 1 day$/)).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: /^Gwen Novak/ }))
  const { id, updatedAt, assignedDate } = refused
  const moves = [{ id, updatedAt, assignedDate }]
  await waitFor(() =>
    expect(sent('POST')).toEqual([['/api/crew/move', { subcontractorId: idOf('b', 2), moves }]]),
  )
})

describe('choosing a sub who is taken asks first', () => {
  const choose = async (name: RegExp) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Who does Porch roof?' }))
    await user.click(await dialog.findByRole('button', { name }))
    return within(await screen.findByRole('alertdialog'))
  }
  const QUESTION = 'Gwen Novak is busy then. Book Porch roof all the same?'

  test('on the board', async () => {
    server.on(absenceRoutes.list, { body: [gwenIsAway] })
    open(server, `/crew-board?book=${porch.id}`, 'admin')
    const question = await choose(/^Gwen Novak.*busy 1 of 3 days$/)
    expect(question.getByText(QUESTION)).toBeTruthy()
    expect(question.getByText('Away Fri, Nov 20: Class')).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(sent('POST')).toEqual([])
  })

  test('on a phone', async () => {
    server.on(absenceRoutes.list, { body: [gwenIsAway] })
    server.on(crewRoutes.book, written(crewDay(9)))
    openPhone(`/crew-board?book=${porch.id}`)
    const question = await choose(/^Gwen Novak/)
    expect(question.getByText(QUESTION)).toBeTruthy()
    expect(sent('POST')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Book anyway' }))
    await waitFor(() =>
      expect(sent('POST')).toEqual([
        [`/api/schedule/${porch.id}/crew`, { subcontractorId: idOf('b', 2) }],
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('a free sub is booked at once', async () => {
    server.on(crewRoutes.book, written(crewDay(9)))
    openPhone(`/crew-board?book=${porch.id}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Who does Porch roof?' }))
    await user.click(await dialog.findByRole('button', { name: /^Gwen Novak.*free$/ }))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a double booking', () => {
  beforeEach(() => {
    const about = { subcontractorName: 'Gwen Novak', assignedDate: '2026-11-20' }
    server.on(crewRoutes.ways, {
      body: {
        days: [cabinets[2] as CrewDay, clashing],
        movableId: clashing.id,
        ways: [
          { ...about, kind: 'give', subcontractorId: idOf('b', 2), why: 'free, other trade' },
          { ...about, ...ruth, kind: 'leave', why: 'already there' },
          {
            kind: 'move',
            subcontractorId: clashing.subcontractorId,
            subcontractorName: 'Tom Kowalski',
            assignedDate: '2026-11-25',
            why: 'Tom is free',
          },
        ],
      },
    })
  })
  const openWays = async () => {
    open(server, '/crew-board', 'admin')
    await user.click(await screen.findByRole('button', { name: /^Windows.*double booking$/ }))
    return within(await screen.findByRole('dialog', { name: 'Double booking' }))
  }

  test('is explained, with the best solutions first', async () => {
    const ways = await openWays()
    expect(await ways.findByText('Tom Kowalski is booked twice on Fri, Nov 20')).toBeTruthy()
    expect(ways.getByText('Elgin 8 AM – 5 PM, Geneva 1 PM – 5 PM.')).toBeTruthy()
    expect(ways.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Give Bay window toGNGwen Novakfree, other trade',
      'Leave it withRARuth Amundsenalready there',
      'Move it toWed, Nov 25Tom is free',
    ])
    expect(location.search).toBe(`?clash=${clashing.id}`)
  })

  test.each([
    [/^Give/, idOf('b', 2), '2026-11-20'],
    [/^Move/, idOf('b', 1), '2026-11-25'],
  ])('is solved by %s, which moves the day', async (name, subcontractorId, assignedDate) => {
    server.on(crewRoutes.move, written({ ...clashing, assignedDate }))
    const ways = await openWays()
    await user.click(await ways.findByRole('button', { name }))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    const { id, updatedAt } = clashing
    expect(sent('POST')).toEqual([
      ['/api/crew/move', { subcontractorId, moves: [{ id, updatedAt, assignedDate }] }],
    ])
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('is solved by leaving it to another sub, which deletes the day; Undo restores it', async () => {
    server.on(crewRoutes.remove, { body: undefined })
    server.on(crewRoutes.book, written(clashing))
    const ways = await openWays()
    await user.click(await ways.findByRole('button', { name: /^Leave/ }))
    await clickInToast('Undo')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('DELETE')).toEqual([[`/api/crew/${clashing.id}`, null]])
    const { subcontractorId, startTime, endTime, role } = clashing
    const answer = { confirmed: false, declined: false, declineReason: null }
    expect(sent('POST')).toEqual([
      [
        `/api/schedule/${clashing.scheduleEntryId}/crew`,
        { subcontractorId, startTime, endTime, role, ...answer, days: ['2026-11-20'] },
      ],
    ])
  })
})

describe("a sub's days", () => {
  const own = (n: number, change: Partial<CrewDay> = {}) =>
    crewDay(n, { subcontractorId: people.subcontractor.id, ...change })

  beforeEach(() => {
    server.on(dashboardRoutes.read, {
      body: {
        role: 'subcontractor',
        activeTasks: 0,
        completedTasks: 0,
        thisWeek: 0,
        currentTasks: [],
        now: null,
      },
    })
    server.on(crewRoutes.list, {
      body: [own(3), own(4, { ...bay, confirmed: false })],
    })
  })
  const day = async (title: string) =>
    within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement)
  const answered = (change: Partial<CrewDay>) => ({
    body: { ...own(4, { ...bay, updatedAt: NOW, ...change }), addedToJob: false, warnings: [] },
  })

  test('are shown with hours, job, address and conflicts', async () => {
    open(server, '/', 'subcontractor')
    const bayWindow = await day('Bay window')
    for (const text of ['Fri, Nov 20', '1 PM – 5 PM', 'Same time as Cabinet install'])
      expect(bayWindow.getByText(text)).toBeTruthy()
    expect(bayWindow.getByRole('link', { name: 'Windows' })).toBeTruthy()
    expect(bayWindow.getByRole('link', { name: bay.jobAddress })).toBeTruthy()
    expect((await day('Cabinet install')).getByText('Confirmed')).toBeTruthy()
  })

  test('can be confirmed in place, and Undo reverts it', async () => {
    server.on(crewRoutes.update, answered({ confirmed: true }))
    open(server, '/', 'subcontractor')
    await user.click((await day('Bay window')).getByRole('button', { name: /^Confirm/ }))
    await clickInToast('Undo')
    await waitFor(() => expect(sent('PUT')).toHaveLength(2))
    expect(sent('PUT').map(([, body]) => body)).toEqual([{ confirmed: true }, { confirmed: false }])
    expect(
      server.seen
        .filter(({ method }) => method === 'PUT')
        .every(({ headers }) => headers['if-match']),
    ).toBe(true)
  })

  test('can be declined with a reason', async () => {
    server.on(crewRoutes.update, answered({ confirmed: false, declined: true, declineReason: 'x' }))
    open(server, '/', 'subcontractor')
    await user.click((await day('Bay window')).getByRole('button', { name: /^I can’t/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Tell the office' }))
    expect(await dialog.findByText('Say why you cannot come')).toBeTruthy()
    const why = { name: 'Why', description: /Only the office can read this$/ }
    await user.type(dialog.getByRole('textbox', why), 'Dentist')
    await user.click(dialog.getByRole('button', { name: 'Tell the office' }))
    expect(await screen.findByText('The office was notified')).toBeTruthy()
    expect(sent('PUT').map(([, body]) => body)).toEqual([
      { declined: true, declineReason: 'Dentist' },
    ])
  })

  test('need no answer once the work is finished', async () => {
    const done = { entryStatus: 'completed', assignedDate: '2026-11-19' } as const
    server.on(crewRoutes.list, {
      body: [
        own(3, { ...done, confirmed: false }),
        own(4, { ...bay, ...done, confirmed: false, declined: true, declineReason: 'Dentist' }),
      ],
    })
    open(server, '/', 'subcontractor')
    expect((await day('Cabinet install')).getByText('Completed')).toBeTruthy()
    const bayWindow = await day('Bay window')
    expect(bayWindow.getByText('Declined')).toBeTruthy()
    expect(bayWindow.queryByText(/^Same time/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Confirm |^I can’t/ })).toBeNull()
  })

  test('away are worded for the sub', async () => {
    const own = { ...gwenIsAway, subcontractorId: people.subcontractor.id }
    server.on(absenceRoutes.list, { body: [own] })
    server.on(absenceRoutes.remove, { body: undefined })
    server.on(absenceRoutes.create, { body: { ...own, warnings: [] } })
    open(server, '/', 'subcontractor')
    await user.click(await screen.findByRole('button', { name: 'Remove Fri, Nov 20' }))
    expect(await screen.findByText('You can be booked again: Fri, Nov 20')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add days away' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add days away' }))
    expect(form.getByText('Only the office can read this')).toBeTruthy()
    fireEvent.change(form.getByLabelText('First day'), { target: { value: '2026-11-20' } })
    fireEvent.change(form.getByLabelText('Last day'), { target: { value: '2026-11-20' } })
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('You are away Fri, Nov 20')).toBeTruthy()
    expect(Object.keys(sent('POST')[0]?.[1])).not.toContain('subcontractorId')
  })

  test('are reported when there are none', async () => {
    server.on(crewRoutes.list, { body: [] })
    open(server, '/', 'subcontractor')
    expect(await screen.findByText(/^No days are planned with you/)).toBeTruthy()
    expect(await screen.findByText(/^Add the days you cannot work/)).toBeTruthy()
  })
})

describe('the crew of an entry', () => {
  beforeEach(() => {
    server.on(scheduleRoutes.one, { body: entry(1, { title: 'Cabinets' }) })
    server.on(scheduleAttentionRoutes.read, { failure: 'unavailable' })
    server.on(scheduleRoutes.plan, { body: [], headers: { 'X-Total-Count': '0' } })
    server.on(scheduleRoutes.list, { body: [] })
    server.on(crewRoutes.ofEntry, { body: [...cabinets, clashing] })
  })
  const crew = async () => within(await screen.findByRole('region', { name: 'Crew' }))
  const path = `/schedule?entry=${entry(1).id}`

  test('the choice returns to the screen that opened it, once the sub is booked', async () => {
    server.on(crewRoutes.book, written(crewDay(9)))
    const work = { title: 'Porch roof', scheduleType: 'task', endDate: '2026-11-20' } as const
    server.on(scheduleRoutes.one, { body: { ...entry(3, work), id: porch.id } })
    open(server, `/schedule?entry=${porch.id}`, 'admin')
    await user.click(await screen.findByRole('link', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Who does Porch roof?' }))
    await user.click(await dialog.findByRole('button', { name: /^Gwen Novak.*free$/ }))
    await waitFor(() => expect(location.pathname).toBe('/schedule'))
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  test('an admin can add, change and remove days', async () => {
    server.on(crewRoutes.remove, { body: undefined })
    server.on(crewRoutes.update, { body: { ...clashing, addedToJob: false, warnings: [] } })
    open(server, path, 'admin')
    const days = await crew()
    expect(await days.findAllByRole('listitem')).toHaveLength(4)
    await user.click(days.getByRole('button', { name: 'Remove Tom Kowalski, Wed, Nov 18' }))
    server.on(crewRoutes.ofEntry, { body: [...cabinets.slice(1), clashing] })
    server.on(crewRoutes.book, written(cabinets[0] as CrewDay))
    await clickInToast('Undo')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('DELETE')).toEqual([[`/api/crew/${cabinets[0]?.id}`, null]])
    expect(sent('POST')[0]?.[1]).toMatchObject({ days: ['2026-11-18'], confirmed: true })
    server.on(crewRoutes.ofEntry, { body: [...cabinets, clashing] })
    const change = { name: /^Change Tom Kowalski, Fri, Nov 20/ }
    await user.click((await crew()).getAllByRole('button', change)[1] as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Change a crew day' }))
    await user.selectOptions(form.getByLabelText('From'), '14:00')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent('PUT').map(([, body]) => body)).toEqual([{ startTime: '14:00' }]),
    )
  })

  test('Undo restores a declined day with its reason', async () => {
    const refused = { confirmed: false, declined: true, declineReason: 'Dentist' }
    server.on(crewRoutes.ofEntry, { body: [crewDay(3, refused)] })
    server.on(crewRoutes.remove, { body: undefined })
    server.on(crewRoutes.book, written(crewDay(3, refused)))
    open(server, path, 'admin')
    await user.click(
      await (await crew()).findByRole('button', { name: 'Remove Tom Kowalski, Fri, Nov 20' }),
    )
    await clickInToast('Undo')
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]?.[1]).toMatchObject({ days: ['2026-11-20'], ...refused })
  })

  test('a sub can only read it', async () => {
    open(server, path, 'subcontractor')
    const days = await crew()
    expect(await days.findAllByText(/Confirmed|Not confirmed/)).toHaveLength(4)
    expect(days.queryAllByRole('button')).toEqual([])
  })

  test('a client does not see it', async () => {
    open(server, path, 'client')
    expect(await screen.findByRole('dialog', { name: 'Cabinets' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Crew' })).toBeNull()
    expect(server.seen.filter(({ url }) => url.endsWith('/crew'))).toEqual([])
  })
})
