import { dayIn } from '@plumbline/contract/dates.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishOverdue } from '../../app/notifications/overdue.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let jobId = ''
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/New_York' })
  const job = { name: 'Bath', address: 'Oak St', status: 'in_progress' } as const
  const [row] = await w.db.insert(jobs).values(job).returning()
  jobId = row?.id ?? ''
})
afterAll(() => w.close())

/** Zones at both ends of the day, with parts of an hour, and whose clocks change at midnight. */
const ZONES = [
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'America/Havana',
  'Asia/Beirut',
  'America/Santiago',
  'UTC',
  'Australia/Lord_Howe',
  'America/Chicago',
]
/** Days on which clocks change in some of them, and ordinary ones. */
const DAYS = ['2026-12-24', '2026-03-07', '2026-03-08', '2026-11-01', '2027-04-03', '2026-06-15']

const moveTo = async (timeZone: string) =>
  expect((await w.call('ada', 'PUT', '/api/settings', { timeZone })).status).toBe(200)
const add = async (deadline: string) => {
  const { status, body } = await w.call('ada', 'POST', '/api/tasks', { jobId, name: 'A', deadline })
  expect(status).toBe(201)
  return body as { id: string; deadline: string; updatedAt: string }
}
const read = async (id: string) => {
  const { body } = await w.call('ada', 'GET', `/api/tasks/${id}`)
  return body as Awaited<ReturnType<typeof add>>
}

test('a deadline that is a day stays on it through ten time zones, one with a time is a moment', async () => {
  const days = new Map<string, { day: string; version: string }>()
  for (const day of DAYS) {
    const { id, updatedAt } = await add(day)
    days.set(id, { day, version: updatedAt })
  }
  const noon = await add('2026-12-24T17:00:00.000Z')
  for (const zone of ZONES) {
    await moveTo(zone)
    for (const [id, { day, version }] of days) {
      const { deadline, updatedAt } = await read(id)
      const at = new Date(deadline)
      expect([zone, dayIn(zone, at), dayIn(zone, new Date(at.getTime() + 1000))]).toEqual([
        zone,
        day,
        new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10),
      ])
      expect(updatedAt).toBe(version)
    }
    expect((await read(noon.id)).deadline).toBe(noon.deadline)
  }
})

test('nobody is notified again of a task that was overdue before the time zone changed', async () => {
  await moveTo('America/New_York')
  await w.db.delete(events)
  const { id } = await add('2026-02-10')
  const countAt = async (now: string) => {
    await publishOverdue(w.db, new Date(now))
    const isAbout = and(eq(events.subjectId, id), eq(events.name, 'task.overdue'))
    return w.db.$count(events, isAbout)
  }
  expect(await countAt('2026-02-11T04:59:58Z')).toBe(0)
  expect(await countAt('2026-02-11T06:00:00Z')).toBe(1)
  await moveTo('America/Los_Angeles')
  expect(await countAt('2026-02-11T09:00:00Z')).toBe(1)
  await moveTo('Asia/Tokyo')
  expect(await countAt('2026-02-11T09:00:00Z')).toBe(1)
})
