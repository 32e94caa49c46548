import type { Photo } from '@plumbline/contract/photos.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { checkThemes } from './harness/appearance.ts'
import { PASSWORD } from './harness/company.ts'
import { newJob } from './harness/jobs.ts'
import { focused, tabTo } from './harness/keyboard.ts'
import { SESSION_ENDED } from './harness/page.ts'
import {
  OFFLINE_ERRORS,
  phonePhotos,
  sendInterrupted,
  timesTaken,
  upload,
  uploadedPhotos,
  waitForUploadCode,
} from './harness/photoQueue.ts'
import { button, closeByEscape, dialog, main, toast } from './harness/screen.ts'
import { story } from './harness/story.ts'

story('each photo is stored once, despite faults', async (stage) => {
  const { admin, join, visit, expectError } = stage
  expectError(OFFLINE_ERRORS)
  const jobId = await newJob(admin, 'Mill house')
  const sub = await join('subcontractor', 'Caspar', [jobId])
  const count = 3
  const photos = await phonePhotos({ count, width: 2800 })
  const page = await visit(sub.api, '/photos', { width: 390 })
  const again = await sendInterrupted(page, photos, 8_000, {
    cutDuring: [1],
    closedDuring: 2,
  })
  await toast(again, '2 photos uploaded successfully')
  await expect.poll(() => again.getByRole('article').count()).toBe(count)
  const found = await uploadedPhotos(sub.api, jobId)
  expect(found).toMatchObject({
    takenAt: timesTaken(count),
    different: count,
    sizes: new Set(['1920 × 2560']),
  })
  expect(found.details).toEqual(Array(count).fill({ orientation: 1, hasPlace: true }))
})

const photosOf = (api: ApiClient, jobId: string) =>
  api.request<Photo[]>('GET', `/api/photos?jobId=${jobId}`)

const line = (page: Page, text: string) => button(page, text)

story('the tabs of a browser show one queue, and one of them sends it', async (stage) => {
  const { admin, join, visit, expectError } = stage
  expectError(OFFLINE_ERRORS)
  const jobId = await newJob(admin, 'Porch')
  const sub = await join('subcontractor', 'Dorothea', [jobId])
  const page = await visit(sub.api, '/photos')
  await waitForUploadCode(page)
  const other = await page.context().newPage()
  await other.goto('/photos')
  await waitForUploadCode(other)
  const counted = other.getByRole('navigation', { name: 'Main' }).getByText('waiting to be sent')
  await page.context().setOffline(true)
  await upload(page, 100, 150, 200)
  await dialog(page).getByText('Waits for a signal').nth(2).waitFor()
  await button(page, 'Continue in the background').click()
  await line(page, '3 of 3 wait for a signal').waitFor()
  await page.getByText(/^Offline since .*\. 3 photos are waiting to be sent\. What you/).waitFor()
  await expect.poll(() => counted.locator('..').textContent()).toBe('3 waiting to be sent')

  // One upload is canceled in the other tab, which sends the rest after the first tab is closed.
  await line(other, '3 of 3 wait for a signal').click()
  await dialog(other).getByRole('button', { name: 'Cancel the upload of IMG_150.png' }).click()
  await line(page, '2 of 2 wait for a signal').waitFor()
  await page.close()
  await other.context().setOffline(false)
  await toast(other, '2 photos uploaded successfully')
  await dialog(other).waitFor({ state: 'hidden' })
  expect(await counted.count()).toBe(0)
  expect(await photosOf(sub.api, jobId)).toHaveLength(2)
})

story('waiting photos are only for the person who chose them', async (stage) => {
  const { admin, join, visit, expectError } = stage
  expectError(OFFLINE_ERRORS)
  expectError(SESSION_ENDED)
  const jobId = await newJob(admin, 'Shed')
  const sub = await join('subcontractor', 'Emmerich', [jobId])
  const office = await join('admin', 'Ottilie')
  const page = await visit(sub.api, '/photos')
  await waitForUploadCode(page)
  await page.context().setOffline(true)
  await upload(page, 90)
  await button(page, 'Continue in the background').click()
  await line(page, '1 of 1 wait for a signal').waitFor()
  // The server rejects photos until the person has signed out.
  await page.context().route('**/api/photos', (route) => route.fulfill({ status: 503 }))
  expectError(/^POST \/api\/photos: 503$/)
  await page.context().setOffline(false)
  await line(page, 'Sending 1 of 1').waitFor()

  await button(page, 'Logout').click()
  const question = page.getByRole('alertdialog', { name: '1 photo is not sent yet' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Logout').click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'A complete job management solution' }).waitFor()
  await page.context().unroute('**/api/photos')

  const signIn = async (email: string) => {
    await page.goto(`/api/login?returnTo=${encodeURIComponent(`/photos?jobId=${jobId}`)}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(page, 'Sign in').click()
    await main(page).getByRole('heading', { name: 'Project Photos' }).waitFor()
  }
  await signIn(office.email)
  await upload(page, 250)
  await toast(page, 'Photo uploaded successfully')
  expect(await page.getByRole('article', { name: 'Upload of IMG_90.png' }).count()).toBe(0)
  const uploaders = async () =>
    (await photosOf(admin, jobId)).map(({ uploadedById }) => uploadedById).sort()
  expect(await uploaders()).toEqual([office.id])
  await page.goto('/api/logout')
  await signIn(sub.email)
  await toast(page, 'Photo uploaded successfully')
  expect(await uploaders()).toEqual([office.id, sub.id].sort())
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
})

story('waiting photos can be managed by keyboard, and signing out asks first', async (stage) => {
  const { admin, join, visit, expectError } = stage
  expectError(OFFLINE_ERRORS)
  expectError(/^POST \/api\/photos: (413|503)$/)
  const jobId = await newJob(admin, 'Veranda')
  const sub = await join('subcontractor', 'Philippa', [jobId])
  const page = await visit(sub.api, '/photos', { width: 390 })
  const nameOfFocus = async () => (await focused(page)).name
  await waitForUploadCode(page)
  await page.context().setOffline(true)
  await upload(page, 100, 150, 200)
  await dialog(page).getByText('Waits for a signal').nth(2).waitFor()
  await button(page, 'Continue in the background').click()
  await line(page, '3 of 3 wait for a signal').waitFor()
  await dialog(page).waitFor({ state: 'detached' })

  await line(page, '3 of 3 wait for a signal').focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('listitem').nth(2).waitFor()
  // The dialog itself gets the focus. Its first control would cancel an upload.
  const hasFocus = (element: Element) => element === document.activeElement
  await expect.poll(() => dialog(page).evaluate(hasFocus)).toBe(true)
  await checkThemes(page, 'upload-queue-390')
  await tabTo(page, 'Cancel the upload of IMG_150.png')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog(page).getByRole('listitem').count()).toBe(2)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  // The focus is restored a moment after the dialog is removed.
  await expect.poll(nameOfFocus).toBe('2 of 2 wait for a signal')

  // One photo is rejected. The other one gets 503 until the first one has been accepted.
  let hasRoom = false
  let isAvailable = false
  await page.context().route('**/api/photos', (route) => {
    const isFirst = route.request().postDataBuffer()?.includes('IMG_100.png')
    if (isAvailable || (isFirst && hasRoom)) {
      isAvailable = true
      return route.continue()
    }
    return route.fulfill(
      isFirst
        ? { status: 413, json: { code: 'quotaReached', message: 'There is no room for it' } }
        : { status: 503 },
    )
  })
  await page.context().setOffline(false)
  const part = line(page, 'Sending 1 of 1 · 1 was not sent')
  await part.waitFor()
  await part.focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText('There is no room for it').waitFor()
  await checkThemes(page, 'upload-failed-390')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })

  await button(page, 'More').click()
  await button(page, 'Logout').click()
  await page.getByRole('alertdialog', { name: '1 photo is not sent yet' }).waitFor()
  await closeByEscape(page.getByRole('alertdialog'))
  await button(page, 'Close menu').click()
  await dialog(page).waitFor({ state: 'detached' })

  await part.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog(page).evaluate(hasFocus)).toBe(true)
  await tabTo(page, 'Retry the upload of IMG_100.png')
  hasRoom = true
  await page.keyboard.press('Enter')
  // The line and the dialog close when all photos are sent.
  await toast(page, '2 photos uploaded successfully')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})
