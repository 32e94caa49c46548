import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { crewSchedule } from '../../schema/crew.ts'
import { users } from '../../schema/people.ts'
import { mailCatcher } from '../../testing/mailCatcher.ts'
import { testApp } from '../../testing/testApp.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.close()
})

test('each sub who is asked gets one email with all their days', async () => {
  const catcher = await mailCatcher()
  open.push(catcher)
  const publicUrl = 'https://plumbline.example.com'
  const w = await testApp({ publicUrl, smtp: { url: catcher.url, from: undefined } })
  const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: 'Elm St\n2 Oak' })
  for (const [title, sub] of [
    ['Footings', 'sam'],
    ['Framing', 'sam'],
    ['Stairs', 'sue'],
  ] as const)
    await w.call('ada', 'POST', '/api/schedule', {
      jobId: job.body.id,
      title,
      startDate: '2096-03-05',
      endDate: '2096-03-06',
      assignedSubcontractorId: w.idOf(sub),
    })
  const mute = { role: 'subcontractor', firstName: 'Max', lastName: 'Mute' } as const
  const [max] = await w.db.insert(users).values(mute).returning()
  const period = { from: '2096-03-05', to: '2096-03-05' }
  const { body } = await w.call('ada', 'POST', '/api/crew/ask', period)
  expect(body).toMatchObject({ subs: 2, days: 3, withAddress: 2, emailed: true })
  await w.db
    .update(crewSchedule)
    .set({ subcontractorId: max?.id ?? '' })
    .where(eq(crewSchedule.subcontractorId, w.idOf('sue')))
  const again = await w.call('ada', 'POST', '/api/crew/ask', period)
  expect(again.body).toMatchObject({ subs: 2, days: 3, withAddress: 1, emailed: true })
  await w.close()
  const texts = new Map(catcher.emails.map(({ to, text }) => [to.join(), text]))
  expect([...texts.keys()].sort()).toEqual(['sam@example.com', 'sue@example.com'])
  expect(catcher.emails).toHaveLength(3)
  const forSam = texts.get('sam@example.com')
  for (const part of [
    'Mon, Mar 5, 2096, 8 AM',
    ': Footings, Deck, Elm St 2 Oak',
    ': Framing, Deck, Elm St 2 Oak',
    publicUrl,
  ])
    expect(forSam).toContain(part)
  expect(texts.get('sue@example.com')).not.toContain('Footings')
})
