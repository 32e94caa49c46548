import type { templateRoutes } from '@plumbline/contract/templates.ts'
import { canaries, canary } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

async function newTemplate({ make }: Cast): Promise<string> {
  const templateData = {
    entries: [{ title: 'Demolition', startDay: 0, days: 2 }],
    tasks: [{ name: 'Permit' }],
  }
  return (await make('/api/schedule-templates', { name: `Bath ${next()}`, templateData })).id
}

export const templates: SliceTests<typeof templateRoutes> = {
  things: {
    '/api/schedule-templates': newTemplate,
  },
  writes: {
    create: () => ({
      body: {
        name: 'Kitchen',
        templateData: { entries: [{ title: 'Demolition', startDay: 0, days: 2 }], tasks: [] },
      },
    }),
    update: ({ id }) => ({
      params: { id: id('/api/schedule-templates') },
      body: { name: 'Bath, small' },
    }),
    remove: async (stage) => ({ params: { id: await newTemplate(stage) } }),
    apply: async (stage) => ({
      params: { id: stage.id('/api/jobs') },
      body: { templateId: await newTemplate(stage), startDate: '2026-12-07' },
    }),
    saveJob: ({ id }) => ({ params: { id: id('/api/jobs') }, body: { name: 'Porch' } }),
  },
  async canaries({ post }) {
    const entry = { title: canary('template entry'), startDay: 0, days: 1 }
    const templateData = { entries: [entry], tasks: [{ name: canary('template task') }] }
    const texts = canaries('template', ['name', 'description'])
    await post('/api/schedule-templates', { ...texts, templateData })
  },
  readers: {
    'template name': 'A',
    'template description': 'A',
    'template entry': 'A',
    'template task': 'A',
  },
}
