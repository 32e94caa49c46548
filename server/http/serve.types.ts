import { route } from '@plumbline/contract/route.ts'
import { z } from 'zod'
import type { Serve } from './serve.ts'

// Checked by the compiler alone: each `@ts-expect-error` is a mistake that must not compile. The
// file is never run.
declare const serve: Serve

const list = route({
  method: 'GET',
  path: '/api/things',
  summary: '',
  may: 'job.list',
  about: [],
  keep: true,
  reply: z.array(z.string()),
})
const one = route({
  method: 'GET',
  path: '/api/things/:id',
  summary: '',
  may: 'job.read',
  about: [],
  keep: true,
  reply: z.object({ id: z.string() }),
})
const add = route({
  method: 'POST',
  path: '/api/things',
  summary: '',
  may: 'job.create',
  body: z.object({ name: z.string() }),
  reply: z.object({ id: z.string() }),
})
const facts = { clientId: null, subcontractorIds: [] }

const read = { method: 'GET', summary: '', about: [], keep: true, reply: z.string() } as const
// @ts-expect-error a row without `may`
route({ ...read, path: '/api/things' })
// @ts-expect-error an action that is not in the policy
route({ ...read, path: '/api/things', may: 'thing.list' })
// @ts-expect-error a path outside /api
route({ ...read, path: '/things', may: 'anyone' })
const { about: _, ...withoutAbout } = read
// @ts-expect-error a read that does not declare what it is about
route({ ...withoutAbout, path: '/api/things', may: 'anyone' })
const { keep: __, ...withoutKeep } = read
// @ts-expect-error a read that does not declare whether a browser stores it
route({ ...withoutKeep, path: '/api/things', may: 'anyone' })

serve(list, { handle: async () => ['a'] })
// @ts-expect-error a reply that the row does not declare
serve(list, { handle: async () => [1] })
// @ts-expect-error a `find` where the path names no thing
serve(list, { find: async () => facts, handle: async () => ['a'] })

serve(one, { find: async () => facts, handle: async ({ params }) => ({ id: params.id }) })
// @ts-expect-error no `find` where the path names a thing
serve(one, { handle: async () => ({ id: '' }) })
// @ts-expect-error a `find` that does not yield the facts its rule needs
serve(one, { find: async () => ({ name: '' }), handle: async () => ({ id: '' }) })
// @ts-expect-error a parameter that the path does not have
serve(one, { find: async () => facts, handle: async ({ params }) => ({ id: params.jobId }) })

serve(add, { handle: async ({ body, person }) => ({ id: body.name + person.id }) })
// @ts-expect-error a body field that the schema does not have
serve(add, { handle: async ({ body }) => ({ id: body.title }) })
