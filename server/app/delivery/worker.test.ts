import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { silentLog as quietLog } from '../../platform/db/testing.ts'
import { openFileStore } from '../../platform/files/openStore.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { openMail } from '../../platform/mail/mail.ts'
import { deliveries, refusedAddresses } from '../../schema/delivery.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { messages } from '../../schema/messages.ts'
import {
  jobMutes,
  notificationChannels,
  notifications,
  quietHours,
} from '../../schema/notifications.ts'
import { users } from '../../schema/people.ts'
import { settings as company } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { notify } from '../../testing/deliveries.ts'
import { type MailCatcher, mailCatcher } from '../../testing/mailCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { openDelivery } from './worker.ts'

const publicUrl = 'https://plumbline.example.com'
const HOUR = 60 * MINUTE_MS

let w: TestApp
let files: FileStore
let catcher: MailCatcher
let jobId: string
let ada: string
let cleo: string
let sam: string
const warnings: string[] = []

beforeAll(async () => {
  w = await testApp()
  files = await openFileStore(w.settings)
  await w.db.insert(company).values({ companyName: 'Ridgeline', timeZone: 'America/New_York' })
  ada = w.idOf('ada')
  cleo = w.idOf('cleo')
  sam = w.idOf('sam')
})
afterAll(() => w.close())

beforeEach(async () => {
  for (const table of [deliveries, notifications, jobMutes, quietHours, notificationChannels])
    await w.db.delete(table)
  await w.db.delete(refusedAddresses)
  const made = { name: 'Lake house', address: '1 Lake', clientId: cleo }
  const [job] = await w.db.insert(jobs).values(made).returning()
  jobId = job?.id ?? ''
  await w.db.insert(jobSubcontractors).values({ jobId, subcontractorId: sam })
  w.clock.now = new Date('2026-07-01T16:00:00Z')
  warnings.length = 0
  catcher = await mailCatcher()
})

/** A node that sends deliveries, with the clock of the test. */
function node(url = catcher.url, parts: { publicUrl?: string | undefined } = { publicUrl }) {
  const settings = {
    smtp: { url, from: undefined },
    publicUrl: parts.publicUrl,
    sessionSecret: w.settings.sessionSecret,
    stripe: undefined,
  }
  const log = { ...quietLog, warn: (line: string) => void warnings.push(line) }
  const mail = openMail(settings, log)
  const now = () => w.clock.now
  const shared = { db: w.db, settings, files, mail, now, log }
  const delivery = openDelivery({ ...shared, isPushService: () => true })
  onTestFinished(async () => {
    await delivery.close()
    await mail?.close()
    await catcher.close()
  })
  return delivery
}

const pass = (milliseconds: number) => {
  w.clock.now = new Date(w.clock.now.getTime() + milliseconds)
}

async function write(content: string, audience: 'all' | 'crew' | 'client' = 'all', by = ada) {
  const [row] = await w.db
    .insert(messages)
    .values({ jobId, senderId: by, content, audience, createdAt: w.clock.now })
    .returning({ id: messages.id })
  const subjectId = row?.id ?? ''
  pass(1)
  return notify(
    w.db,
    { personId: cleo, name: 'message.created', jobId, actorId: by, subjectId },
    w.clock.now,
  )
}

const states = async () =>
  (await w.db.select().from(deliveries).orderBy(deliveries.createdAt)).map(({ state }) => state)
const headerOf = (text: string | undefined, name: string) =>
  new RegExp(`^${name}:((?:.|\\r\\n )+)$`, 'm').exec(text ?? '')?.[1]?.trim()
const subjects = () => catcher.emails.map(({ text }) => headerOf(text, 'Subject'))
const choose = (
  personId: string,
  kind: 'message' | 'overdue',
  email: 'immediately' | 'daily' | 'off',
) =>
  w.db
    .insert(notificationChannels)
    .values({ personId, kind, email, push: false })
    .onConflictDoUpdate({
      target: [notificationChannels.personId, notificationChannels.kind],
      set: { email },
    })

describe('a burst of messages', () => {
  test('is sent as one email, with its texts in order and a link', async () => {
    const delivery = node()
    await write('The counter\nis in.')
    await write('The sink comes tomorrow.')
    await delivery.sendDue()
    expect(catcher.emails).toEqual([])
    pass(MINUTE_MS)
    await delivery.sendDue()
    await delivery.sendDue()
    expect(catcher.emails).toHaveLength(1)
    const [{ text, to } = { text: '', to: [] }] = catcher.emails
    expect(to).toEqual(['cleo@example.com'])
    expect(subjects()).toEqual(['Lake house: Ada Adler wrote 2 messages'])
    expect(text).toContain('> The counter\r\n> is in.\r\n\r\n> The sink comes tomorrow.')
    expect(text).toContain(`Open it: ${publicUrl}/messages?jobId=3D${jobId}`)
    expect(text).toContain('You receive this since emails about messages are on for you')
    expect(headerOf(text, 'List-Unsubscribe')).toMatch(
      /^<https:\/\/plumbline\.example\.com\/api\/unsubscribe\/[\w-]{20,100}>$/,
    )
    expect(headerOf(text, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(text, 'Auto-Submitted')).toBe('auto-generated')
    const [row] = await w.db.select().from(deliveries)
    expect(headerOf(text, 'Message-ID')).toBe(`<${row?.id}.2@plumbline.example.com>`)
    expect(headerOf(text, 'References')).toBe(`<${jobId}.message@plumbline.example.com>`)
    expect(await states()).toEqual(['sent'])
  })

  test('is followed by a separate email for later messages', async () => {
    const delivery = node()
    await write('One')
    pass(MINUTE_MS)
    await delivery.sendDue()
    await write('Two')
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect(subjects()).toEqual(Array(2).fill('Lake house: Ada Adler wrote a message'))
    expect(catcher.emails[1]?.text).toContain('> Two')
    expect(catcher.emails[1]?.text).not.toContain('> One')
  })

  test('quotes what it counts, and not a message that was written since', async () => {
    const delivery = node()
    for (const text of ['One', 'Two', 'Three']) await write(text)
    const later = { jobId, senderId: w.idOf('ada'), content: 'Four' }
    await w.db.insert(messages).values({ ...later, createdAt: new Date(Date.now() + MINUTE_MS) })
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect(subjects()).toEqual(['Lake house: Ada Adler wrote 3 messages'])
    const text = catcher.emails[0]?.text ?? ''
    for (const quoted of ['> One', '> Two', '> Three']) expect(text).toContain(quoted)
    expect(text).not.toContain('> Four')
  })

  test('that continues during sending has the rest in another email', async () => {
    const delivery = node()
    await write('One')
    pass(MINUTE_MS)
    catcher.treat(() => ({ delay: 300 }))
    const sending = delivery.sendDue()
    await expect.poll(() => catcher.emails.length).toBe(1)
    await write('Two')
    await sending
    await expect.poll(() => catcher.emails.length).toBe(2)
    expect(catcher.emails[1]?.text).toContain('> Two')
    expect(catcher.emails[1]?.text).not.toContain('> One')
  })

  test('of more than five messages quotes the last five, cut to a thousand characters', async () => {
    const delivery = node()
    for (let n = 1; n <= 7; n++) await write(`Number ${n} ${'x'.repeat(n === 7 ? 2_000 : 0)}`)
    pass(MINUTE_MS)
    await delivery.sendDue()
    const text = catcher.emails[0]?.text ?? ''
    expect(text).toContain('The last 5 of them:')
    expect(text).not.toContain('> Number 2')
    expect(text).toContain('> Number 3')
    expect(/x{500,}/.exec(text.replaceAll('=\r\n', ''))?.[0].length).toBeLessThan(1_000)
  })
})

describe('nothing is sent', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'once it was read',
      (id) =>
        w.db.update(notifications).set({ readAt: w.clock.now }).where(eq(notifications.id, id)),
    ],
    ['once the job was muted', () => w.db.insert(jobMutes).values({ personId: cleo, jobId })],
    [
      'once the right to it is lost',
      () => w.db.update(jobs).set({ clientId: null }).where(eq(jobs.id, jobId)),
    ],
    [
      'once it was removed',
      () => w.db.update(messages).set({ removedAt: w.clock.now, content: '' }),
    ],
    ['once the emails were turned off', () => choose(cleo, 'message', 'off')],
    [
      'to an address that was refused',
      () =>
        w.db
          .insert(refusedAddresses)
          .values({ personId: cleo, address: 'Cleo@example.com', reason: 'x' }),
    ],
  ])('%s', async (_, change) => {
    const delivery = node()
    const id = await write('Hello')
    await change(id)
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect([catcher.emails, await states()]).toEqual([[], ['dropped']])
  })

  test('to a removed person', async () => {
    const delivery = node()
    await write('Hello')
    await w.db.update(users).set({ deletedAt: w.clock.now }).where(eq(users.id, cleo))
    onTestFinished(async () => {
      await w.db.update(users).set({ deletedAt: null }).where(eq(users.id, cleo))
    })
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect([catcher.emails, await states()]).toEqual([[], ['dropped']])
  })

  test('about messages for others', async () => {
    const delivery = node()
    await write('Between us', 'crew')
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect([catcher.emails, await states()]).toEqual([[], ['dropped']])
  })

  test('about crew days, which have their own email', async () => {
    const request = { personId: sam, name: 'crew.asked', actorId: ada, subjectId: sam } as const
    await notify(w.db, request, w.clock.now)
    expect(await states()).toEqual([])
  })

  test('or queued where emails cannot be sent', async () => {
    const overdue = { personId: ada, name: 'task.overdue', jobId, subjectId: newId() } as const
    const id = await notify(w.db, overdue, w.clock.now, false)
    const [row] = await w.db.select().from(notifications).where(eq(notifications.id, id))
    expect([await states(), row?.inDigest]).toEqual([[], false])
  })
})

test('quiet hours delay an email, even when they change after it was queued', async () => {
  const delivery = node()
  await w.db.insert(quietHours).values({ personId: cleo, from: '11:00', to: '13:00' })
  await write('Hello')
  const [row] = await w.db.select().from(deliveries)
  expect(row?.dueAt).toEqual(new Date('2026-07-01T17:00:00Z'))
  await w.db.update(quietHours).set({ to: '14:30' })
  w.clock.now = new Date('2026-07-01T17:00:00Z')
  await delivery.sendDue()
  expect(catcher.emails).toEqual([])
  w.clock.now = new Date('2026-07-01T18:30:00Z')
  await delivery.sendDue()
  expect(catcher.emails).toHaveLength(1)
})

test('a queued email becomes part of the daily one when its kind becomes daily', async () => {
  const delivery = node()
  await write('Hello')
  await choose(cleo, 'message', 'daily')
  pass(MINUTE_MS)
  await delivery.sendDue()
  expect([catcher.emails, await states()]).toEqual([[], ['dropped', 'waiting']])
  w.clock.now = new Date('2026-07-02T11:00:00Z')
  await delivery.sendDue()
  expect(subjects()).toEqual(['Ridgeline: one thing to know'])
})

test('a weekly update is emailed with its text', async () => {
  const delivery = node()
  const update = { jobId, week: '2026-06-26', text: 'The roof is on.\n\nNext: windows.' }
  const [row] = await w.db
    .insert(weeklyUpdates)
    .values({ ...update, sentAt: w.clock.now, sentById: ada })
    .returning()
  const subjectId = row?.id ?? ''
  const sent = { personId: cleo, name: 'update.sent', jobId, actorId: ada, subjectId } as const
  await notify(w.db, sent, w.clock.now)
  pass(MINUTE_MS)
  await delivery.sendDue()
  expect(subjects()).toEqual(['Lake house: Ada Adler sent you the update of the week'])
  expect(catcher.emails[0]?.text).toContain('The roof is on.\r\n\r\nNext: windows.')
})

describe('the daily email', () => {
  async function task(name: string, day: string) {
    const [row] = await w.db.insert(tasks).values({ jobId, name }).returning()
    const late = { personId: ada, name: 'task.overdue', jobId, subjectId: row?.id ?? '' } as const
    await notify(w.db, late, new Date(day))
  }

  test('has a line and a link for each notification, by job, and is sent once', async () => {
    const delivery = node()
    await task('Order the sink', '2026-07-01T12:00:00Z')
    await task('Call the city', '2026-07-02T03:00:00Z')
    await notify(
      w.db,
      { personId: ada, name: 'person.joined', actorId: sam, subjectId: sam },
      w.clock.now,
    )
    expect(await states()).toEqual(['waiting'])
    w.clock.now = new Date('2026-07-02T10:59:59Z')
    await delivery.sendDue()
    expect(catcher.emails).toEqual([])
    pass(1_000)
    await delivery.sendDue()
    await delivery.sendDue()
    expect(subjects()).toEqual(['Ridgeline: 3 things to know'])
    const { text = '' } = catcher.emails[0] ?? {}
    expect(text).toMatch(/Lake house\r\n- =E2=80=9COrder the sink=E2=80=9D is overdue/)
    expect(text).toContain('- Sam Stone accepted the invite')
    expect(text).toContain('No more daily emails: ')
    const emailed = await w.db.select().from(notifications)
    expect(emailed.map(({ inDigest, emailedCount }) => [inDigest, emailedCount])).toEqual(
      Array(3).fill([false, 1]),
    )
  })

  test.each([
    ['America/New_York', '2026-03-06', '2026-10-30'],
    ['Europe/Berlin', '2026-03-27', '2026-10-23'],
    ['Australia/Lord_Howe', '2026-04-03', '2026-10-02'],
  ])('is sent at seven on days of a clock change, in %s', async (timeZone, ...starts) => {
    await w.db.update(company).set({ timeZone })
    onTestFinished(async () => {
      await w.db.update(company).set({ timeZone: 'America/New_York' })
    })
    const delivery = node()
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    for (const start of starts) {
      const from = catcher.emails.length
      const sentAt: string[] = []
      const first = Date.parse(`${start}T00:00:00Z`)
      // A notification is added and the queue is checked every half hour for four days.
      for (let at = first; at < first + 96 * HOUR; at += HOUR / 2) {
        w.clock.now = new Date(at)
        const before = catcher.emails.length
        await delivery.sendDue()
        if (catcher.emails.length > before) sentAt.push(shown.format(at))
        if (at % (6 * HOUR) === 0) await task(`At ${at}`, w.clock.now.toISOString())
      }
      const days = sentAt.map((text) => text.slice(0, 10))
      expect(sentAt.map((text) => text.slice(11))).toEqual(days.map(() => '07:00'))
      expect(new Set(days).size).toBe(days.length)
      expect(catcher.emails.length - from).toBe(days.length)
      expect(days.length).toBe(4)
      await w.db.delete(notifications)
    }
  })

  test('has a hundred lines at most', async () => {
    const delivery = node()
    const rows = Array.from({ length: 130 }, (_, n) => ({
      personId: ada,
      name: 'person.joined' as const,
      kind: 'invite' as const,
      subjectId: newId(),
      day: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
      inDigest: true,
    }))
    await w.db.insert(notifications).values(rows)
    await notify(w.db, { personId: ada, name: 'person.joined', subjectId: sam }, w.clock.now)
    w.clock.now = new Date('2026-07-02T11:00:00Z')
    await delivery.sendDue()
    expect(subjects()).toEqual(['Ridgeline: 131 things to know'])
    expect(catcher.emails[0]?.text.match(/^- /gm)).toHaveLength(100)
    expect(catcher.emails[0]?.text).toContain('and 31 more')
  })
})

describe('a mail server', () => {
  test('that rejects an address permanently stops further emails to it', async () => {
    const delivery = node()
    catcher.unknown.set('cleo@example.com', '550 5.1.1 No\u2028such\tuser here')
    await write('Hello')
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect(await states()).toEqual(['failed'])
    const card = () => w.call('ada', 'GET', `/api/users/${cleo}`)
    expect((await card()).body.refusedEmail).toEqual({
      address: 'cleo@example.com',
      reason: '550 5.1.1 No such user here',
      at: w.clock.now.toISOString(),
    })
    expect((await w.call('cleo', 'GET', `/api/users/${cleo}`)).body.refusedEmail).toBeNull()
    await write('Again')
    expect(await states()).toEqual(['failed'])
    catcher.unknown.clear()
    expect((await w.call('ada', 'POST', `/api/users/${cleo}/retry-email`)).status).toBe(204)
    expect((await card()).body.refusedEmail).toBeNull()
    await write('Once more')
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect(subjects()).toEqual(['Lake house: Ada Adler wrote 3 messages'])
    expect(warnings).toEqual([])
  })

  test.each(['450 4.2.1 come back later', '554 5.7.1 relaying denied'])(
    'that answers %s is retried later, while emails to others are sent',
    async (answer) => {
      const delivery = node()
      catcher.unknown.set('cleo@example.com', answer)
      await write('Hello')
      await choose(ada, 'overdue', 'immediately')
      await notify(
        w.db,
        { personId: ada, name: 'schedule.moved', jobId, subjectId: jobId },
        w.clock.now,
      )
      await choose(ada, 'message', 'immediately')
      await notify(
        w.db,
        { personId: sam, name: 'schedule.moved', jobId, actorId: ada, subjectId: jobId },
        w.clock.now,
      )
      pass(MINUTE_MS)
      await delivery.sendDue()
      expect(catcher.emails.map(({ to }) => to[0])).toEqual(['sam@example.com'])
      const rows = await w.db.select().from(deliveries).where(eq(deliveries.personId, cleo))
      expect(rows).toMatchObject([
        { state: 'waiting', attempts: 1, error: `The mail server answered ${answer.slice(0, 3)}` },
      ])
      expect(await w.db.select().from(refusedAddresses)).toEqual([])
      catcher.unknown.clear()
      pass(15_000)
      await delivery.sendDue()
      expect(catcher.emails).toHaveLength(2)
    },
  )

  test('that drops the connection after an email gets it again with the same Message-ID', async () => {
    const delivery = node()
    let drops = 1
    catcher.treat(() => (drops-- > 0 ? 'drop' : 'keep'))
    await write('Hello')
    pass(MINUTE_MS)
    await delivery.sendDue()
    expect(await states()).toEqual(['waiting'])
    expect(warnings).toEqual([
      expect.stringMatching(/^Emails about notifications wait, and are tried again in 2 s: /),
    ])
    pass(2_000)
    await expect.poll(async () => [await delivery.sendDue(), ...(await states())][1]).toBe('sent')
    const ids = catcher.emails.map(({ text }) => headerOf(text, 'Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('that is unreachable for two days fails the email, and nothing private is logged', async () => {
    const delivery = node('smtp://127.0.0.1:1')
    await write('A secret')
    pass(49 * HOUR)
    await delivery.sendDue()
    expect(await states()).toEqual(['failed'])
    expect(warnings.join()).not.toMatch(/secret|cleo|Lake/i)
  })
})

test('each email is sent by one of two nodes', async () => {
  const nodes = [node(), node()]
  const people = [cleo, sam]
  for (let n = 0; n < 30; n++)
    await notify(
      w.db,
      {
        personId: people[n % 2] ?? '',
        name: 'schedule.moved',
        jobId,
        actorId: ada,
        subjectId: jobId,
      },
      new Date(w.clock.now.getTime() - n * 24 * HOUR),
    )
  pass(MINUTE_MS)
  await Promise.all(nodes.map((one) => one.sendDue()))
  const ids = catcher.emails.map(({ text }) => headerOf(text, 'Message-ID'))
  expect(new Set(ids).size).toBe(ids.length)
  expect(await states()).toEqual(Array(30).fill('sent'))
})
