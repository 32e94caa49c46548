import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { entryReaders, jobReaders, reads } from '@plumbline/contract/readers.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf } from './testing/addresses.ts'
import { type Name, type TestApp, testApp } from './testing/testApp.ts'

/**
 * Who receives which text of a job, by every read there is: A the admin, S a sub on the job, C its client. Messages and
 * photos have tests of their own.
 */
const readersOf = {
  'job name': 'ASC',
  'job address': 'ASC',
  'job notes': 'ASC',
  'job privateNotes': 'A',
  'job customerName': 'ASC',
  'job customerEmail': 'A C',
  'job customerPhone': 'ASC',
  'job customerAddress': 'ASC',
  'bid name': 'ASC', // The name and address of the job that it became.
  'bid address': 'ASC',
  'bid customerName': 'ASC',
  'bid scope': 'A',
  'bid notes': 'A',
  'bid leadSource': 'A',
  'bid followUpNotes': 'A',
  'bid appointmentNotes': 'A',
  'bid reason': 'A',
  'appointment title': 'A',
  'appointment description': 'A',
  'appointment completionNotes': 'A',
  'entry title': 'ASC',
  'entry description': 'ASC',
  'entry notes': 'AS',
  'entry completionNotes': 'AS',
  'entry reason': 'AS',
  'internal title': 'AS',
  'internal description': 'AS',
  'internal notes': 'AS',
  'crew role': 'AS',
  'crew declineReason': 'AS',
  'absence reason': 'AS',
  'task name': 'AS',
  'task description': 'AS',
  'task comment': 'AS',
  'sub specialty': 'ASC',
  'sub phone': 'AS',
  'sub officeNotes': 'A',
  'sub notes': 'A',
  'rating note': 'A',
  'client phone': 'A C',
  'client address': 'A C',
  'client officeNotes': 'A',
  'other phone': 'A',
  'other specialty': 'A',
  'other officeNotes': 'A',
  'template name': 'A',
  'template description': 'A',
  'template entry': 'A',
  'template task': 'A',
} as const
type Field = keyof typeof readersOf
const fields = Object.keys(readersOf) as Field[]

/** The text of a field, which occurs nowhere else. */
const canary = (field: Field) => `canary${fields.indexOf(field)}z`

let w: TestApp
/** All that each of them receives. */
const received = new Map<Name, string>()
const letters = { ada: 'A', sam: 'S', cleo: 'C' } as const
const names = Object.keys(letters) as (keyof typeof letters)[]

/** A write of the admin, and what came back. */
async function write(method: 'POST' | 'PUT', url: string, body?: object, status = 200) {
  const answer = await w.call('ada', method, url, body)
  expect([url, answer.status, answer.status === status ? '' : answer.text]).toEqual([
    url,
    status,
    '',
  ])
  return answer.body
}

async function writePeople() {
  await write('PUT', `/api/users/${w.idOf('sam')}`, {
    specialty: canary('sub specialty'),
    phone: canary('sub phone'),
    officeNotes: canary('sub officeNotes'),
  })
  await write('PUT', `/api/users/${w.idOf('cleo')}`, {
    phone: canary('client phone'),
    address: canary('client address'),
    officeNotes: canary('client officeNotes'),
  })
  await write('PUT', `/api/users/${w.idOf('sue')}`, {
    phone: canary('other phone'),
    specialty: canary('other specialty'),
    officeNotes: canary('other officeNotes'),
  })
  await write('PUT', `/api/subcontractors/${w.idOf('sam')}/notes`, { text: canary('sub notes') })
}

/** A bid with all that is written on one, and the job that it becomes. */
async function writeBid(): Promise<string> {
  const bid = await write(
    'POST',
    '/api/pending-bids',
    {
      name: canary('bid name'),
      address: canary('bid address'),
      customerName: canary('bid customerName'),
      scope: canary('bid scope'),
      notes: canary('bid notes'),
      leadSource: canary('bid leadSource'),
      appointmentNotes: canary('bid appointmentNotes'),
    },
    201,
  )
  const at = `/api/pending-bids/${bid.id}`
  const appointment = {
    title: canary('appointment title'),
    description: canary('appointment description'),
    scheduledDate: '2026-11-20T15:00:00.000Z',
    completionNotes: canary('appointment completionNotes'),
  }
  await write('POST', `${at}/appointments`, appointment, 201)
  const followUpNotes = canary('bid followUpNotes')
  await write('PUT', at, { status: 'follow_up', followUpDate: '2026-12-01', followUpNotes })
  await write('PUT', at, { status: 'rejected', reason: canary('bid reason') })
  await write('PUT', at, { status: 'pending' })
  return (await write('POST', `${at}/convert`)).id
}

async function writeEntries(jobId: string) {
  const days = { startDate: '2026-12-01', endDate: '2026-12-04' }
  const written = { estimatedHours: 4321.5, actualHours: 5432.5, priority: 'critical' }
  const entry = await write(
    'POST',
    '/api/schedule',
    {
      ...days,
      ...written,
      jobId,
      title: canary('entry title'),
      description: canary('entry description'),
      notes: canary('entry notes'),
      completionNotes: canary('entry completionNotes'),
      assignedSubcontractorId: w.idOf('sam'),
      weatherDependent: true,
      indoorWork: false,
      dateFixed: true,
    },
    201,
  )
  const reason = canary('entry reason')
  await write('PUT', `/api/schedule/${entry.id}`, { endDate: '2026-12-08', reason })
  const internal = {
    title: canary('internal title'),
    description: canary('internal description'),
    notes: canary('internal notes'),
  }
  const hidden = { jobId, ...days, ...internal, internal: true }
  const { id } = await write('POST', '/api/schedule', hidden, 201)
  const crew = { subcontractorId: w.idOf('sam'), days: ['2026-12-02'], role: canary('crew role') }
  const declined = { declined: true, declineReason: canary('crew declineReason') }
  await write('POST', `/api/schedule/${id}/crew`, { ...crew, ...declined }, 201)
  const away = { startDate: '2026-12-14', endDate: '2026-12-15', reason: canary('absence reason') }
  await write('POST', '/api/crew-absences', { subcontractorId: w.idOf('sam'), ...away }, 201)
  await write('PUT', `/api/jobs/${jobId}/baseline`)
}

async function writeTask(jobId: string) {
  const texts = { name: canary('task name'), description: canary('task description') }
  const task = await write(
    'POST',
    '/api/tasks',
    { jobId, ...texts, assigneeId: w.idOf('sam') },
    201,
  )
  const comment = { message: canary('task comment') }
  await write('POST', `/api/tasks/${task.id}/correspondence`, comment, 201)
}

async function writeTemplate() {
  const entry = { title: canary('template entry'), startDay: 0, days: 1 }
  const templateData = { entries: [entry], tasks: [{ name: canary('template task') }] }
  const texts = { name: canary('template name'), description: canary('template description') }
  await write('POST', '/api/schedule-templates', { ...texts, templateData }, 201)
}

/** Every read of the contract at every address there is, as one of them: the texts of what was answered. */
async function readAll(name: Name): Promise<string> {
  const texts: string[] = []
  const get = async (url: string) => w.call('ada', 'GET', url)
  for (const { method, path } of allRows) {
    if (method !== 'GET' || path === calendarRoutes.subscribe.path) continue
    // Where there is nothing yet, nothing can be read.
    const urls = await addressesOf(path, get).catch(() => [])
    for (const url of urls) {
      const { status, text } = await w.call(name, 'GET', url)
      if (status === 200) texts.push(text)
    }
  }
  const { body } = await w.call(name, 'POST', '/api/account/calendar-feed')
  const feed = await w.call('nobody', 'GET', new URL(body.url).pathname)
  expect(feed.status).toBe(200)
  texts.push(feed.text)
  // Long lines of a calendar are folded.
  return texts.join('\n').replaceAll('\r\n ', '')
}

beforeAll(async () => {
  w = await testApp()
  w.clock.now = new Date('2026-11-23T15:00:00.000Z')
  await writePeople()
  const jobId = await writeBid()
  const people = { clientId: w.idOf('cleo'), projectManagerId: w.idOf('ada') }
  await write('PUT', `/api/jobs/${jobId}`, people)
  await writeEntries(jobId)
  await writeTask(jobId)
  await writeTemplate()
  const rating = { score: 4, note: canary('rating note') }
  await write('PUT', `/api/jobs/${jobId}/ratings/${w.idOf('sam')}`, rating)
  // A second job, all of whose texts are its own.
  const texts = {
    name: canary('job name'),
    address: canary('job address'),
    notes: canary('job notes'),
    privateNotes: canary('job privateNotes'),
    customerName: canary('job customerName'),
    customerEmail: `${canary('job customerEmail')}@example.com`,
    customerPhone: canary('job customerPhone'),
    customerAddress: canary('job customerAddress'),
  }
  const job = { ...texts, ...people, approvedAmount: 98_765_432 }
  const { id } = await write('POST', '/api/jobs', job, 201)
  await write('POST', `/api/jobs/${id}/subcontractors`, { subcontractorId: w.idOf('sam') }, 201)
  for (const name of [...names, 'sue', 'carl'] as const) received.set(name, await readAll(name))
}, 120_000)
afterAll(() => w.close())

const receives = (name: Name, text: string) => received.get(name)?.includes(text) ?? false

test('who receives which text', () => {
  const found = fields.map((field) => [
    field,
    names
      .map((name) => (receives(name, canary(field)) ? letters[name] : ' '))
      .join('')
      .trimEnd(),
  ])
  expect(Object.fromEntries(found)).toEqual(readersOf)
})

test('nobody else on the books receives anything of the job', () => {
  const ofOthers = fields.filter((field) => /^(job|bid|entry|internal|task|client)/.test(field))
  for (const name of ['sue', 'carl'] as const)
    expect(ofOthers.filter((field) => receives(name, canary(field)))).toEqual([])
})

test('amounts are for office and client; hours and priority for office and crew', () => {
  const who = (text: string) => names.filter((name) => receives(name, text))
  expect(who('98765432')).toEqual(['ada', 'cleo'])
  for (const text of ['4321.5', '5432.5', '"critical"']) expect(who(text)).toEqual(['ada', 'sam'])
})

test('every field with readers of its own is null for the others', async () => {
  const [job] = (await w.call('ada', 'GET', '/api/jobs?search=canary')).body
  const [entry] = (await w.call('ada', 'GET', '/api/schedule')).body
  for (const [name, role] of [
    ['sam', 'subcontractor'],
    ['cleo', 'client'],
  ] as const)
    for (const [url, of] of [
      [`/api/jobs/${job.id}`, jobReaders],
      [`/api/schedule/${entry.id}`, entryReaders],
    ] as const) {
      const { body } = await w.call(name, 'GET', url)
      for (const [field, readers] of Object.entries(of))
        if (!reads(role, readers)) expect([url, field, body[field]]).toEqual([url, field, null])
    }
})
