import type { KeyDate } from '@plumbline/contract/keyDates.ts'
import { expect, test } from 'vitest'
import { plannedAppointment } from '../../../testing/appointments.ts'
import { planEntry } from '../../../testing/schedule.ts'
import { itemsByDay } from './dayItems.ts'

const keyDate = (kind: KeyDate['kind'], day: string): KeyDate => ({
  kind,
  id: '0198c0de-0000-7000-8000-000000000001',
  jobId: '0198c0de-0000-7000-8000-000000000001',
  jobName: 'Deck',
  title: kind,
  day,
  status: 'in_progress',
})
const shown = (items: ReturnType<typeof itemsByDay>, day: string) =>
  items.get(day)?.map((item) => {
    if (item.kind === 'appointment') return item.appointment.title
    return item.kind === 'entry' ? item.entry.title : item.keyDate.title
  })

test('a day has deadlines first, then starts, appointments, and entries by urgency', () => {
  const day = '2026-11-19'
  const on = { startDate: day, endDate: day }
  const items = itemsByDay(
    [keyDate('job_start', day), keyDate('task_deadline', day), keyDate('job_due', day)],
    [
      planEntry(1, { ...on, title: 'done', status: 'completed' }),
      planEntry(2, { ...on, title: 'usual' }),
      planEntry(3, { ...on, title: 'critical', priority: 'critical' }),
      planEntry(4, { ...on, title: 'late', status: 'delayed' }),
    ],
    '2026-11-01',
    '2026-12-05',
    [{ ...plannedAppointment(1, { title: 'visit' }), day }],
  )
  expect(shown(items, day)).toEqual([
    'job_due',
    'task_deadline',
    'job_start',
    'visit',
    'late',
    'critical',
    'usual',
    'done',
  ])
  expect(shown(items, '2026-11-18')).toEqual([])
})

test('an entry is on each of its days within the period, even one of 400 days', () => {
  const long = planEntry(1, { title: 'long', startDate: '2026-03-01', endDate: '2027-04-05' })
  const items = itemsByDay([], [long], '2026-11-01', '2026-12-05')
  expect(items.size).toBe(35)
  for (const day of items.keys()) expect(shown(items, day)).toEqual(['long'])
})
