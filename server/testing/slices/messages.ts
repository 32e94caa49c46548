import type { messageRoutes } from '@plumbline/contract/messages.ts'
import { notificationNames } from '@plumbline/contract/notificationKinds.ts'
import type { presenceRoutes } from '@plumbline/contract/presence.ts'
import { expect, vi } from 'vitest'
import { notifications } from '../../schema/notifications.ts'
import { canary } from '../canary.ts'
import type { Name } from '../testApp.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

async function newMessage({ make }: Cast, jobId: string): Promise<string> {
  return (await make('/api/messages', { jobId, content: `Hello ${next()}`, audience: 'all' })).id
}

export const messages: SliceTests<typeof messageRoutes> = {
  writes: {
    create: ({ id }) => ({
      body: { jobId: id('/api/jobs'), content: 'Inspection is on Friday', audience: 'all' },
    }),
    createSeveral: ({ id }) => ({
      body: { jobIds: [id('/api/jobs')], content: 'We are closed on Friday', audience: 'all' },
    }),
    remove: async (stage) => ({
      params: { id: await newMessage(stage, stage.id('/api/jobs')) },
    }),
    markRead: async (stage) => {
      const id = stage.id('/api/jobs')
      const { cookie } = stage.people.client
      const message = { jobId: id, content: 'When do you come?' }
      const sent = await stage.w.call('nobody', 'POST', '/api/messages', message, { cookie })
      await stage.w.db.insert(notifications).values({
        ...{ name: 'message.created', kind: notificationNames['message.created'], jobId: id },
        ...{ personId: stage.people.admin.id, actorId: stage.people.client.id },
        ...{ subjectId: sent.body.id, day: '2026-11-20' },
      })
      return { params: { id } }
    },
  },
  async canaries({ write, post, jobId, otherJobId }) {
    for (const audience of ['crew', 'client'] as const)
      await post('/api/messages', { jobId, audience, content: canary(`message ${audience}`) })
    const toOffice = { jobId, content: canary('message ofClient') }
    await write('cleo', 'POST', '/api/messages', toOffice)
    await post('/api/messages', { jobId, audience: 'all', content: canary('message all') })
    for (const sender of ['sam', 'cleo'] as const) {
      const message = { jobId: otherJobId, content: canary('message removed') }
      const { id } = await write(sender, 'POST', '/api/messages', message)
      await write('ada', 'DELETE', `/api/messages/${id}`)
    }
  },
  readers: {
    'message all': 'ASTC',
    'message crew': 'AST',
    'message client': 'A  C',
    'message ofClient': 'A  C',
    'message removed': '', // Removed by its sender.
  },
  found: {
    '/api/messages': {
      'message all': 'ASTC',
      'message crew': 'AST',
      'message client': 'AC',
      'message ofClient': 'AC',
    },
    '/api/conversations': {
      'job name': 'ASC',
      'job customerName': 'ASC',
      'bid name': 'ASTC',
      'bid customerName': 'ASTC',
    },
  },
  answers: {
    create: async ({ call, jobId }) => [
      await call('POST', '/api/messages', { jobId, content: 'Hello' }),
    ],
    createSeveral: async ({ call, jobId }) => [
      await call('POST', '/api/messages/several', {
        ...{ jobIds: [jobId], content: 'Hello', audience: 'all' },
      }),
    ],
  },
}

export const presence: SliceTests<typeof presenceRoutes> = {
  writes: {
    show: ({ id }) => ({ body: { tab: 'walk', jobId: id('/api/jobs'), state: 'viewing' } }),
  },
  answers: {
    show: async ({ w, name, role, jobId }) => {
      const show = (name: Name) =>
        w.call(name, 'PUT', '/api/presence', { tab: `tab-of-${name}`, jobId, state: 'viewing' })
      await show(role === 'admin' ? 'sam' : 'ada')
      // Waits until this node has received the presence of the other person.
      await vi.waitFor(async () => expect((await show(name)).body).not.toEqual([]))
      return [await show(name)]
    },
  },
}
