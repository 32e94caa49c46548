import { setTimeout } from 'node:timers/promises'
import type { Photo, photoRoutes } from '@plumbline/contract/photos.ts'
import { canary } from '../canary.ts'
import { phonePicture } from '../pictures/make.ts'
import { type Cast, formOf, next, type Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'

/** A photo that the client can see. */
export async function newPhoto({ upload }: Cast, jobId: string): Promise<string> {
  const fields = { jobId, caption: `Rails ${next()}`, clientVisible: 'true' }
  return (await upload('/api/photos', 'photo', fields)).id
}

const photoOf = (stage: Stage) => newPhoto(stage, stage.id('/api/jobs'))

/** Waits until the large renditions of all photos exist, which uploads do not wait for. */
export async function renditionsMade({ w }: Cast) {
  const waiting = `select 1 from photos where not jsonb_exists(files, 'full') limit 1`
  while ((await w.pool.query(waiting)).rows.length > 0) await setTimeout(50)
}

export const photos: SliceTests<typeof photoRoutes> = {
  things: {
    '/api/photos': photoOf,
  },
  writes: {
    create: (stage) => {
      const fields = { jobId: stage.id('/api/jobs'), caption: 'Windows' }
      const body = formOf('photo', stage.picture, 'a.jpg', fields)
      return { body, settled: () => renditionsMade(stage) }
    },
    update: ({ id }) => ({ params: { id: id('/api/photos') }, body: { caption: 'Doors' } }),
    share: async (stage) => ({ body: { ids: [await photoOf(stage)], clientVisible: false } }),
    move: async (stage) => ({
      body: { ids: [await photoOf(stage)], jobId: await newJob(stage) },
    }),
    caption: async (stage) => ({ body: { ids: [await photoOf(stage)], caption: 'Trim' } }),
    removeSeveral: async (stage) => ({ body: { ids: [await photoOf(stage)] } }),
    remove: async (stage) => ({ params: { id: await photoOf(stage) } }),
  },
  readers: {
    'photo caption': 'ASTC',
    'hidden caption': 'AST',
    'loose caption': 'AS',
  },
  found: {
    '/api/photos': { 'photo caption': 'ASTC', 'hidden caption': 'AST', 'loose caption': 'AS' },
  },
  answers: {
    create: async ({ w, name, jobId, taskId }) => {
      const file = { field: 'photo', content: await phonePicture({ width: 8, height: 6 }) }
      const fields = { jobId, taskId, caption: canary('photo caption') }
      return [await w.upload(name, '/api/photos', file, fields)]
    },
    update: async ({ w, call, taskId }) => {
      const { body } = await w.call('sam', 'GET', `/api/photos?taskId=${taskId}`)
      const answers = []
      for (const { id } of body)
        answers.push(await call('PUT', `/api/photos/${id}`, { caption: 'Rails' }))
      return answers
    },
    caption: async ({ w, call, role, sam }) => {
      const { body } = await w.call('sam', 'GET', '/api/photos')
      const own = body.filter((photo: Photo) => photo.uploadedById === sam)
      const ids = own.map(({ id }: Photo) => id)
      return [await call('POST', '/api/photos/caption', { ids, caption: role })]
    },
  },
}
