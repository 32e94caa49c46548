import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publish } from '../../events/publish.ts'
import { newId } from '../../platform/db/ids.ts'
import { events } from '../../schema/live.ts'
import { notifications } from '../../schema/notifications.ts'
import { joinEveryone } from '../../testing/notifications.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { notifyOnce } from './notifier.ts'

// The app does not listen, so that nobody is notified before the test triggers it.
let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await joinEveryone(w)
})
afterAll(() => w.close())
beforeEach(async () => {
  ;({ deck, bath } = await twoJobs(w))
  await w.db.delete(notifications)
})

const notify = () => w.db.transaction((tx) => notifyOnce(tx, { now: new Date(), emails: true }))
const counts = async (name: Name) =>
  (
    await w.db
      .select()
      .from(notifications)
      .where(eq(notifications.personId, w.idOf(name)))
  )
    .map((row) => `${row.name} ${row.count}`)
    .sort()
const photo = (jobId: string, name: 'photo.created' | 'photo.shared' = 'photo.created') =>
  ({ name, subjectId: newId(), jobId }) as const

test('the number of statements does not grow with events, jobs and people', async () => {
  await publish(w.db, w.idOf('sam'), photo(deck))
  const few = await statementsOf(notify)
  const many = Array.from({ length: 40 }, (_, n) => photo(n % 2 ? deck : bath))
  await publish(w.db, w.idOf('sam'), ...many)
  await publish(w.db, w.idOf('sue'), ...many)
  expect((await statementsOf(notify)).length).toBe(few.length)
  expect(await counts('ada')).toEqual([
    'photo.created 20',
    'photo.created 20',
    'photo.created 20',
    'photo.created 21',
  ])
})

test('each event notifies once, even with concurrent runs', async () => {
  await publish(w.db, w.idOf('sam'), ...Array.from({ length: 150 }, () => photo(deck)))
  const rounds = await Promise.all([notify(), notify(), notify()])
  expect(rounds.filter(Boolean)).toHaveLength(2)
  expect(await counts('cleo')).toEqual(['photo.created 150'])
  expect(await w.db.$count(events, eq(events.pending, true))).toBe(0)
})

test('events of a failed run are notified by the next run', async () => {
  await publish(w.db, w.idOf('sam'), photo(deck))
  await expect(
    w.db.transaction(async (tx) => {
      await notifyOnce(tx, { now: new Date(), emails: true })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await counts('cleo')).toEqual([])
  await notify()
  expect(await counts('cleo')).toEqual(['photo.created 1'])
})

test('sharing a photo later notifies the client only', async () => {
  await publish(w.db, w.idOf('sam'), { ...photo(deck), readers: 'crew' })
  await notify()
  expect([await counts('ada'), await counts('cleo')]).toEqual([['photo.created 1'], []])
  await publish(w.db, w.idOf('ada'), photo(deck, 'photo.shared'))
  await notify()
  expect([await counts('ada'), await counts('cleo')]).toEqual([
    ['photo.created 1'],
    ['photo.created 1'],
  ])
})

test('an edit that moves other entries notifies of the move only', async () => {
  const moved = { name: 'schedule.moved', subjectId: newId(), jobId: deck } as const
  const edited = { name: 'schedule.dates', subjectId: newId(), jobId: deck } as const
  await w.db.transaction((tx) => publish(tx, w.idOf('ada'), edited, moved))
  await publish(w.db, w.idOf('ada'), { ...edited, jobId: bath })
  await notify()
  expect([await counts('cleo'), await counts('carl')]).toEqual([
    ['schedule.moved 1'],
    ['schedule.dates 1'],
  ])
})

test('an event of a deleted job notifies nobody', async () => {
  await publish(w.db, w.idOf('sam'), photo(newId()))
  expect(await notify()).toBe(true)
  expect(await counts('ada')).toEqual([])
})
