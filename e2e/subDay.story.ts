import type { Message } from '@plumbline/contract/messages.ts'
import type { Photo } from '@plumbline/contract/photos.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { png } from './harness/png.ts'
import { story } from './harness/story.ts'

const waitForText = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor()
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const picture = (name: string, shade: number) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(png(640, 480, shade)),
})

story(
  "a sub's day on the phone is seen by the office and the client as it should be",
  async ({ admin, join, visit }) => {
    const client = await join('client', 'Adelheid')
    const job = await admin.request<{ id: string }>('POST', '/api/jobs', {
      name: 'Kitchen remodel',
      address: '418 Alder Ct, Elgin',
      approvedAmount: 4_825_075,
      clientId: client.id,
      status: 'in_progress',
    })
    const sub = await join('subcontractor', 'Wendelin', [job.id])
    const task = await admin.request<Task>('POST', '/api/tasks', {
      jobId: job.id,
      name: 'Hang upper cabinets',
      assigneeId: sub.id,
    })
    const other = await admin.request<{ id: string }>('POST', '/api/jobs', {
      name: 'Roof repair',
      address: '77 Prairie Ave',
    })

    // The sub uses touch only.
    const phone = await visit(sub.api, '/', { width: 390 })
    await phone.getByRole('link', { name: 'View Tasks' }).tap()
    await phone.getByRole('heading', { name: 'My Tasks' }).waitFor()
    await row(phone, 'Hang upper cabinets').getByRole('link', { name: 'Kitchen remodel' }).tap()
    await phone.getByRole('heading', { level: 1, name: 'Kitchen remodel' }).waitFor()
    expect(await phone.getByText('$48,250.75').count()).toBe(0)
    await row(phone, 'Hang upper cabinets').getByRole('button', { name: 'Start' }).tap()
    await waitForText(phone, 'Task updated successfully')
    await row(phone, 'Hang upper cabinets').getByRole('button', { name: 'Complete' }).waitFor()

    await phone.getByRole('link', { name: 'View Photos', exact: true }).tap()
    await waitForText(phone, 'No photos for selected project')
    await phone.getByRole('button', { name: 'Upload Photos' }).tap()
    const dialog = phone.getByRole('dialog', { name: 'Upload Photos' })
    await dialog
      .getByLabel('Choose photos')
      .setInputFiles([picture('IMG_1.png', 90), picture('IMG_2.png', 160)])
    await dialog.getByLabel('Caption').fill('Uppers are level')
    await dialog.getByRole('button', { name: 'Upload' }).tap()
    await dialog.waitFor({ state: 'hidden' })
    const cards = phone.getByRole('article', { name: 'Uppers are level' })
    await cards.nth(1).waitFor()
    expect(await cards.count()).toBe(2)
    await phone.goBack()

    // Waits for the photos, because they move everything below them.
    await phone.getByRole('link', { name: 'Open photo: Uppers are level' }).nth(1).waitFor()
    await row(phone, 'Hang upper cabinets').getByRole('button', { name: 'Complete' }).tap()
    // Completed tasks are collapsed.
    await phone.getByRole('button', { name: /1 finished · last: Hang upper cabinets/ }).tap()
    await row(phone, 'Hang upper cabinets').getByText('Completed', { exact: true }).waitFor()
    await phone.getByRole('link', { name: 'View Messages' }).tap()
    await phone.getByRole('textbox', { name: 'Message' }).fill('Uppers are in, two photos are up.')
    await phone.getByRole('button', { name: 'Send message' }).tap()
    await waitForText(phone, 'Message sent successfully')

    const tasks = await admin.request<Task[]>('GET', `/api/tasks?jobId=${job.id}`)
    expect(tasks).toMatchObject([{ id: task.id, status: 'completed', assigneeId: sub.id }])
    const office = await visit(admin, `/jobs/${job.id}`, { width: 390 })
    await office.getByRole('button', { name: /1 finished · last: Hang upper cabinets/ }).tap()
    await row(office, 'Hang upper cabinets').getByText('Completed', { exact: true }).waitFor()
    const money = office.getByRole('region', { name: 'Financial Information' })
    await money.getByText('$48,250.75').waitFor()
    await office.getByRole('link', { name: 'View Messages' }).tap()
    await row(office, 'Wendelin Sub').getByText('Uppers are in, two photos are up.').waitFor()

    const home = await visit(client.api, '/', { width: 390 })
    await home.getByRole('link', { name: 'View Details' }).tap()
    await home.getByRole('heading', { level: 1, name: 'Kitchen remodel' }).waitFor()
    await home.getByRole('link', { name: 'View Photos', exact: true }).tap()
    await home.getByRole('article', { name: 'Uppers are level' }).nth(1).waitFor()
    expect(
      await home
        .getByRole('button', { name: /Upload Photos|Delete photo|Edit the caption/ })
        .count(),
    ).toBe(0)
    expect(await home.getByText('Hang upper cabinets').count()).toBe(0)
    expect((await client.api.call('GET', '/api/tasks')).status).toBe(403)
    const photos = await client.api.request<Photo[]>('GET', '/api/photos')
    expect(photos.map(({ jobId, taskId, caption }) => [jobId, taskId, caption])).toEqual(
      Array(2).fill([job.id, null, 'Uppers are level']),
    )
    const messages = `/api/jobs/${job.id}/messages`
    expect(await admin.request<Message[]>('GET', messages)).toMatchObject([
      {
        senderName: 'Wendelin Sub',
        content: 'Uppers are in, two photos are up.',
        audience: 'crew',
      },
    ])
    expect(await client.api.request<Message[]>('GET', messages)).toEqual([])
    for (const { api } of [sub, client]) {
      expect((await api.call('GET', `/api/jobs/${other.id}`)).status).toBe(404)
      expect((await api.call('GET', `/api/jobs/${other.id}/messages`)).status).toBe(404)
    }
  },
)
