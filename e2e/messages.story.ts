import type { Message } from '@plumbline/contract/messages.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { newJob } from './harness/jobs.ts'
import { tabTo } from './harness/keyboard.ts'
import { openToPrint } from './harness/letterhead.ts'
import { button, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

const say = (api: ApiClient, jobId: string, content: string, audience?: string) =>
  api.request<Message>('POST', '/api/messages', { jobId, content, audience })
const log = (page: Page) => page.getByRole('log')
const messageItem = (page: Page, text: string) =>
  log(page).getByRole('listitem').filter({ hasText: text })
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const readersLine = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

story(
  'the office and the crew talk about a job, and the client sees nothing of it',
  async ({ admin, join, visit }) => {
    const client = await join('client', 'Leonore')
    const jobId = await newJob(admin, 'Carriage house', { clientId: client.id })
    const sub = await join('subcontractor', 'Florestan', [jobId])
    const open = `/messages?jobId=${jobId}`

    const office = await visit(admin, open)
    await readersLine(office, 'Office, Leonore Client and Florestan Sub read this')
    // The audience is chosen and the message written without a mouse.
    await button(office, 'Crew').focus()
    await office.keyboard.press('Enter')
    await readersLine(office, 'Office and Florestan Sub read this')
    await box(office).fill('She pays late,')
    await box(office).press('Shift+Enter')
    await box(office).pressSequentially('so ask me before any extra work.')
    await box(office).press('Enter')
    await toast(office, 'Message sent successfully')
    expect(await box(office).inputValue()).toBe('')

    // On a phone, the projects and the conversation are separate views.
    const phone = await visit(sub.api, '/messages', { width: 390 })
    const projects = phone.getByRole('navigation', { name: 'Projects' })
    await phone.getByRole('link', { name: /Carriage house.*1 unread/ }).tap()
    await messageItem(phone, 'She pays late').waitFor()
    expect(await projects.isVisible()).toBe(false)
    await readersLine(phone, 'Only the office reads this')
    await box(phone).fill('Understood.')
    await button(phone, 'Send message').tap()
    await toast(phone, 'Message sent successfully')
    const back = phone.getByRole('link', { name: 'Back to projects' })
    const [over, under] = await Promise.all([
      phone.locator('[data-toast]').boundingBox(),
      back.boundingBox(),
    ])
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
    await back.tap()
    await projects.waitFor()
    expect(await box(phone).isVisible()).toBe(false)

    // Own messages are on the right.
    await messageItem(office, 'Understood.').waitFor()
    const [own, others] = await Promise.all(
      ['pays late', 'Understood.'].map((text) =>
        messageItem(office, text).locator('p').boundingBox(),
      ),
    )
    expect(own?.x ?? 0).toBeGreaterThan(others?.x ?? 0)
    const sent = await admin.request<Message[]>('GET', `/api/jobs/${jobId}/messages`)
    expect(sent.map(({ content }) => content)).toEqual([
      'She pays late,\nso ask me before any extra work.',
      'Understood.',
    ])
    expect(await client.api.request<Message[]>('GET', `/api/jobs/${jobId}/messages`)).toEqual([])
  },
)

/** Whether the text of an element ends on its left. */
const endsLeft = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    const [text] = element.childNodes
    const length = text?.textContent?.length ?? 0
    const [first, last] = [0, length - 1].map((at) => {
      if (text) range.setStart(text, at)
      if (text) range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    })
    return (last ?? 0) < (first ?? 0)
  })

story('each line has the direction of its own first letter', async ({ admin, visit }) => {
  const name = 'מטבח כהן!'
  const jobId = await newJob(admin, name)
  await say(admin, jobId, 'מתי?')
  await say(admin, jobId, 'When?')
  const page = await visit(admin, `/messages?jobId=${jobId}`)
  const line = (text: string) => messageItem(page, text).locator('p')
  await line('When?').waitFor()
  expect(await endsLeft(line('מתי?'))).toBe(true)
  expect(await endsLeft(line('When?'))).toBe(false)
  expect(await endsLeft(page.getByRole('heading', { name }))).toBe(true)
  await box(page).fill('ביום שני.')
  const direction = () => box(page).evaluate((element) => getComputedStyle(element).direction)
  expect(await direction()).toBe('rtl')
  await box(page).fill('Monday.')
  expect(await direction()).toBe('ltr')
})

story('a conversation can be printed, downloaded and cleaned up by keyboard', async (stage) => {
  const { admin, visit } = stage
  const jobId = await newJob(admin, 'Larder')
  await say(admin, jobId, 'Wrong job')
  const page = await openToPrint((path) => visit(admin, path), `/messages?jobId=${jobId}`)
  await messageItem(page, 'Wrong job').waitFor()
  await page.getByRole('link', { name: /Larder/ }).focus()
  await tabTo(page, 'Print')
  await page.keyboard.press('Enter')
  await page.locator('.paper').getByText('Wrong job').waitFor({ state: 'attached' })
  // The paper listens to the end of the printing only by the time the browser's dialog would open.
  await page.locator('html[data-printed]').waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.locator('.paper').waitFor({ state: 'detached' })
  await tabTo(page, 'CSV')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Space')])
  expect(file.suggestedFilename()).toBe('messages.csv')
  await tabTo(page, 'Remove message')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'Remove this message?' }).waitFor()
  await tabTo(page, 'Remove')
  await page.keyboard.press('Enter')
  await log(page).getByText('Message removed', { exact: true }).waitFor()

  // A window at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  await page.getByRole('button', { name: 'Other actions' }).waitFor()
  expect(await button(page, 'Print').isVisible()).toBe(false)
  const { y, height } = (await box(page).boundingBox()) ?? { y: 400, height: 0 }
  expect(y + height).toBeLessThan(400)
  const title = page.getByRole('heading', { name: 'Larder' })
  expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})
