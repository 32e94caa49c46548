import type { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import type { Photo } from '@plumbline/contract/photos.ts'
import { canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { Asking, SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'
import { newPhoto } from './photos.ts'

/** A line of $120. */
const line = {
  description: 'Outlet',
  quantity: '2',
  unit: 'piece',
  unitPrice: '60',
  unitCost: '35',
}

/** A change order with a photo, of a job of the client. */
export async function newChangeOrder(cast: Cast): Promise<string> {
  const jobId = await newJob(cast)
  const at = `/api/jobs/${jobId}/change-orders`
  const photoIds = [await newPhoto(cast, jobId)]
  const texts = { title: `Outlets ${next()}`, reason: 'More light' }
  const body = { ...texts, lines: [line], photoIds, daysAdded: 2 }
  return (await cast.make(at, body)).id
}

/** A change order that waits for the client. */
async function sentChangeOrder(cast: Cast): Promise<string> {
  const id = await newChangeOrder(cast)
  await cast.make(`/api/change-orders/${id}/proposals`, {})
  return id
}

type Get = (url: string) => Promise<{ readonly body: readonly Photo[] }>

/** The ids of the photos of a job that its client sees. */
async function sharedPhotos(jobId: string, get: Get): Promise<string[]> {
  const { body } = await get(`/api/photos?jobId=${jobId}`)
  return body.filter(({ clientVisible }) => clientVisible).map(({ id }) => id)
}

/** A change order that waits for the client of the canaries. */
async function waiting({ w, jobId }: Asking): Promise<string> {
  const lines = [{ ...line, details: 'With covers' }]
  const photoIds = await sharedPhotos(jobId, (url) => w.call('ada', 'GET', url))
  const body = { title: 'Outlets', reason: 'More light', lines, photoIds, daysAdded: 2 }
  const { id } = (await w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, body)).body
  await w.call('ada', 'POST', `/api/change-orders/${id}/proposals`, {})
  return id
}

export const changeOrders: SliceTests<typeof changeOrderRoutes> = {
  things: { '/api/change-orders': sentChangeOrder },
  writes: {
    create: ({ id }) => ({
      params: { id: id('/api/jobs') },
      body: { title: 'Window', lines: [line], daysAdded: 1 },
    }),
    update: async (stage) => ({
      params: { id: await newChangeOrder(stage) },
      body: { title: 'Two windows', lines: [line], daysAdded: 1 },
    }),
    remove: async (stage) => ({ params: { id: await newChangeOrder(stage) } }),
    accept: async (stage) => ({
      params: { id: await sentChangeOrder(stage) },
      body: { note: 'By phone' },
    }),
    approve: async (stage) => {
      const id = await sentChangeOrder(stage)
      const { total, version } = await stage.make(
        `/api/change-orders/${id}/offer`,
        undefined,
        'GET',
      )
      return {
        params: { id },
        body: { name: 'Cleo Client', consent: true, total, version },
        cookie: stage.people.client.cookie,
      }
    },
    view: async (stage) => ({
      params: { id: await sentChangeOrder(stage) },
      cookie: stage.people.client.cookie,
    }),
    decline: async (stage) => ({
      params: { id: await sentChangeOrder(stage) },
      body: { reason: 'Too much' },
      cookie: stage.people.client.cookie,
    }),
    ask: async (stage) => ({
      params: { id: await sentChangeOrder(stage) },
      body: { question: 'When?' },
      cookie: stage.people.client.cookie,
    }),
  },
  /** One that the client signed, one that was sent and changed since, and a draft. */
  async canaries({ post, put, write, jobId }) {
    const photoIds = await sharedPhotos(jobId, async (url) => ({
      body: await write('ada', 'GET', url),
    }))
    const at = `/api/jobs/${jobId}/change-orders`
    const texts = (of: string) => ({
      title: canary(`${of} title`),
      reason: canary(`${of} reason`),
      daysAdded: 2,
      lines: [
        {
          ...line,
          ...{ description: canary(`${of} line`), details: canary(`${of} details`) },
        },
      ],
    })
    const signed = await post(at, { ...texts('signed change'), photoIds })
    await post(`/api/change-orders/${signed.id}/proposals`, {})
    const offer = `/api/change-orders/${signed.id}`
    const { total, version } = await write('cleo', 'GET', `${offer}/offer`)
    const signature = { name: canary('signed change name'), consent: true, total, version }
    await write('cleo', 'POST', `${offer}/approve`, signature)
    const sent = await post(at, texts('sent change'))
    await post(`/api/change-orders/${sent.id}/proposals`, {})
    await write('cleo', 'POST', `/api/change-orders/${sent.id}/ask`, {
      question: canary('change question'),
    })
    await put(`/api/change-orders/${sent.id}`, texts('changed change'))
    await post(at, texts('draft change'))
  },
  readers: {
    'signed change title': 'A  C',
    'signed change reason': 'A  C',
    'signed change line': 'A  C',
    'signed change details': 'A  C',
    'signed change name': 'A  C',
    'change question': 'A',
    'sent change title': 'A  C',
    'sent change reason': 'A  C',
    'sent change line': 'A  C',
    'sent change details': 'A  C',
    'changed change title': 'A',
    'changed change reason': 'A',
    'changed change line': 'A',
    'changed change details': 'A',
    'draft change title': 'A',
    'draft change reason': 'A',
    'draft change line': 'A',
    'draft change details': 'A',
  },
  found: {
    '/api/change-orders': {
      'signed change title': 'AC',
      'sent change title': 'AC',
      'changed change title': 'A',
      'draft change title': 'A',
    },
  },
  answers: {
    approve: async (asking) => {
      const { w, call } = asking
      const id = await waiting(asking)
      const { total, version } = (await w.call('ada', 'GET', `/api/change-orders/${id}/offer`)).body
      const signature = { name: 'Cleo', consent: true, total, version }
      return [await call('POST', `/api/change-orders/${id}/approve`, signature)]
    },
    view: async (asking) => [
      await asking.call('POST', `/api/change-orders/${await waiting(asking)}/view`),
    ],
    decline: async (asking) => [
      await asking.call('POST', `/api/change-orders/${await waiting(asking)}/decline`, {}),
    ],
    ask: async (asking) => [
      await asking.call('POST', `/api/change-orders/${await waiting(asking)}/ask`, {
        question: 'When?',
      }),
    ],
  },
}
