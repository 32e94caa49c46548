import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { pictureOf, sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button } from './harness/screen.ts'
import { story } from './harness/story.ts'
import { storedFiles } from './harness/zip.ts'

story('an admin can download everything', async ({ admin, join, visit }) => {
  const job = { name: 'Deck / Zoë', address: '=1+1', notes: 'First\n- second' }
  const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', job)
  const sam = await join('subcontractor', 'Sam', [id])
  const content = png(64, 48, 90)
  const { body } = await sendPhoto(sam.api, { content }, { jobId: id })

  const page = await visit(admin, '/settings')
  const region = page.getByRole('region', { name: 'Your data' })
  await region.getByText(/^All tables, and 1 file \(\d/).waitFor()
  const saved = page.waitForEvent('download')
  await button(page, 'Download Everything').click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^plumbline-\d{4}-\d\d-\d\d\.zip$/)
  const files = storedFiles(await buffer(await download.createReadStream()))

  const jobs = files.get('tables/jobs.csv')?.toString()
  expect(jobs).toContain(`${id},Deck / Zoë,'=1+1,`)
  expect(jobs).toContain(`"First\n'- second"`)
  expect(files.get('tables/users.csv')?.toString()).toContain(sam.email)
  expect(files.has('tables/credentials.csv')).toBe(false)
  const pictures = [...files].filter(([path]) => path.startsWith('photos/'))
  expect(pictures.map(([path]) => path.replace(/[\da-f-]+\.\w+$/, '…'))).toEqual([
    'photos/Deck Zoë/…',
  ])
  expect(pictures[0]?.[1]).toEqual(Buffer.from(await pictureOf(admin, `${body.url}?size=original`)))
  // The screen is still open, so another download can be started.
  await region.waitFor()

  await page.goto('/settings/audit?group=data')
  await page.getByText(/^Downloaded everything: [\d,]+ rows and 1 file$/).waitFor()
})
