import { formatWeekday } from '@plumbline/contract/crewDays.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { setup } from './harness/company.ts'
import { Finger } from './harness/finger.ts'
import { newJob } from './harness/jobs.ts'
import { sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const work = (page: Page) => main(page).getByRole('article')

story(
  "a sub's day: what, where, whom to call, and done, within reach of a thumb",
  async (stage) => {
    const { admin, join, visit, checkAppearance } = stage
    const me = await admin.request<{ id: string }>('GET', '/api/auth/user')
    await admin.request('PUT', `/api/users/${me.id}`, { phone: '(630) 555-0100' })
    const jobId = await newJob(admin, 'Kitchen remodel', {
      ...{
        status: 'in_progress',
        notes: 'Lockbox by the side door. Leave the water on after 4 PM.',
      },
      ...{ customerName: 'Maya Okafor', customerPhone: '(630) 555-0151', projectManagerId: me.id },
    })
    const sub = await join('subcontractor', 'Tom', [jobId])
    const tasks = [
      ['Install range hood duct', 'not_started', '2999-11-24T18:00:00.000Z'],
      ['Hang upper cabinets', 'in_progress', '2999-11-23T21:00:00.000Z'],
      ['Scribe end panels with a name that is longer than a phone is wide', 'not_started', null],
      ['Order panels', 'completed', '2025-03-01'],
    ] as const
    for (const [name, status, deadline] of tasks)
      await admin.request('POST', '/api/tasks', {
        jobId,
        name,
        status,
        deadline,
        assigneeId: sub.id,
      })
    const { id: entryId } = await admin.request<{ id: string }>('POST', '/api/schedule', {
      ...{ jobId, title: 'Cabinet install', assignedSubcontractorId: sub.id },
      ...{ startDate: '2026-11-02', endDate: '2026-11-04' },
    })
    expect(entryId).toBeTruthy()

    const page = await visit(sub.api, '/', { width: 390 })
    const finger = new Finger()
    await work(page).getByRole('heading', { name: 'Hang upper cabinets' }).waitFor()
    await work(page).getByText('Lockbox by the side door.').waitFor()
    // What was finished last year is not there.
    expect(await page.getByText('Order panels').count()).toBe(0)
    const map = work(page).getByRole('link', { name: 'Map' })
    expect(await map.getAttribute('href')).toContain('query=418+Alder+Ct')

    await finger.tap(work(page).getByRole('button', { name: 'Call' }))
    const manager = dialog(page).getByRole('link', { name: /Project manager/ })
    expect(await manager.getAttribute('href')).toBe('tel:6305550100')
    expect(finger.taps).toBe(1)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })

    finger.taps = 0
    await finger.tap(button(page, 'Complete'))
    await toast(page, 'Task updated successfully')
    expect(finger.taps).toBe(1)
    await work(page).getByRole('heading', { name: 'Install range hood duct' }).waitFor()
    await finger.tap(button(page, 'Undo'))
    await work(page).getByRole('heading', { name: 'Hang upper cabinets' }).waitFor()

    // The keyboard reaches everything in the order it is read.
    await main(page).getByRole('link', { name: 'View Tasks' }).first().focus()
    const reached: string[] = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
    }
    expect(reached).toEqual(['Kitchen remodel', 'Map', 'Call', 'Photo', 'Message', 'Complete'])

    await checkAppearance(sub.api, '/', 'subDay', (opened) => work(opened).waitFor())
  },
)

story(
  "a client's home: the newest photo, what happens and comes next, and whom to ask",
  async (stage) => {
    const { admin, join, visit, checkAppearance } = stage
    const me = await admin.request<{ id: string }>('GET', '/api/auth/user')
    await admin.request('PUT', '/api/settings', { phone: '(630) 555-0100' })
    const client = await join('client', 'Maya')
    const tom = await join('subcontractor', 'Ted')
    const fields = { clientId: client.id, projectManagerId: me.id }
    const jobId = await newJob(admin, 'Whole-house windows', {
      ...{ ...fields, status: 'in_progress', progress: 65 },
      ...{ startDate: '2026-11-03', endDate: '2999-12-18' },
    })
    await newJob(admin, 'Hall bath', { ...fields, status: 'not_started' })
    const today = dayIn(setup.timeZone, new Date())
    const entries = [
      ['Upper floor windows', -2, 2, tom.id],
      ['Countertop template', 5, 5, null],
    ] as const
    for (const [title, from, to, assignedSubcontractorId] of entries)
      await admin.request('POST', '/api/schedule', {
        ...{ jobId, title, assignedSubcontractorId },
        ...{ startDate: addDays(today, from), endDate: addDays(today, to) },
      })
    const [, template] = await admin.request<{ id: string }[]>('GET', `/api/jobs/${jobId}/schedule`)
    await admin.request('PUT', `/api/jobs/${jobId}/baseline`)
    const later = { endDate: addDays(today, 7), reason: 'Inspection' }
    await admin.request('PUT', `/api/schedule/${template?.id}`, later)
    for (const shade of [90, 160])
      await sendPhoto(admin, { content: png(640, 480, shade) }, { jobId })

    const page = await visit(client.api, '/', { width: 390 })
    const lead = main(page).getByRole('article', { name: 'Whole-house windows' })
    await lead.getByRole('link', { name: /^Open the newest photo/ }).waitFor()
    const until = formatWeekday(addDays(today, 2))
    const then = formatWeekday(addDays(today, 5))
    const sentence = `Upper floor windows is under way until ${until}, with Ted Sub. Next: Countertop template, on ${then}.`
    await lead.getByText(sentence, { exact: true }).waitFor()
    await lead.getByText('Dec 18, 2999').waitFor()
    await lead.getByText('2 days later than planned · Inspection', { exact: true }).waitFor()
    await main(page).getByText('2 photos were added').waitFor()
    expect(await lead.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe(
      'tel:6305550100',
    )
    await main(page).getByRole('article', { name: 'Hall bath' }).waitFor()

    await checkAppearance(client.api, '/', 'clientHome', (opened) =>
      opened.getByRole('link', { name: /^Open the newest photo/ }).waitFor(),
    )
    await lead.getByRole('link', { name: 'Message' }).tap()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
  },
)
