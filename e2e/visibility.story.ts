import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { accessibilityFaults } from './harness/page.ts'
import { button, card, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const SECRET = 'Haggles, pays late'

interface Thing {
  readonly id: string
}

/** A job with a client and a sub, with work that only office and crew know all about. */
async function jobOf(admin: ApiClient, clientId: string, subId: string) {
  const job = await admin.request<Thing>('POST', '/api/jobs', {
    name: 'Alder Court kitchen',
    address: '418 Alder Ct, Elgin',
    clientId,
    approvedAmount: 4_825_075,
    notes: 'The dog is friendly',
    privateNotes: SECRET,
  })
  const entry = {
    jobId: job.id,
    title: 'Framing',
    startDate: '2026-11-02',
    endDate: '2026-11-04',
    estimatedHours: 37,
    priority: 'critical',
    notes: 'Bring the long ladder',
    assignedSubcontractorId: subId,
  }
  await admin.request('POST', '/api/schedule', entry)
  await admin.request('POST', '/api/tasks', {
    jobId: job.id,
    name: 'Hang doors',
    assigneeId: subId,
  })
  return job
}

/** All that a page says, in print as well. */
async function saysNothingOf(page: Page, words: readonly string[]) {
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media })
    const event = media === 'print' ? 'beforeprint' : 'afterprint'
    await page.evaluate((type) => window.dispatchEvent(new Event(type)), event)
    if (media === 'print') await page.locator('.paper').waitFor()
    for (const word of words)
      expect(await page.getByText(word).filter({ visible: true }).count(), word).toBe(0)
  }
}

const frame = (page: Page) => page.getByRole('region', { name: 'View as' })
const shown = (page: Page, name: string) =>
  main(page).getByRole('heading', { level: 1, name }).waitFor()

story('what the office writes about a customer stays with the office', async (stage) => {
  const { admin, join, visit } = stage
  const client = await join('client', 'Cleo')
  const sub = await join('subcontractor', 'Sam')

  const office = await visit(admin, '/pending-bids')
  await button(office, 'Create New Bid').click()
  await dialog(office).getByLabel('Project Name').fill('Barn roof')
  await dialog(office).getByLabel('Address', { exact: true }).fill('12 Quarry Rd, Elgin')
  await dialog(office).getByLabel('Notes').fill(SECRET)
  await dialog(office).getByText('Only the office can read this').waitFor()
  await button(office, 'Create Bid').click()
  await toast(office, 'Pending bid created successfully')
  await card(office, 'Barn roof').getByRole('button', { name: 'Approve' }).click()
  await dialog(office).getByRole('button', { name: 'Approve' }).click()
  await toast(office, 'Bid successfully converted to job')

  const [job] = await admin.request<Thing[]>('GET', '/api/jobs?search=Barn')
  if (!job) throw new Error('The bid became no job')
  await office.goto(`/jobs/${job.id}`)
  await shown(office, 'Barn roof')
  await saysNothingOf(office, [SECRET])
  await button(office, 'Edit Job').click()
  const form = dialog(office)
  await form.getByText('Everyone on this job can read this').waitFor()
  await form.getByRole('textbox', { name: 'Private Notes' }).fill('Second draw in writing')
  await form.getByRole('combobox', { name: 'Client' }).fill('Cleo')
  await form.getByRole('option', { name: /Cleo/ }).click()
  await button(office, 'Save Changes').click()
  await toast(office, 'Job updated successfully')
  const notes = office.getByRole('region', { name: 'Private Notes' })
  await notes.getByText('Second draw in writing').waitFor()
  await notes.getByTitle('Only the office can read this').waitFor()
  await office.getByRole('link', { name: 'Bid of this job' }).click()
  await shown(office, 'Barn roof')
  await main(office).getByText(SECRET).waitFor()

  await admin.request('POST', `/api/jobs/${job.id}/subcontractors`, { subcontractorId: sub.id })
  for (const { api } of [client, sub]) {
    const page = await visit(api, `/jobs/${job.id}`)
    await shown(page, 'Barn roof')
    await saysNothingOf(page, [SECRET, 'Second draw', 'Private Notes', 'Bid of this job'])
  }
})

story('an admin looks at a job as its client, and changes nothing', async (stage) => {
  const { admin, join, visit, checkAppearance } = stage
  const client = await join('client', 'Clara')
  const sub = await join('subcontractor', 'Stan')
  const job = await jobOf(admin, client.id, sub.id)
  const page = await visit(admin, `/jobs/${job.id}`)
  await shown(page, 'Alder Court kitchen')
  await page.getByText(SECRET).waitFor()

  // By keyboard, as everything.
  await button(page, 'View as…').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'View as' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/view-as/${client.id}/jobs/${job.id}`)
  await frame(page).getByText('Viewing as Clara').waitFor()
  await shown(page, 'Alder Court kitchen')
  const hidden = [
    SECRET,
    'Private Notes',
    '37h',
    'Critical',
    'long ladder',
    'Hang doors',
    'Edit Job',
  ]
  await saysNothingOf(page, hidden)
  // The same page as that person's own, but for the bar.
  const own = await visit(client.api, `/jobs/${job.id}`)
  await shown(own, 'Alder Court kitchen')
  await own.getByText('Framing').first().waitFor()
  await page.getByText('Framing').first().waitFor()
  // The last part of it to arrive.
  for (const each of [own, page]) await each.getByText('No weekly updates yet').waitFor()
  expect(await main(page).textContent()).toBe(await main(own).textContent())

  // What opens over the page leaves the bar free, and is not under it.
  await main(page).getByText('Framing').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'View Messages' }).click()
  await page.waitForURL(`/view-as/${client.id}/messages?jobId=${job.id}`)
  // Nothing is sent before it is known who reads it.
  await page.getByText('Only the office reads this').waitFor()
  expect(await page.getByPlaceholder('Write a message').isDisabled()).toBe(true)
  expect(await button(page, 'Send message').getAttribute('title')).toBe(
    'You are viewing as somebody else; nothing can be changed',
  )
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Find a job, person or bid').fill('alder court')
  await page.getByRole('option', { name: /^Alder Court kitchen/ }).click()
  await page.waitForURL(`/view-as/${client.id}/jobs/${job.id}`)
  await page.reload()
  await frame(page).getByText('Viewing as Clara').waitFor()

  await frame(page).getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(`/jobs/${job.id}`)
  await page.getByText(SECRET).waitFor()
  expect(await frame(page).count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.goto(`/view-as/${sub.id}/jobs/${job.id}`)
  await shown(page, 'Alder Court kitchen')
  await page.getByText('Hang doors').waitFor()
  expect(await button(page, 'Start').count()).toBe(0)
  await saysNothingOf(page, [SECRET, '$48,250.75'])

  await checkAppearance(admin, `/jobs/${job.id}`, 'view-as-choice', {
    narrow: true,
    ready: async (view) => {
      await shown(view, 'Alder Court kitchen')
      const choice = view.getByRole('dialog', { name: 'View as' })
      if (!(await choice.isVisible())) await button(view, 'View as…').click()
      await choice.getByRole('link', { name: /Stan/ }).waitFor()
    },
  })
  await checkAppearance(admin, `/view-as/${client.id}/jobs/${job.id}`, 'view-as-client', {
    narrow: true,
    ready: async (view) => {
      await frame(view).waitFor()
      await shown(view, 'Alder Court kitchen')
    },
  })
})

story('an admin looks at a job as one of its subs, and changes nothing', async (stage) => {
  const { admin, join, visit, checkAppearance } = stage
  const client = await join('client', 'Carmen')
  const sub = await join('subcontractor', 'Steve')
  const job = await jobOf(admin, client.id, sub.id)
  const page = await visit(admin, `/jobs/${job.id}`)
  await shown(page, 'Alder Court kitchen')
  await button(page, 'View as…').click()
  await page.getByRole('dialog', { name: 'View as' }).getByRole('link', { name: /Steve/ }).click()
  await page.waitForURL(`/view-as/${sub.id}/jobs/${job.id}`)
  await frame(page).getByText('Viewing as Steve Sub, subcontractor.').waitFor()
  await frame(page).getByText('Nothing can be changed.').waitFor()
  await shown(page, 'Alder Court kitchen')

  // The work with its crew notes is there; what the office keeps to itself and the client pays is not.
  await main(page).getByText('Hang doors').first().waitFor()
  await main(page).getByText('The dog is friendly').waitFor()
  const hidden = [SECRET, 'Private Notes', '$48,250.75', 'Edit Job', 'View as…']
  await saysNothingOf(page, hidden)
  const own = await visit(sub.api, `/jobs/${job.id}`)
  await shown(own, 'Alder Court kitchen')
  await main(own).getByText('Hang doors').first().waitFor()
  // What would change something is left out.
  const theirs = (await main(own).textContent())?.replace('Not StartedStart', 'Not Started')
  expect(await main(page).textContent()).toBe(theirs)
  await main(page).getByText('Framing').first().click()
  const entry = page.getByRole('dialog', { name: 'Framing' })
  await entry.getByText('Bring the long ladder').waitFor()
  await entry.getByText('37h').waitFor()
  await entry.getByRole('button', { name: 'Close' }).click()

  await page.goto(`/view-as/${sub.id}/messages?jobId=${job.id}`)
  await page.getByText('Only the office reads this').waitFor()
  expect(await page.getByPlaceholder('Write a message').isDisabled()).toBe(true)
  expect(await button(page, 'Send').isDisabled()).toBe(true)
  expect(await admin.request('GET', `/api/jobs/${job.id}/messages`)).toEqual([])
  const [task] = await admin.request<object[]>('GET', `/api/tasks?jobId=${job.id}`)
  expect(task).toMatchObject({ name: 'Hang doors', status: 'not_started' })

  await checkAppearance(admin, `/view-as/${sub.id}/jobs/${job.id}`, 'view-as-sub', {
    narrow: true,
    ready: async (view) => {
      await frame(view).waitFor()
      await shown(view, 'Alder Court kitchen')
    },
  })
})

story('only admins view as somebody', async ({ join, visit, expectError }) => {
  const client = await join('client', 'Carla')
  const sub = await join('subcontractor', 'Sidney')
  expectError(/^POST \/api\/users\/.+\/view-as: 403$/)
  const page = await visit(sub.api, `/view-as/${client.id}`)
  await page.getByRole('alert').getByText('This person cannot be viewed').waitFor()
  expect(await frame(page).count()).toBe(0)
})
