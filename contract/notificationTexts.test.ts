import { expect, test } from 'vitest'
import { type NotificationName, notificationNames } from './notificationKinds.ts'
import { notificationPath, notificationText } from './notificationTexts.ts'

const facts = {
  jobId: 'JOB',
  actorName: 'Tom Kowalski',
  subjectId: 'ID',
  subject: 'Countertop',
  day: '2026-12-07',
}
const all = Object.keys(notificationNames) as NotificationName[]

test('every notification says who did what, with one thing named and several counted', () => {
  const lines = all.flatMap((name) =>
    [1, 3].map(
      (count) => `${name} ${count}: ${notificationText({ ...facts, name, count }, '2026-11-19')}`,
    ),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "message.created 1: Tom Kowalski wrote a message",
      "message.created 3: Tom Kowalski wrote 3 messages",
      "task.comment 1: Tom Kowalski commented on “Countertop”",
      "task.comment 3: Tom Kowalski wrote 3 comments on tasks",
      "task.assigned 1: Tom Kowalski assigned “Countertop” to you",
      "task.assigned 3: Tom Kowalski assigned 3 tasks to you",
      "task.completed 1: Tom Kowalski finished “Countertop”",
      "task.completed 3: Tom Kowalski finished 3 tasks",
      "schedule.dates 1: “Countertop” moved to Dec 7",
      "schedule.dates 3: Tom Kowalski changed the schedule 3 times",
      "schedule.moved 1: Tom Kowalski moved several entries of the schedule",
      "schedule.moved 3: Tom Kowalski changed the schedule 3 times",
      "job.progress 1: Progress is now Countertop",
      "job.progress 3: Progress is now Countertop",
      "crew.asked 1: Tom Kowalski asks you to confirm your days",
      "crew.asked 3: Tom Kowalski asks you to confirm your days",
      "crew.answered 1: Tom Kowalski answered about a crew day",
      "crew.answered 3: Tom Kowalski answered about 3 crew days",
      "photo.created 1: Tom Kowalski added a photo",
      "photo.created 3: Tom Kowalski added 3 photos",
      "bid.converted 1: Tom Kowalski approved the bid “Countertop”",
      "bid.converted 3: Tom Kowalski approved 3 bids",
      "bid.viewed 1: Tom Kowalski looked at “Countertop”",
      "bid.viewed 3: Tom Kowalski looked at proposals 3 times",
      "bid.question 1: Tom Kowalski asked about “Countertop”",
      "bid.question 3: Tom Kowalski asked 3 questions about proposals",
      "bid.declined 1: Tom Kowalski declined “Countertop”",
      "bid.declined 3: Tom Kowalski declined 3 proposals",
      "bid.unanswered 1: No answer yet to “Countertop”, which ends soon",
      "bid.unanswered 3: No answer yet to 3 proposals, which end soon",
      "changeOrder.sent 1: Tom Kowalski sent you the change order “Countertop”",
      "changeOrder.sent 3: Tom Kowalski sent you 3 change orders",
      "changeOrder.viewed 1: Tom Kowalski looked at “Countertop”",
      "changeOrder.viewed 3: Tom Kowalski looked at change orders 3 times",
      "changeOrder.question 1: Tom Kowalski asked about “Countertop”",
      "changeOrder.question 3: Tom Kowalski asked 3 questions about change orders",
      "changeOrder.approved 1: Tom Kowalski approved “Countertop”",
      "changeOrder.approved 3: Tom Kowalski approved 3 change orders",
      "changeOrder.declined 1: Tom Kowalski declined “Countertop”",
      "changeOrder.declined 3: Tom Kowalski declined 3 change orders",
      "changeOrder.unanswered 1: No answer yet to “Countertop”, which ends soon",
      "changeOrder.unanswered 3: No answer yet to 3 change orders, which end soon",
      "invoice.issued 1: Tom Kowalski sent you the invoice “Countertop”",
      "invoice.issued 3: Tom Kowalski sent you 3 invoices",
      "invoice.viewed 1: Tom Kowalski looked at “Countertop”",
      "invoice.viewed 3: Tom Kowalski looked at invoices 3 times",
      "invoice.question 1: Tom Kowalski asked about “Countertop”",
      "invoice.question 3: Tom Kowalski asked 3 questions about invoices",
      "person.joined 1: Tom Kowalski accepted the invite",
      "person.joined 3: Tom Kowalski accepted the invite",
      "task.overdue 1: “Countertop” is overdue",
      "task.overdue 3: 3 tasks are overdue",
      "schedule.overdue 1: “Countertop” should be finished by now",
      "schedule.overdue 3: 3 entries should be finished by now",
      "invoice.overdue 1: “Countertop” is overdue",
      "invoice.overdue 3: 3 invoices are overdue",
      "update.drafted 1: The weekly update is ready to be sent",
      "update.drafted 3: 3 weekly updates are ready to be sent",
      "update.sent 1: Tom Kowalski sent you the update of the week",
      "update.sent 3: Tom Kowalski sent you 3 updates",
    ]
  `)
})

test('notifications without names are still readable', () => {
  const nameless = { ...facts, actorName: null, subject: null, day: null, count: 1 }
  expect(
    all.map((name) => notificationText({ ...nameless, name }, '2026-11-19')),
  ).toMatchInlineSnapshot(`
    [
      "Somebody wrote a message",
      "Somebody commented on a task",
      "Somebody assigned a task to you",
      "Somebody finished a task",
      "Somebody changed the schedule",
      "Somebody moved several entries of the schedule",
      "The progress changed",
      "Somebody asks you to confirm your days",
      "Somebody answered about a crew day",
      "Somebody added a photo",
      "The customer approved a bid",
      "The customer looked at a proposal",
      "The customer asked about a proposal",
      "The customer declined a proposal",
      "No answer yet to a proposal, which ends soon",
      "Somebody sent you a change order",
      "The customer looked at a change order",
      "The customer asked about a change order",
      "The customer approved a change order",
      "The customer declined a change order",
      "No answer yet to a change order, which ends soon",
      "Somebody sent you an invoice",
      "The customer looked at an invoice",
      "The customer asked about an invoice",
      "Somebody accepted the invite",
      "A task is overdue",
      "An entry should be finished by now",
      "An invoice is overdue",
      "The weekly update is ready to be sent",
      "Somebody sent you the update of the week",
    ]
  `)
})

test('every notification links to what it is about', () => {
  const lines = all.flatMap((name) =>
    [1, 3].map((count) => `${name} ${count}: ${notificationPath({ ...facts, name, count })}`),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "message.created 1: /messages?jobId=JOB",
      "message.created 3: /messages?jobId=JOB",
      "task.comment 1: /jobs/JOB?task=ID",
      "task.comment 3: /tasks?jobId=JOB",
      "task.assigned 1: /jobs/JOB?task=ID",
      "task.assigned 3: /tasks?jobId=JOB",
      "task.completed 1: /jobs/JOB?task=ID",
      "task.completed 3: /tasks?jobId=JOB",
      "schedule.dates 1: /jobs/JOB",
      "schedule.dates 3: /jobs/JOB",
      "schedule.moved 1: /jobs/JOB",
      "schedule.moved 3: /jobs/JOB",
      "job.progress 1: /jobs/JOB",
      "job.progress 3: /jobs/JOB",
      "crew.asked 1: /",
      "crew.asked 3: /",
      "crew.answered 1: /crew-board",
      "crew.answered 3: /crew-board",
      "photo.created 1: /photos?jobId=JOB",
      "photo.created 3: /photos?jobId=JOB",
      "bid.converted 1: /pending-bids/ID",
      "bid.converted 3: /pending-bids/ID",
      "bid.viewed 1: /pending-bids/ID",
      "bid.viewed 3: /pending-bids/ID",
      "bid.question 1: /pending-bids/ID",
      "bid.question 3: /pending-bids/ID",
      "bid.declined 1: /pending-bids/ID",
      "bid.declined 3: /pending-bids/ID",
      "bid.unanswered 1: /pending-bids/ID",
      "bid.unanswered 3: /pending-bids/ID",
      "changeOrder.sent 1: /change-orders/ID",
      "changeOrder.sent 3: /change-orders/ID",
      "changeOrder.viewed 1: /change-orders/ID",
      "changeOrder.viewed 3: /change-orders/ID",
      "changeOrder.question 1: /change-orders/ID",
      "changeOrder.question 3: /change-orders/ID",
      "changeOrder.approved 1: /change-orders/ID",
      "changeOrder.approved 3: /change-orders/ID",
      "changeOrder.declined 1: /change-orders/ID",
      "changeOrder.declined 3: /change-orders/ID",
      "changeOrder.unanswered 1: /change-orders/ID",
      "changeOrder.unanswered 3: /change-orders/ID",
      "invoice.issued 1: /invoices/ID",
      "invoice.issued 3: /invoices",
      "invoice.viewed 1: /invoices/ID",
      "invoice.viewed 3: /invoices/ID",
      "invoice.question 1: /invoices/ID",
      "invoice.question 3: /invoices/ID",
      "person.joined 1: /users",
      "person.joined 3: /users",
      "task.overdue 1: /jobs/JOB?task=ID",
      "task.overdue 3: /tasks?jobId=JOB",
      "schedule.overdue 1: /jobs/JOB",
      "schedule.overdue 3: /jobs/JOB",
      "invoice.overdue 1: /invoices/ID",
      "invoice.overdue 3: /invoices?status=overdue",
      "update.drafted 1: /jobs/JOB?update=ID",
      "update.drafted 3: /jobs/JOB?update=ID",
      "update.sent 1: /jobs/JOB?update=ID",
      "update.sent 3: /jobs/JOB?update=ID",
    ]
  `)
})

test.each([
  ['2026-12-07', 'Dec 7'],
  ['2025-12-31', 'Dec 31, 2025'],
  ['2027-01-05', 'Jan 5, 2027'],
])('a notification says the year of %s unless it is the current one', (day, text) => {
  const moved = { ...facts, name: 'schedule.dates' as const, day, count: 1 }
  expect(notificationText(moved, '2026-11-27')).toBe(`“Countertop” moved to ${text}`)
})
