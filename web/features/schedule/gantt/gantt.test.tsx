import { tagOf } from '@plumbline/contract/route.ts'
import { type PlanEntry, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import { scheduleMoveRoutes } from '@plumbline/contract/scheduleMoves.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { companyQuery } from '../../../api/company.ts'
import { meQuery } from '../../../api/me.ts'
import { newQueryClient } from '../../../api/query.ts'
import { company, people } from '../../../testing/open.tsx'
import {
  entryId,
  fullEntry,
  movePreview,
  planEntry,
  writeReply,
} from '../../../testing/schedule.ts'
import { startServer } from '../../../testing/server.ts'
import { clickInToast } from '../../../testing/toasts.ts'
import { Toaster } from '../../../ui/Toaster.tsx'
import { planQuery } from '../api.ts'
import { Gantt } from './Gantt.tsx'
import type { GanttProps } from './ganttProps.ts'

const server = await startServer()
afterAll(server.close)

const SUB = '0198c0de-0000-7000-8000-000000000002'
const MOVE = '0198c0de-0000-7000-8000-00000000000a'
const LATER = '2026-11-02T12:00:00.000Z'

let entries: PlanEntry[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-19T18:00:00.000Z'), toFake: ['Date'] })
  server.reset()
  server.visit('/schedule')
  const sub = { assignedSubcontractorId: SUB, assignedSubcontractorName: 'Tomás Ortiz' }
  entries = [
    planEntry(1, { title: 'Cabinet install', status: 'in_progress', percentComplete: 55, ...sub }),
    planEntry(2, {
      title: 'Countertop',
      priority: 'critical',
      startDate: '2026-12-07',
      endDate: '2026-12-08',
      dependsOnIds: [entryId(1)],
    }),
    planEntry(3, { title: 'Flashing', jobId: SUB, jobName: 'Roof replacement' }),
    planEntry(4, { title: 'Paint', startDate: '2026-12-14', endDate: '2026-12-15' }),
  ]
  server.on(scheduleRoutes.plan, () => ({ body: entries }))
  server.on(scheduleRoutes.ofJob, () => ({
    body: entries.map((entry) =>
      fullEntry(entry, { blocksIds: entry.id === entryId(1) ? [entryId(2)] : [] }),
    ),
  }))
  server.on(scheduleRoutes.list, { body: [] })
  server.on(scheduleRoutes.update, ({ params, body }) => {
    entries = entries.map((entry) =>
      entry.id === params.id ? { ...entry, ...JSON.parse(body), updatedAt: LATER } : entry,
    )
    const entry = entries.find(({ id }) => id === params.id) as PlanEntry
    return { body: writeReply(fullEntry(entry), { moveId: MOVE, moved: 1 }) }
  })
  server.on(scheduleMoveRoutes.weatherDays, { body: [] })
  server.on(scheduleMoveRoutes.preview, ({ body }) => ({
    body: movePreview(entries, JSON.parse(body)),
  }))
  server.on(scheduleMoveRoutes.undo, { body: { moveId: MOVE, moved: 1 } })
})

const sent = () => server.seen.filter(({ method }) => method === 'PUT')
const bodies = () => sent().map(({ params, body }) => [params.id, JSON.parse(body)])
const row = (name: RegExp) => screen.findByRole('row', { name })

function Screen(props: Partial<GanttProps>) {
  const plan = useQuery(planQuery({ from: '2026-11-15', to: '2026-12-26' }))
  if (!plan.data) return null
  return (
    <Gantt
      entries={plan.data.entries}
      first="2026-11-15"
      days={42}
      zoom="days"
      today="2026-11-19"
      byJob
      dayOff={() => undefined}
      wetDays={new Set()}
      slack={null}
      openId={undefined}
      onOpen={() => {}}
      mayPlan
      showPlanning
      {...props}
    />
  )
}

function show(props: Partial<GanttProps> = {}) {
  const client = newQueryClient()
  client.setQueryData(companyQuery.queryKey, company)
  client.setQueryData(meQuery.queryKey, people.admin)
  render(
    <QueryClientProvider client={client}>
      <Screen {...props} />
      <Toaster />
    </QueryClientProvider>,
  )
}

test('an entry shows six facts, a job its summary', async () => {
  show()
  const facts = within(await row(/^Cabinet install/)).getAllByRole('gridcell')
  expect(facts.slice(0, 6).map(({ textContent }) => textContent)).toEqual([
    'Cabinet install',
    'Nov 18 – 24, 2026',
    '5',
    'Medium',
    'In Progress',
    '55%',
  ])
  const job = await row(/^Kitchen remodel, 3 entries, 35% done, finish Dec 15, 2026/)
  expect(job.textContent).toContain('3 entries, 35% done · finish Dec 15, 2026')
  expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('7')
})

test('a client sees no priorities and cannot move anything', async () => {
  show({ showPlanning: false, mayPlan: false })
  const facts = within(await row(/^Cabinet install/)).getAllByRole('gridcell')
  expect(facts.map(({ textContent }) => textContent)).not.toContain('Medium')
  expect(screen.queryByRole('columnheader', { name: 'Priority' })).toBeNull()
  ;(await row(/^Cabinet install/)).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}l')
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
})

test('without groups each entry shows its job', async () => {
  show({ byJob: false })
  expect((await row(/^Flashing/)).textContent).toContain('Roof replacement')
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5')
})

test('keys move through the rows, fold a job and open an entry', async () => {
  const onOpen = vi.fn()
  show({ onOpen })
  const job = await row(/^Kitchen remodel/)
  job.focus()
  await userEvent.keyboard('{ArrowDown}j{ArrowUp}')
  expect(document.activeElement).toBe(await row(/^Cabinet install/))
  await userEvent.keyboard('{Enter}')
  expect(onOpen.mock.calls).toEqual([[entryId(1)]])
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(job.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('row', { name: /^Cabinet install/ })).toBeNull()
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(await row(/^Flashing/))
})

test('moves by keyboard add up and are saved with their reason; Undo undoes the move', async () => {
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}')
  const bar = within(await screen.findByRole('region', { name: 'Move' }))
  const text = 'Countertop moves to Dec 9 – Dec 10, 2 days later'
  expect(bar.getByText(text)).toBeTruthy()
  expect(screen.getByText(text, { selector: '[aria-live=polite]' })).toBeTruthy()
  expect(sent()).toEqual([])
  await userEvent.click(bar.getByRole('radio', { name: 'Weather' }))
  await userEvent.keyboard('{Enter}')
  await clickInToast('Undo')
  await waitFor(() =>
    expect(server.seen.map(({ url }) => url)).toContain(`/api/schedule-moves/${MOVE}/undo`),
  )
  expect(bodies()).toEqual([
    [entryId(2), { startDate: '2026-12-09', endDate: '2026-12-10', reason: 'Weather' }],
  ])
  expect(sent().map(({ headers }) => headers['if-match'])).toEqual([tagOf(planEntry(2))])
  await row(/^Countertop, Kitchen remodel, Dec 9, 2026 to Dec 10, 2026/)
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
})

test('successors move too, unless the person leaves them in place', async () => {
  entries = entries.map((entry) =>
    entry.id === entryId(4) ? { ...entry, dependsOnIds: [entryId(2)] } : entry,
  )
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard(
    '{Alt>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Alt}',
  )
  const bar = within(await screen.findByRole('region', { name: 'Move' }))
  expect(await bar.findByText('2 entries move, finish goes from Dec 15 to Dec 17')).toBeTruthy()
  await row(/^Paint, Kitchen remodel, Dec 16, 2026 to Dec 17, 2026/)
  const follow = bar.getByRole('checkbox', { name: 'Move what follows, too' })
  await userEvent.click(follow)
  await row(/^Paint, Kitchen remodel, Dec 14, 2026 to Dec 15, 2026/)
  expect(await bar.findByText(/^"Paint" stays on Dec 14, but could start on Dec 16/)).toBeTruthy()
  await userEvent.click(follow)
  await userEvent.click(bar.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  const updatedAt = planEntry(1).updatedAt
  expect(bodies()).toEqual([
    [
      entryId(2),
      {
        startDate: '2026-12-14',
        endDate: '2026-12-15',
        push: true,
        pull: false,
        versions: { [entryId(2)]: updatedAt, [entryId(4)]: updatedAt },
        digest: 'same',
      },
    ],
  ])
  expect(sent()[0]?.headers['if-match']).toBeUndefined()
})

test('each entry shows whether it is critical, its slack and its drift', async () => {
  entries = entries.map((entry) =>
    entry.id === entryId(2)
      ? { ...entry, baselineStartDate: '2026-12-03', baselineEndDate: '2026-12-04' }
      : entry,
  )
  const slack = new Map([
    [entryId(1), 0],
    [entryId(2), 3],
  ])
  show({ slack })
  await row(/^Cabinet install.*, on the critical path\.$/)
  await row(/^Countertop.*, 3 working days of slack, 4 days later than promised\. Waits for/)
})

test('Escape cancels a move, and so does moving back to the saved days', async () => {
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
  await screen.findByText('Countertop now ends Dec 9, 1 day later', { selector: 'section p' })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{ArrowRight}{/Alt}')
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
  expect(sent()).toEqual([])
})

test('a move shows its conflicts, and asks for a reason only when the end is later', async () => {
  entries = entries.map((entry) =>
    entry.id === entryId(2) ? { ...entry, startDate: '2026-11-24' } : entry,
  )
  show()
  ;(await row(/^Cabinet install/)).focus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  const bar = within(await screen.findByRole('region', { name: 'Move' }))
  expect(await bar.findByText('Nobody is double-booked by this.')).toBeTruthy()
  expect(bar.queryByText('Why?')).toBeNull()
  const clashes = ['Tomás Ortiz would be booked for "Cabinet install" and "Deck" (Pergola) at once']
  server.on(scheduleMoveRoutes.preview, ({ body }) => ({
    body: { ...movePreview(entries, { ...JSON.parse(body), push: false }), clashes },
  }))
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{/Alt}')
  expect(await bar.findByText(/^Tomás Ortiz would be booked for/)).toBeTruthy()
  expect(bar.getByText(/^"Countertop" stays on Nov 24, but could start on Nov 26/)).toBeTruthy()
  expect(bar.getByRole('radiogroup', { name: 'Why?' })).toBeTruthy()
  expect(bar.queryByText('Nobody is double-booked by this.')).toBeNull()
})

test('an entry that was changed meanwhile is shown with its current days', async () => {
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  entries = entries.map((entry) =>
    entry.id === entryId(2) ? { ...entry, endDate: '2026-12-11', updatedAt: LATER } : entry,
  )
  server.on(scheduleRoutes.update, { failure: 'stale' })
  await userEvent.click(await screen.findByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(/^Somebody else changed this entry meanwhile/)).toBeTruthy()
  await row(/^Countertop, Kitchen remodel, Dec 7, 2026 to Dec 11, 2026/)
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
})

test('a move that could not be saved remains proposed', async () => {
  server.on(scheduleRoutes.update, { failure: 'internal' })
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}')
  expect(await screen.findByText('Failed to update schedule entry')).toBeTruthy()
  await row(/^Countertop, Kitchen remodel, Dec 8, 2026 to Dec 9, 2026/)
  expect(screen.getByRole('region', { name: 'Move' })).toBeTruthy()
})

test('L links only entries of the same job', async () => {
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard('l{ArrowDown}{ArrowDown}')
  expect(screen.getByText('Paint waits for Countertop: press Enter to link them.')).toBeTruthy()
  await userEvent.keyboard('{Escape}{Enter}')
  expect(sent()).toEqual([])
  await userEvent.keyboard('l{ArrowDown}{Enter}')
  await row(/^Paint.* Waits for Countertop\.$/)
  await clickInToast('Undo')
  await waitFor(() =>
    expect(bodies()).toEqual([
      [entryId(4), { dependsOnIds: [entryId(2)] }],
      [entryId(4), { dependsOnIds: [] }],
    ]),
  )
})

/** Sizes in pixels. Without a layout everything is at 0, and a day has its minimum width. */
const DAY_WIDTH = 12
const ROW_HEIGHT = 29

/** Presses a part of a bar and moves the pointer. */
function drag(bar: HTMLElement, part: string, { x = 0, y = 0, pointerType = 'mouse' }) {
  const element = bar.querySelector(`[data-part=${part}]`) as Element
  fireEvent.pointerDown(element, { button: 0, pointerType, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(window, { buttons: 1, clientX: x, clientY: y })
}

test.each([
  ['all', 3 * DAY_WIDTH, 'Countertop moves to Dec 10 – Dec 11, 3 days later'],
  ['start', -2 * DAY_WIDTH, 'Countertop now starts Dec 5, 2 days earlier'],
  ['end', DAY_WIDTH + 2, 'Countertop now ends Dec 9, 1 day later'],
])('dragging %s of a bar proposes new days', async (part, x, text) => {
  const onOpen = vi.fn()
  show({ onOpen })
  const bar = await row(/^Countertop/)
  drag(bar, part, { x })
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
  fireEvent.pointerUp(window)
  fireEvent.click(bar)
  expect(await screen.findByText(text, { selector: 'section p' })).toBeTruthy()
  expect(onOpen).not.toHaveBeenCalled()
  expect(sent()).toEqual([])
})

test('a bar keeps its number of days when it is dragged over a weekend', async () => {
  show()
  const facts = async () =>
    within(await row(/^Countertop/))
      .getAllByRole('gridcell')
      .slice(1, 3)
      .map(({ textContent }) => textContent)
  expect(await facts()).toEqual(['Dec 7 – 8, 2026', '2'])
  drag(await row(/^Countertop/), 'all', { x: 4 * DAY_WIDTH })
  await waitFor(async () => expect(await facts()).toEqual(['Dec 11 – 14, 2026', '2']))
})

test('successors of a dragged bar are previewed, and move when it is dropped', async () => {
  show()
  const ghosts = () =>
    [...document.querySelectorAll<HTMLElement>('[data-ghost]')].map((ghost) => [
      ghost.dataset.ghost,
      Number.parseInt(ghost.querySelector('i')?.style.left ?? '', 10) / DAY_WIDTH,
    ])
  drag(await row(/^Cabinet install/), 'end', { x: 14 * DAY_WIDTH })
  // It would end on December 8, and Countertop start 24 days after the first day of the chart.
  await waitFor(() => expect(ghosts()).toEqual([[entryId(2), 24]]))
  await row(/^Countertop.*Dec 7, 2026 to Dec 8, 2026/)
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(ghosts()).toEqual([])
  drag(await row(/^Cabinet install/), 'end', { x: 14 * DAY_WIDTH })
  fireEvent.pointerUp(window)
  await row(/^Countertop.*Dec 9, 2026 to Dec 10, 2026/)
  expect(ghosts()).toEqual([])
})

test('Escape cancels a drag, a finger does not drag, and a press without a move opens', async () => {
  const onOpen = vi.fn()
  show({ onOpen })
  const bar = await row(/^Countertop/)
  drag(bar, 'all', { x: 3 * DAY_WIDTH })
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(window)
  drag(bar, 'all', { x: 3 * DAY_WIDTH, pointerType: 'touch' })
  fireEvent.pointerUp(window)
  drag(bar, 'all', { x: 2 })
  fireEvent.pointerUp(window)
  expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(bar)
  expect(onOpen.mock.calls).toEqual([[entryId(2)]])
})

test('a line drawn to another entry of the job links the two', async () => {
  show()
  const bar = await row(/^Countertop/)
  // The fifth row is a job, the sixth an entry of another one.
  for (const target of [4.5, 5.5]) {
    drag(bar, 'link', { y: target * ROW_HEIGHT })
    expect(screen.getByText('Drop on an entry of Kitchen remodel')).toBeTruthy()
    fireEvent.pointerUp(window)
  }
  expect(sent()).toEqual([])
  drag(bar, 'link', { y: 3.5 * ROW_HEIGHT })
  fireEvent.pointerUp(window)
  await row(/^Paint.* Waits for Countertop\.$/)
  expect(bodies()).toEqual([[entryId(4), { dependsOnIds: [entryId(2)] }]])
})

test('a dependency cycle is rejected with the reason of the server', async () => {
  server.on(scheduleRoutes.update, { failure: 'cycle' })
  show()
  ;(await row(/^Countertop/)).focus()
  await userEvent.keyboard('l{ArrowUp}{Enter}')
  expect(await screen.findByText('These dependencies form a cycle')).toBeTruthy()
})

test('on a phone the entries are a list, and a tap opens one', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('40rem'),
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  )
  const onOpen = vi.fn()
  show({ onOpen })
  await userEvent.click(await screen.findByRole('button', { name: /^Countertop/ }))
  expect(onOpen.mock.calls).toEqual([[entryId(2)]])
  await userEvent.click(screen.getByRole('button', { name: /^Kitchen remodel/ }))
  expect(screen.queryByRole('button', { name: /^Countertop/ })).toBeNull()
})
