import { addDays } from '@plumbline/contract/dates.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { openToPrint, pressCsv, pressPrint } from './harness/letterhead.ts'
import { screens } from './harness/screens.ts'
import { type StoryContext, story } from './harness/story.ts'
import { watchReplies } from './harness/watchReplies.ts'

/**
 * Who reads which text, and who has it on paper and in a CSV file as one of a list: A the admin, S a sub on the job, C its
 * client. Nothing is anywhere for those who do not read it.
 */
const readersOf = {
  'job name': ['ASC', 'ASC'],
  'job address': ['ASC', 'ASC'],
  'job notes': ['ASC', ''],
  'job privateNotes': ['A', ''],
  'job customerName': ['ASC', ''], // The client of the job is printed instead.
  'job customerEmail': ['A C', ''],
  'job customerPhone': ['ASC', ''],
  'bid name': ['A', 'A'],
  'bid customerName': ['A', 'A'],
  'bid customerPhone': ['A', 'A'],
  'bid notes': ['A', ''],
  'bid leadSource': ['A', ''],
  'bid followUpNotes': ['A', ''],
  'entry title': ['ASC', ''],
  'entry description': ['ASC', ''],
  'entry notes': ['AS', ''],
  'entry completionNotes': ['AS', ''],
  'internal title': ['AS', ''],
  'internal notes': ['AS', ''],
  'crew role': ['AS', ''],
  'task name': ['AS', 'AS'],
  'task description': ['AS', ''],
  'task comment': ['AS', ''],
  'message to all': ['ASC', 'ASC'],
  'message to crew': ['AS', 'AS'],
  'message to client': ['A C', 'A C'],
  'message removed': ['', ''],
  'sub specialty': ['ASC', 'A'],
  'sub phone': ['A', 'A'], // No screen shows people their own card.
  'sub officeNotes': ['A', ''],
  'sub notes': ['A', ''],
  'rating note': ['A', ''],
  'client phone': ['A', 'A'],
  'client address': ['A', ''],
  'client officeNotes': ['A', ''],
} as const
type Field = keyof typeof readersOf
const fields = Object.keys(readersOf) as Field[]

/** The text of a field, which occurs nowhere else. */
const canary = (field: Field) => `canary${fields.indexOf(field)}z`
/** What the server wrote itself, with those who read it and those who print it. */
const REMOVED = 'Message removed by Ada Admin'
const AMOUNT = '$987,654.32'

interface Thing {
  readonly id: string
}

async function writePeople(admin: ApiClient, sub: Thing, client: Thing) {
  await admin.request('PUT', `/api/users/${sub.id}`, {
    specialty: canary('sub specialty'),
    phone: canary('sub phone'),
    officeNotes: canary('sub officeNotes'),
  })
  await admin.request('PUT', `/api/users/${client.id}`, {
    phone: canary('client phone'),
    address: canary('client address'),
    officeNotes: canary('client officeNotes'),
  })
  await admin.request('PUT', `/api/subcontractors/${sub.id}/notes`, { text: canary('sub notes') })
}

async function writeBid(admin: ApiClient) {
  const { id } = await admin.request<Thing>('POST', '/api/pending-bids', {
    name: canary('bid name'),
    address: '9 Oak Rd, Elgin',
    customerName: canary('bid customerName'),
    customerPhone: canary('bid customerPhone'),
    notes: canary('bid notes'),
    leadSource: canary('bid leadSource'),
    followUpNotes: canary('bid followUpNotes'),
  })
  return id
}

async function writeEntries(admin: ApiClient, jobId: string, sub: Thing) {
  const today = new Date().toISOString().slice(0, 10)
  const days = { jobId, startDate: addDays(today, -3), endDate: addDays(today, 4) }
  const later = addDays(today, 5)
  const entry = await admin.request<Thing>('POST', '/api/schedule', {
    ...days,
    title: canary('entry title'),
    description: canary('entry description'),
    notes: canary('entry notes'),
    completionNotes: canary('entry completionNotes'),
    assignedSubcontractorId: sub.id,
  })
  const internal = await admin.request<Thing>('POST', '/api/schedule', {
    ...{ jobId, startDate: later, endDate: later, internal: true },
    title: canary('internal title'),
    notes: canary('internal notes'),
  })
  await admin.request('POST', `/api/schedule/${internal.id}/crew`, {
    ...{ subcontractorId: sub.id, days: [later], role: canary('crew role') },
  })
  return { entryId: entry.id, internalId: internal.id }
}

async function writeMessages(admin: ApiClient, sub: ApiClient, jobId: string) {
  for (const audience of ['all', 'crew', 'client'] as const)
    await admin.request('POST', '/api/messages', {
      ...{ jobId, audience, content: canary(`message to ${audience}`) },
    })
  const wrong = { jobId, content: canary('message removed') }
  const { id } = await sub.request<Thing>('POST', '/api/messages', wrong)
  await admin.request('DELETE', `/api/messages/${id}`)
}

/** A job on which every text is a canary; and the addresses that are not of the sidebar. */
async function write(admin: ApiClient, sub: Thing & { api: ApiClient }, client: Thing) {
  await writePeople(admin, sub, client)
  const bidId = await writeBid(admin)
  const { id: jobId } = await admin.request<Thing>('POST', '/api/jobs', {
    name: canary('job name'),
    address: canary('job address'),
    notes: canary('job notes'),
    privateNotes: canary('job privateNotes'),
    customerName: canary('job customerName'),
    customerEmail: `${canary('job customerEmail')}@example.com`,
    customerPhone: canary('job customerPhone'),
    clientId: client.id,
    approvedAmount: 98_765_432,
  })
  await admin.request('POST', `/api/jobs/${jobId}/subcontractors`, { subcontractorId: sub.id })
  const { entryId, internalId } = await writeEntries(admin, jobId, sub)
  const task = await admin.request<Thing>('POST', '/api/tasks', {
    ...{ jobId, assigneeId: sub.id },
    name: canary('task name'),
    description: canary('task description'),
  })
  const comment = { message: canary('task comment') }
  await admin.request('POST', `/api/tasks/${task.id}/correspondence`, comment)
  await writeMessages(admin, sub.api, jobId)
  const rating = { score: 4, note: canary('rating note') }
  await admin.request('PUT', `/api/jobs/${jobId}/ratings/${sub.id}`, rating)
  const ofOffice = [`/pending-bids/${bidId}`, `/subcontractors/${sub.id}`]
  return (role: Role) => [
    ...[`/jobs/${jobId}`, `/jobs/${jobId}?entry=${entryId}`, `/jobs/${jobId}?tab=history`],
    `/messages?jobId=${jobId}`,
    ...(role === 'client'
      ? []
      : [`/jobs/${jobId}?task=${task.id}`, `/jobs/${jobId}?entry=${internalId}`]),
    ...(role === 'admin' ? ofOffice : []),
  ]
}

/** What a person finds. */
interface Found {
  readonly replies: string
  readonly screens: string
  /** The same screens, as the menu of the browser prints them. */
  readonly prints: string
  /** What Print brings to paper. */
  readonly lists: string
  readonly files: string
  /** The screens with a list to print. */
  readonly printable: readonly string[]
}

const textOf = async (page: Page) => (await page.locator('body').allInnerTexts()).join()

/** What a page says on paper: as it is, or the list that was printed. */
async function printedText(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const text = await textOf(page)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  return text
}

/** Opens every screen of a person, prints it both ways, and downloads its list. */
async function findAll(
  visit: StoryContext['visit'],
  api: ApiClient,
  paths: readonly string[],
): Promise<Found> {
  const page = await openToPrint((path) => visit(api, path), '/account')
  const { texts: replies, open } = watchReplies(page)
  const found = { screens: '', prints: '', lists: '', files: '' }
  const printable: string[] = []
  for (const path of paths) {
    await open(path)
    found.screens += await textOf(page)
    found.prints += await printedText(page)
    if (await page.getByRole('button', { name: 'Print', exact: true }).count()) {
      await pressPrint(page)
      // A schedule prints the screen itself.
      const isList = (await page.locator('body > .paper').count()) > 0
      found[isList ? 'lists' : 'prints'] += await printedText(page)
      if (isList) printable.push(new URL(page.url()).pathname)
    }
    if (await page.getByRole('button', { name: 'CSV', exact: true }).count())
      found.files += await pressCsv(page)
  }
  return { ...found, replies: replies.join('\n'), printable }
}

story('what is on screen, printed and exported is what may be read', async (context) => {
  const { admin, join, visit } = context
  const sub = await join('subcontractor', 'Sam')
  const client = await join('client', 'Cleo')
  const detailsOf = await write(admin, sub, client)
  const people = {
    A: ['admin', admin],
    S: ['subcontractor', sub.api],
    C: ['client', client.api],
  } as const
  const letters = ['A', 'S', 'C'] as const
  const all = await Promise.all(
    letters.map((letter) => {
      const [role, api] = people[letter]
      const ofSidebar = screens.filter(({ path, allows }) => allows(role) && !path.includes('$'))
      return findAll(visit, api, [...ofSidebar.map(({ path }) => path), ...detailsOf(role)])
    }),
  )
  const who = (where: Exclude<keyof Found, 'printable'>, text: string) =>
    letters
      .map((letter, index) => (all[index]?.[where].includes(text) ? letter : ' '))
      .join('')
      .trimEnd()
  const table = (where: Exclude<keyof Found, 'printable'>) =>
    Object.fromEntries(fields.map((field) => [field, who(where, canary(field))]))
  const expected = Object.fromEntries(fields.map((field) => [field, readersOf[field][1]]))

  expect({
    lists: table('lists'),
    files: table('files'),
    printable: all.map(({ printable }) => printable),
  }).toEqual({
    ...{ lists: expected, files: expected },
    printable: [
      ['/jobs', '/paid-2025', '/pending-bids', '/subcontractors', '/tasks', '/users', '/messages'],
      ['/jobs', '/tasks', '/messages'],
      ['/jobs', '/messages'],
    ],
  })
  // What a screen reads and shows depends on the day and on what has come by then, and its print leaves out more.
  for (const field of fields)
    for (const where of ['replies', 'screens', 'prints'] as const) {
      const others = [...who(where, canary(field))].filter(
        (one) => !readersOf[field][0].includes(one),
      )
      expect([where, field, others]).toEqual([where, field, []])
    }
  const seen = fields.filter((field) => who('screens', canary(field)) !== '')
  expect(seen).not.toContain('message removed')
  expect(seen.length).toBeGreaterThan(fields.length * 0.8)
  for (const where of ['screens', 'prints', 'lists', 'files'] as const) {
    expect([where, who(where, REMOVED)]).toEqual([where, 'AS'])
    const amount = where === 'files' ? '987654.32' : AMOUNT
    expect([where, who(where, amount)]).toEqual([where, 'A C'])
  }
})
