import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import type { Notification } from '@plumbline/contract/notifications.ts'
import { notificationText } from '@plumbline/contract/notificationTexts.ts'
import { DAY_MS, HOUR_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../../schema/live.ts'
import { notifications } from '../../schema/notifications.ts'
import { proposals } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { joinEveryone } from '../../testing/notifications.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { notifyOnce } from './notifier.ts'
import { publishUnanswered } from './unanswered.ts'

// The app does not listen, so that nobody is notified before the test triggers it.
let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  await joinEveryone(w)
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(proposals)
  await w.db.delete(events)
  await w.db.delete(notifications)
})

async function linesOf(name: Name): Promise<string[]> {
  while (await w.db.transaction((tx) => notifyOnce(tx, { now: new Date(), emails: false })));
  const { body } = await w.call(name, 'GET', '/api/notifications')
  return body.map((one: Notification) => notificationText(one, '2026-11-19')).sort()
}
const post = async (name: Name, url: string, body: object = {}) => {
  const answer = await w.call(name, 'POST', url, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const submit = async (proposalId: string, fields: Record<string, string>) => {
  const { path } = (await w.call('ada', 'GET', `/api/proposals/${proposalId}/link`)).body
  return w.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
  })
}

/** A change order of a job of Cleo, as it was sent. */
async function sentChange() {
  const job = { name: 'Deck', address: 'Elm St', clientId: w.idOf('cleo'), approvedAmount: 1000 }
  const { id: jobId } = await post('ada', '/api/jobs', job)
  await post('ada', `/api/jobs/${jobId}/subcontractors`, { subcontractorId: w.idOf('sam') })
  const change = { title: 'Outlets', daysAdded: 1 }
  const { id } = await post('ada', `/api/jobs/${jobId}/change-orders`, change)
  await linesOf('ada')
  await w.db.delete(notifications)
  const proposal = await post('ada', `/api/change-orders/${id}/proposals`)
  return { id, proposal }
}
async function sentBid() {
  const bid = { name: 'Porch', address: 'Elm St', estimatedAmount: 100_000 }
  const { id } = await post('ada', '/api/pending-bids', bid)
  return { id, proposal: await post('ada', `/api/pending-bids/${id}/proposals`) }
}

describe('who is notified of a change order', () => {
  test('its client, when it is sent, by the title it was sent with', async () => {
    const { id } = await sentChange()
    await w.call('ada', 'PUT', `/api/change-orders/${id}`, { title: 'Secret', daysAdded: 1 })
    expect(await linesOf('cleo')).toEqual(['Ada Adler sent you the change order “Outlets”'])
    for (const name of ['ada', 'sam', 'carl'] as const) expect(await linesOf(name)).toEqual([])
  })

  test('the office, of a view, a question and an answer', async () => {
    const { id, proposal } = await sentChange()
    await submit(proposal.id, { step: 'viewed' })
    await post('cleo', `/api/change-orders/${id}/ask`, { question: 'When?' })
    const { total, version } = (await w.call('cleo', 'GET', `/api/change-orders/${id}/offer`)).body
    const signature = { name: 'Cleo', consent: true, total, version }
    await post('cleo', `/api/change-orders/${id}/approve`, signature)
    expect(await linesOf('ada')).toEqual([
      'Cleo Clark approved “Outlets”',
      'Cleo Clark asked about “Outlets”',
      'The customer looked at “Outlets”',
    ])
    const other = await sentChange()
    await submit(other.proposal.id, { step: 'decline' })
    expect(await linesOf('ada')).toEqual(['The customer declined “Outlets”'])
    expect(await linesOf('sam')).toEqual([])
  })
})

test('the office is notified of what a customer does with a proposal', async () => {
  const { proposal } = await sentBid()
  await submit(proposal.id, { step: 'viewed' })
  await submit(proposal.id, { step: 'ask', question: 'Cedar?' })
  const version = proposal.sha256
  const fields = { step: 'approve', name: 'Olga', consent: 'yes', total: '1000.00', version }
  await submit(proposal.id, fields)
  expect(await linesOf('ada')).toEqual([
    'The customer approved the bid “Porch”',
    'The customer asked about “Porch”',
    'The customer looked at “Porch”',
  ])
  const other = await sentBid()
  await submit(other.proposal.id, { step: 'decline' })
  expect(await linesOf('ada')).toContain('The customer declined “Porch”')
  expect(await linesOf('cleo')).toEqual([])
})

test('the office is reminded once, three days before the last day', async () => {
  const change = await sentChange()
  const bid = await sentBid()
  await linesOf('ada')
  await w.db.delete(notifications)
  const lastDayOf = async (id: string) =>
    (await w.db.select().from(proposals).where(eq(proposals.id, id)))[0]?.lastDay ?? ''
  const daysBefore = (lastDay: string, days: number) =>
    new Date(Date.parse(`${lastDay}T18:00:00Z`) - days * DAY_MS)
  const answerBy = await lastDayOf(change.proposal.id)
  await publishUnanswered(w.db, daysBefore(answerBy, 4))
  expect(await linesOf('ada')).toEqual([])
  await Promise.all([1, 2].map(() => publishUnanswered(w.db, daysBefore(answerBy, 3))))
  await publishUnanswered(w.db, daysBefore(answerBy, 2))
  expect(await linesOf('ada')).toEqual(['No answer yet to “Outlets”, which ends soon'])
  expect(await linesOf('cleo')).toEqual([])
  const goodUntil = await lastDayOf(bid.proposal.id)
  await publishUnanswered(w.db, daysBefore(goodUntil, 3))
  expect(await linesOf('ada')).toContain('No answer yet to “Porch”, which ends soon')
  // After its last day it is over.
  await w.db.delete(events)
  await publishUnanswered(w.db, daysBefore(goodUntil, -1))
  expect(await w.db.$count(events)).toBe(0)
})

test('the office is not reminded of what was sent since yesterday', async () => {
  const { proposal } = await sentChange()
  const sentAt = Date.now()
  const lastDay = addDays(dayIn('America/Chicago', new Date(sentAt)), 2)
  await w.db.update(proposals).set({ lastDay }).where(eq(proposals.id, proposal.id))
  const remindedAfter = async (hours: number) => {
    await w.db.delete(events)
    await publishUnanswered(w.db, new Date(sentAt + hours * HOUR_MS))
    return w.db.$count(events)
  }
  expect([await remindedAfter(23), await remindedAfter(25)]).toEqual([0, 1])
})
