import { expect } from 'vitest'
import type { ApiClient } from './harness/apiClient.ts'
import { followed, type Write, written } from './harness/freshness.ts'
import { newJob } from './harness/jobs.ts'
import { type SentPhoto, sendPhoto } from './harness/photos.ts'
import { png } from './harness/png.ts'
import { button } from './harness/screen.ts'
import { story } from './harness/story.ts'

async function upload(
  api: ApiClient,
  caption: string,
  fields: Record<string, string>,
): Promise<SentPhoto> {
  const content = png(320, 240, 60 + (caption.length % 8) * 20)
  const file = { content, name: 'IMG_0001.png', type: 'image/png' }
  const { status, body } = await sendPhoto(api, file, { caption, ...fields })
  expect(status).toBe(201)
  return body
}

const writes: readonly Write[] = [
  {
    row: 'POST /api/photos/share',
    shownOn: ['Photos'],
    make: async (page) => {
      await button(page, 'Select').click()
      await button(page, 'Select all').click()
      await button(page, 'Hide from client').click()
      await written(page, '2 photos are now hidden from the client, who may have seen them already')
      await button(page, 'Select').waitFor()
    },
  },
]

story(
  'photos are fresh after they were hidden',
  async (stage) => {
    const jobId = await newJob(stage.admin, 'Loft fan')
    for (const caption of ['Rafters', 'Hatch']) await upload(stage.admin, caption, { jobId })
    await followed(stage, writes)
  },
  { alone: true },
)
