import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { setup } from './company.ts'
import { newJob } from './jobs.ts'
import { sendPhoto } from './photos.ts'
import { png } from './png.ts'
import { newExpense, newIncome, newProperty, newTenant } from './rentals.ts'
import type { SampleCompany } from './sample.ts'

const LONG_NAME =
  'Whole-house renovation with a two-storey addition, new foundation drainage and a detached carriage house'
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const LONG_TEXT =
  'The meter base is older than the plan says, and the utility may want it replaced before they let us switch over. Who has time to ask them, and to write down what they answer?'
const LONG_PERSON = 'Maximiliana-Konstantina'

interface Entity {
  readonly id: string
}

/** A line with a long name, a large amount and a small margin. */
const longLine = (description: string, more = {}) => ({
  ...{ description, quantity: '12345.125', unit: 'linear feet of it', unitPrice: '1234.5678' },
  ...{ unitCost: '1230', category: 'subcontract', taxable: true, ...more },
})
/** The price of a bid with a section of each kind. */
const longPricing = {
  sections: [
    {
      title: LONG_NAME,
      kind: 'included',
      lines: [LONG_NAME, LONG_WORD].map((one) => longLine(one)),
    },
    { title: LONG_WORD, kind: 'optional', lines: [longLine(LONG_TEXT)] },
    {
      ...{ title: 'Floor', kind: 'choose_one' },
      lines: [longLine(LONG_WORD, { quantity: '-1' }), longLine(LONG_NAME, { chosen: false })],
    },
  ],
  discount: { kind: 'percent', value: '7.5' },
  taxRate: '8.875',
  schedule: [
    { title: LONG_NAME, share: { kind: 'percent', value: '12.5' } },
    { title: LONG_WORD, share: null },
  ],
  introduction: LONG_TEXT,
  terms: [{ title: LONG_NAME, text: LONG_TEXT }],
}

/** Adds records to the sample company with names and texts longer than any other in it. */
export async function addLongNames({ people }: SampleCompany): Promise<void> {
  const { admin, subcontractor, client } = people
  const sub = await subcontractor.request<Entity>('GET', '/api/auth/user')
  const customer = await client.request<Entity>('GET', '/api/auth/user')
  const today = dayIn(setup.timeZone, new Date())
  await newJob(admin, LONG_WORD, { status: 'on_hold', progress: 5 })
  const jobId = await newJob(admin, LONG_NAME, {
    ...{ address: `${LONG_WORD}, 58 Upper Reservoir Road Northwest`, status: 'in_progress' },
    ...{ progress: 65, approvedAmount: 99_999_999_999, clientId: customer.id },
    ...{ startDate: addDays(today, -20), endDate: addDays(today, -1), notes: LONG_TEXT },
    ...{ customerName: `${LONG_PERSON} van Hollis`, privateNotes: LONG_TEXT },
    ...{ customerEmail: `${LONG_PERSON}@example.com`, customerPhone: '(630) 555-0142' },
  })
  await admin.request('POST', `/api/jobs/${jobId}/subcontractors`, { subcontractorId: sub.id })
  for (const [title, from, more] of [
    [LONG_NAME, -2, { assignedSubcontractorId: sub.id, status: 'in_progress' }],
    [LONG_WORD, 3, { scheduleType: 'inspection', status: 'delayed' }],
  ] as const)
    await admin.request('POST', '/api/schedule', {
      ...{ jobId, title, startDate: addDays(today, from), endDate: addDays(today, from + 4) },
      ...more,
    })
  for (const name of [LONG_NAME, LONG_WORD])
    await admin.request('POST', '/api/tasks', {
      ...{ name, jobId, assigneeId: sub.id, deadline: '2026-03-05T21:00:00.000Z' },
    })
  for (const caption of [LONG_NAME, LONG_WORD, ''])
    await sendPhoto(admin, { content: png(640, 480, 90) }, { jobId, caption })
  for (const api of [admin, subcontractor, client])
    for (const content of [LONG_TEXT, LONG_WORD])
      await api.request('POST', '/api/messages', { jobId, content })
  await admin.request('POST', '/api/users', {
    ...{ firstName: LONG_PERSON, lastName: LONG_PERSON, email: `${LONG_PERSON}@example.org` },
    ...{ role: 'subcontractor', specialty: 'Standing-seam metal roofing and copper gutters' },
  })
  const bid = await admin.request<Entity>('POST', '/api/pending-bids', {
    ...{ name: LONG_NAME, address: `${LONG_WORD}, Elgin`, estimatedAmount: 123_456_789 },
    ...{ priority: 'high', leadSource: 'Referral', scope: LONG_TEXT, notes: LONG_TEXT },
    ...{ customerName: `${LONG_PERSON} van Hollis`, customerPhone: '(630) 555-0142' },
    ...{ customerEmail: `${LONG_PERSON}.van-hollis@example.com` },
  })
  await admin.request('PUT', `/api/pending-bids/${bid.id}/pricing`, longPricing)
  await admin.request('POST', `/api/pending-bids/${bid.id}/appointments`, {
    ...{ title: LONG_NAME, scheduledDate: '2026-12-01T15:00:00Z', description: LONG_TEXT },
  })
  const home = await newProperty(admin, '1402 Stevens St, the apartment over the store, 6')
  await newTenant(admin, home.id, LONG_PERSON, {
    ...{ firstName: LONG_PERSON, email: `${LONG_PERSON}@example.net` },
    ...{ emergencyContact: `${LONG_PERSON} Ortmann`, emergencyPhone: '(630) 555-0191' },
  })
  await newIncome(admin, home.id, { description: LONG_TEXT })
  await newExpense(admin, home.id, { description: LONG_TEXT.slice(0, 150), vendor: LONG_WORD })
}
