import { route } from '@plumbline/contract/route.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type RawResponse, startServer } from '../testing/server.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { ApiError, addressOf, call } from './call.ts'
import { newQueryClient, query, refreshAll } from './query.ts'
import { useWrite } from './write.ts'

const Thing = z.object({ id: z.string(), name: z.string() })
const rows = {
  list: route({
    method: 'GET',
    path: '/api/things',
    summary: '',
    may: 'anyone',
    about: [],
    keep: true,
    query: z.object({ search: z.string().optional() }),
    reply: z.array(Thing),
  }),
  one: route({
    method: 'GET',
    path: '/api/things/:id',
    summary: '',
    may: 'anyone',
    about: [],
    keep: true,
    reply: Thing,
  }),
  create: route({
    method: 'POST',
    path: '/api/things',
    summary: '',
    may: 'anyone',
    body: z.object({ name: z.string() }),
    reply: Thing,
  }),
  upload: route({
    method: 'POST',
    path: '/api/things/file',
    summary: '',
    may: 'anyone',
    upload: 'file',
    reply: Thing,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/things/:id',
    summary: '',
    may: 'anyone',
    reply: z.undefined(),
    status: 204,
  }),
}

const server = await startServer()
afterAll(server.close)
beforeEach(() => {
  server.reset()
  server.visit('/jobs?status=on_hold')
  server.on('GET /api/things', { body: [] })
})
const { seen } = server
const post = (answer: RawResponse) => server.on('POST /api/things', answer)
const list = (answer: RawResponse) => server.on('GET /api/things', answer)

test('an address contains its parameters and omits empty ones', () => {
  expect(
    addressOf('/api/jobs/:id/subcontractors/:userId', { params: { id: 'a/b', userId: 'ü' } }),
  ).toBe('/api/jobs/a%2Fb/subcontractors/%C3%BC')
  expect(
    addressOf('/api/jobs', {
      query: { search: 'Elm & Oak', status: undefined, after: '', limit: 60 },
    }),
  ).toBe('/api/jobs?search=Elm+%26+Oak&limit=60')
})

test('a read has no content type and no key, a post has both', async () => {
  await call(rows.list, { query: { search: 'elm' } })
  post({ status: 201, body: { id: '1', name: 'Deck' } })
  expect(await call(rows.create, { body: { name: 'Deck' } })).toEqual({ id: '1', name: 'Deck' })
  const [read, written] = seen
  expect([
    read?.method,
    read?.url,
    read?.headers['content-type'],
    read?.headers['idempotency-key'],
  ]).toEqual(['GET', '/api/things?search=elm', undefined, undefined])
  expect([written?.headers['content-type'], written?.body]).toEqual([
    'application/json',
    '{"name":"Deck"}',
  ])
  expect(written?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('a response without a body is undefined', async () => {
  server.on('DELETE /api/things/1', { status: 204 })
  expect(await call(rows.remove, { params: { id: '1' } })).toBeUndefined()
  expect(seen[0]?.headers['content-type']).toBeUndefined()
})

test('an error is "<status>: <body>", and has the code and fields of the body', async () => {
  const body =
    '{"message":"The request is not valid","code":"invalid","fields":{"name":"Name is required"}}'
  post({ status: 400, body })
  const error = await call(rows.create, { body: { name: '' } }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `400: ${body}`,
    status: 400,
    code: 'invalid',
    reason: 'The request is not valid',
    fields: { name: 'Name is required' },
  })
})

test('an error with an empty body has the status text, one that is not ours its text', async () => {
  list({ status: 502 })
  await expect(call(rows.list)).rejects.toThrow(/^502: Bad Gateway$/)
  list({ status: 502, body: '<h1>Bad Gateway</h1>' })
  await expect(call(rows.list)).rejects.toMatchObject({
    message: '502: <h1>Bad Gateway</h1>',
    reason: undefined,
  })
})

test('an unreachable server is explained in plain words', async () => {
  list('hangup')
  await expect(call(rows.list)).rejects.toThrow(
    'The server cannot be reached. Check your connection and try again.',
  )
})

function Screen() {
  const list = useQuery(query(rows.list))
  const create = useWrite(rows.create, {
    success: 'Job created successfully',
    failure: 'Failed to create job',
  })
  return (
    <>
      <Toaster />
      <p>{list.data?.map((thing) => thing.name).join(', ') ?? 'none'}</p>
      <p data-testid="problem">{create.problem}</p>
      <button type="button" onClick={() => create.mutate({ body: { name: 'Deck' } })}>
        Create
      </button>
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={newQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
const create = () => act(() => screen.getByText('Create').click())
const posts = () => seen.filter(({ method }) => method === 'POST')

test('a write shows its toast and refreshes the affected lists', async () => {
  show()
  await waitFor(() => expect(seen).toHaveLength(1))
  post({ status: 201, body: { id: '1', name: 'Deck' } })
  list({ body: [{ id: '1', name: 'Deck' }] })
  create()
  expect(await screen.findByText('Job created successfully')).toBeTruthy()
  expect(screen.getByText('Success')).toBeTruthy()
  expect(await screen.findByText('Deck')).toBeTruthy()
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
})

test('after a write, data off screen is refreshed only when it is next shown', async () => {
  const client = newQueryClient()
  const read = () => client.query(query(rows.list))
  await read()
  await read()
  expect(seen).toHaveLength(1)
  await refreshAll(client)
  expect(seen).toHaveLength(1)
  list({ body: [{ id: '1', name: 'Deck' }] })
  expect(await read()).toEqual([{ id: '1', name: 'Deck' }])
  expect(seen).toHaveLength(2)
})

test('a failed write shows its toast, and gives the reason to the form', async () => {
  show()
  post({
    status: 409,
    body: { message: 'This conflicts with existing data', code: 'conflict' },
  })
  create()
  expect(await screen.findByText('Failed to create job')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByTestId('problem').textContent).toBe('This conflicts with existing data'),
  )
})

test('an unchanged repeat keeps its key after a broken connection, but not after a rejection', async () => {
  show()
  post('hangup')
  create()
  await screen.findByText('Failed to create job')
  post({ status: 409, body: { message: 'No', code: 'conflict' } })
  create()
  await waitFor(() => expect(screen.getByTestId('problem').textContent).toBe('No'))
  create()
  await waitFor(() => expect(posts()).toHaveLength(3))
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})

function UploadScreen({ body }: { body: FormData }) {
  const upload = useWrite(rows.upload, { failure: 'Failed to save' })
  return (
    <>
      <p data-testid="problem">{upload.problem}</p>
      <button type="button" disabled={upload.isPending} onClick={() => upload.mutate({ body })}>
        Upload
      </button>
    </>
  )
}

test('after a broken connection the same file keeps its key, another file gets a new one', async () => {
  server.on('POST /api/things/file', 'hangup')
  const client = newQueryClient()
  const screenWith = (body: FormData) => (
    <QueryClientProvider client={client}>
      <UploadScreen body={body} />
    </QueryClientProvider>
  )
  const file = new FormData()
  const { rerender } = render(screenWith(file))
  const upload = async (count: number) => {
    await waitFor(() => expect(screen.getByText('Upload')).toHaveProperty('disabled', false))
    act(() => screen.getByText('Upload').click())
    await waitFor(() => expect(posts()).toHaveLength(count))
  }
  await upload(1)
  await upload(2)
  rerender(screenWith(new FormData()))
  await upload(3)
  const keys = posts().map(({ headers }) => headers['idempotency-key'])
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})

test('a 401 shows a toast and opens sign-in once after 500 ms, to return here', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const timer = vi.spyOn(globalThis, 'setTimeout')
  post({ status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } })
  show()
  create()
  expect(await screen.findByText('Unauthorized')).toBeTruthy()
  expect(screen.getByText('You are logged out. Logging in again...')).toBeTruthy()
  expect(screen.queryByText('Failed to create job')).toBeNull()
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(timer.mock.calls.filter(([, ms]) => ms === 500)).toHaveLength(1)
  expect(assign.mock.calls).toEqual([['/api/login?returnTo=%2Fjobs%3Fstatus%3Don_hold']])
})
