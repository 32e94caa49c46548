import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

interface Shown {
  kind: string
  title: string
  day: string
  status: string
}
const read = async (name: Name, url: string) => {
  const { status, body } = await w.call(name, 'GET', url)
  expect(status).toBe(200)
  return body.map(({ kind, title, day, status: s }: Shown) => `${day} ${kind} ${title} ${s}`)
}

test('lists starts and due days of visible jobs, and for a sub the deadlines of their tasks', async () => {
  const add = async (body: object) =>
    (await w.call('ada', 'POST', '/api/jobs', { address: 'Elm St', ...body })).body.id as string
  const deck = await add({
    name: 'Deck',
    clientId: w.idOf('cleo'),
    startDate: '2026-03-02',
    endDate: '2026-03-20',
  })
  await add({ name: 'Bath', status: 'in_progress', endDate: '2026-03-08' })
  const task = (body: object) => w.call('ada', 'POST', '/api/tasks', { jobId: deck, ...body })
  await task({ name: 'Posts', assigneeId: w.idOf('sam'), deadline: '2026-03-08' })
  await task({ name: 'Not due', assigneeId: w.idOf('sam') })
  await task({ name: 'Of Sue', assigneeId: w.idOf('sue'), deadline: '2026-03-09' })

  const ofDeck = ['2026-03-02 job_start Deck not_started', '2026-03-20 job_due Deck not_started']
  const bath = '2026-03-08 job_due Bath in_progress'
  const march = '/api/key-dates?from=2026-03-01&to=2026-03-31'
  expect(await read('ada', march)).toEqual([ofDeck[0], bath, ofDeck[1]])
  expect(await read('cleo', march)).toEqual(ofDeck)
  expect(await read('carl', march)).toEqual([])
  const posts = '2026-03-08 task_deadline Posts not_started'
  expect(await read('sam', march)).toEqual([ofDeck[0], posts, ofDeck[1]])

  expect(await read('ada', '/api/key-dates?from=2026-03-08&to=2026-03-08')).toEqual([bath])
  expect(await read('sam', '/api/key-dates?from=2026-03-08&to=2026-03-08')).toEqual([posts])
  expect(await read('sam', '/api/key-dates?from=2026-03-09&to=2026-03-10')).toEqual([])
  expect(await read('ada', `${march}&jobId=${deck}`)).toEqual(ofDeck)
  expect(await read('ada', `${march}&status=in_progress`)).toEqual([bath])
  expect((await w.call('ada', 'GET', '/api/key-dates?from=soon')).status).toBe(400)
})

test('lists the next five deadlines of open jobs and tasks', async () => {
  const next = '/api/key-dates?deadlines=true&limit=5&from=2099-01-01'
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  for (const [n, name] of names.entries())
    await w.call('ada', 'POST', '/api/jobs', {
      name,
      address: 'Oak St',
      clientId: w.idOf('carl'),
      startDate: '2026-04-01',
      endDate: `2099-04-0${6 - n}`,
    })
  await w.call('ada', 'POST', '/api/jobs', {
    name: 'Done',
    address: 'Oak St',
    status: 'completed',
    endDate: '2099-01-02',
  })
  const expected = ['F', 'E', 'D', 'C', 'B'].map(
    (name, n) => `2099-04-0${n + 1} job_due ${name} not_started`,
  )
  expect(await read('ada', next)).toEqual(expected)
  expect(await read('carl', next)).toEqual(expected)
  expect(await read('cleo', next)).toEqual([])
  const [job] = (await w.call('ada', 'GET', '/api/jobs?search=F')).body
  for (const [name, deadline, status] of [
    ['Early', '2099-03-01', 'in_progress'],
    ['Finished', '2099-03-02', 'completed'],
    ['Past', '2098-03-02', 'not_started'],
  ])
    await w.call('ada', 'POST', '/api/tasks', {
      jobId: job.id,
      name,
      deadline,
      status,
      assigneeId: w.idOf('sue'),
    })
  expect(await read('sue', next)).toEqual([
    '2099-03-01 task_deadline Early in_progress',
    '2099-04-01 job_due F not_started',
  ])
})
