import type { OutgoingHttpHeader } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../server/testing/addresses.ts'
import { edits, requiredOf, textFieldOf } from '../server/testing/edits.ts'
import { readCompany, type SampleApp, sampleApp } from './testing.ts'

let app: SampleApp
beforeAll(async () => {
  app = await sampleApp()
})
afterAll(() => app.close())

test('every edit of a thing with a version says that it may be stale', () => {
  expect(edits.length).toBeGreaterThanOrEqual(10)
  for (const { path, fails } of edits) expect(fails, path).toContain('stale')
})

describe.each(edits)('If-Match on $method $path', (row) => {
  const field = textFieldOf(row)
  const required = requiredOf(row)
  let url = ''
  beforeAll(async () => {
    const addresses = await addressesOf(row.path, (list) => app.call('admin', 'GET', list))
    url = addresses[0] ?? ''
  })
  const edit = (body: object, version?: OutgoingHttpHeader) =>
    app.call(
      'admin',
      row.method,
      url,
      body,
      typeof version === 'string' ? { 'if-match': version } : {},
    )
  const write = (text: string, version?: OutgoingHttpHeader) =>
    edit({ ...required, [field]: text }, version)

  test('a stale version answers 412 and leaves every row as it was; the current one is taken', async () => {
    const stale = (await write('first')).headers.etag
    const second = await write('second', stale)
    expect(second).toMatchObject({ status: 200, body: { [field]: 'second' } })
    const rows = await readCompany(app.db)
    expect(await write('third', stale)).toMatchObject({ status: 412, body: { code: 'stale' } })
    if (Object.keys(required).length === 0) {
      const unchanged = await edit({})
      expect(unchanged.body).toMatchObject({ [field]: 'second' })
      expect(unchanged.headers.etag).toBe(second.headers.etag)
    }
    expect(await readCompany(app.db)).toEqual(rows)
    expect(await write('third', second.headers.etag)).toMatchObject({ status: 200 })
  })

  test('of ten edits at once with one version exactly one is taken', async () => {
    const version = (await write('first')).headers.etag
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => write(`Title ${n}`, version)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
  })
})
