import type { Notification } from '@plumbline/contract/notifications.ts'
import { expect, test } from 'vitest'
import { digestEmail, type EmailParts, notificationEmail } from './emails.ts'

const parts: EmailParts = {
  publicUrl: 'https://plumbline.test',
  company: 'Ridgeline',
  recipient: { id: 'SAM', firstName: 'Sam', lastName: 'Stone', email: 'sam@example.com' },
  today: '2026-11-27',
  id: 'DELIVERY',
  unsubscribe: 'https://plumbline.test/u',
}

test.each([
  ['2026-12-07', 'Dec 7'],
  ['2025-12-31', 'Dec 31, 2025'],
  ['2027-01-05', 'Jan 5, 2027'],
])('emails say the year of %s unless it is the current one', (day, text) => {
  const notification = {
    ...{ id: 'ID', kind: 'schedule', name: 'schedule.dates', count: 1, day, subject: 'Framing' },
    ...{ jobId: 'JOB', jobName: 'Deck', subjectId: 'ENTRY', actorName: 'Ada Adler' },
  } as Notification
  const line = `“Framing” moved to ${text}`
  expect(notificationEmail(parts, notification, [], 1).subject).toBe(`Deck: ${line}`)
  expect(notificationEmail(parts, notification, [], 1).text).toContain(`${line} on Deck.`)
  expect(digestEmail(parts, [notification], 1).text).toContain(`- ${line}\n`)
})
