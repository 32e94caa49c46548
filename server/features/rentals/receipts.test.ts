import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { checkFiles } from '../../platform/files/integrity.ts'
import { events } from '../../schema/live.ts'
import { rentalExpenses } from '../../schema/rentals.ts'
import { bill, objectStream } from '../../testing/pdfs.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { rentalFiles } from './queries.ts'

const others = ['sam', 'sue', 'cleo', 'carl'] as const
const MIB = 1024 * 1024
const clean = bill()
const scripted = bill(['/S /JavaScript /JS (app.alert\\(1\\))'])

let w: TestApp
let picture: Buffer
let id: string
beforeAll(async () => {
  w = await testApp()
  picture = await phonePicture({ orientation: 6, width: 64, height: 48 })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.execute(sql`truncate ${rentalExpenses}`)
  await w.db.delete(events)
  await rm(folder('files'), { recursive: true, force: true })
  id = (await expense()).id
})

const folder = (name: string) => path.join(w.settings.dataDir, name)
const storedFiles = () => readdir(folder('files/receipts')).catch(() => [])
const uploadedFiles = () => readdir(folder('uploads')).catch(() => [])
const at = (of = id) => `/api/rental-expenses/${of}/receipt`

async function expense() {
  const body = { amount: 5, expenseType: 'Repairs', description: 'x', dateIncurred: '2026-11-20' }
  return (await w.call('ada', 'POST', '/api/rental-expenses', body)).body
}

interface Sent {
  readonly by?: Name | 'nobody'
  readonly to?: string
  readonly name?: string
  readonly headers?: Record<string, string>
}
const send = (
  content: Buffer,
  { by = 'ada', to = at(), name = 'bill.pdf', headers = {} }: Sent = {},
) => w.upload(by, to, { field: 'receipt', content, name, type: 'text/html' }, {}, headers)
const get = (query = '', by: Name | 'nobody' = 'ada') => w.call(by, 'GET', `${at()}${query}`)

async function saved(content: Buffer) {
  const answer = await send(content)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('a picture', () => {
  test('is stored in three sizes and shown in two', async () => {
    const { receiptUrl, receiptType } = await saved(picture)
    expect(receiptType).toBe('image/jpeg')
    expect(receiptUrl).toMatch(new RegExp(`^${at()}\\?v=[0-9a-f]{12}$`))
    expect(await storedFiles()).toHaveLength(3)
    expect(await uploadedFiles()).toEqual([])
    const image = await w.call('ada', 'GET', receiptUrl)
    expect(image.status).toBe(200)
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="receipt-2026-11-20-${id.slice(-6)}.webp"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
    })
    expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 64, height: 48 })
    expect((await get('?size=full')).bytes).toEqual(image.bytes)
    expect(await sharp((await get('?size=thumb')).bytes).metadata()).toMatchObject({ width: 64 })
    const original = await get('?size=original')
    expect(original.bytes).toEqual(picture)
    expect(original.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="receipt-2026-11-20-${id.slice(-6)}.jpeg"`,
    })
    const again = await w.call('ada', 'GET', receiptUrl, undefined, {
      'if-none-match': String(image.headers.etag),
    })
    expect(again.status).toBe(304)
    expect((await get('?size=huge')).status).toBe(400)
  })
})

describe('a PDF', () => {
  test('is stored unchanged and only served as a download', async () => {
    const { receiptUrl, receiptType } = await saved(clean)
    expect(receiptType).toBe('application/pdf')
    expect(await storedFiles()).toHaveLength(1)
    for (const url of [receiptUrl, `${at()}?size=full`, `${at()}?size=original`]) {
      const { status, bytes, headers } = await w.call('ada', 'GET', url)
      expect(status).toBe(200)
      expect(bytes).toEqual(clean)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="receipt-2026-11-20-${id.slice(-6)}.pdf"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    }
    expect((await get('?size=thumb')).status).toBe(404)
  })

  test('is recognized by its content, whatever its file name', async () => {
    for (const name of ['photo.jpg', '../../x', 'a\r\nx: y', '\u202efdp.exe']) {
      const { status, body } = await send(clean, { name })
      expect([status, body.receiptType]).toEqual([201, 'application/pdf'])
    }
    expect(await storedFiles()).toHaveLength(1)
  })
})

describe('an upload is refused and stores nothing for', () => {
  const text = {
    notReceipt: 'Choose a picture (JPEG, PNG, WebP, AVIF, GIF or HEIC) or a PDF',
    activePdf:
      'This PDF contains a script or another file. Print it to a new PDF and choose that one',
    badPicture: 'This picture is damaged and cannot be read',
    cut: 'This PDF is damaged or incomplete',
    size: 'A file may have at most 25 MB',
  }
  const none = async () => {
    expect(await storedFiles()).toEqual([])
    expect(await uploadedFiles()).toEqual([])
    const [row] = await w.db.select().from(rentalExpenses)
    expect(row).toMatchObject({ receiptUrl: null, receiptKey: null, receiptFiles: null })
    const names = (await w.db.select().from(events)).map(({ name }) => name)
    expect(names).toEqual(['rentalExpense.recorded'])
  }

  const cases: [string, Buffer, number, string, string][] = [
    ['a program', Buffer.from('4d5a90000300', 'hex'), 415, 'notReceipt', text.notReceipt],
    [
      'a page',
      Buffer.concat([Buffer.from('<!doctype html>'), clean]),
      415,
      'notReceipt',
      text.notReceipt,
    ],
    ['an archive', Buffer.from('PK\x03\x04'), 415, 'notReceipt', text.notReceipt],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'notReceipt',
      text.notReceipt,
    ],
    ['a PDF with a script', scripted, 415, 'activePdf', text.activePdf],
    [
      'a PDF with a script in an object stream',
      bill([objectStream('<< /S /JavaScript >>')]),
      415,
      'activePdf',
      text.activePdf,
    ],
    ['a truncated PDF', clean.subarray(0, 200), 415, 'notReceipt', text.cut],
    ['a damaged picture', Buffer.from('ffd8ff', 'hex'), 400, 'badPicture', text.badPicture],
    [
      'a GIF with a PDF in it',
      Buffer.concat([Buffer.from('GIF89a'), clean]),
      400,
      'badPicture',
      text.badPicture,
    ],
    ['25 MiB and a byte', Buffer.alloc(25 * MIB + 1), 413, 'fileTooLarge', text.size],
    ['40 MB', Buffer.alloc(40 * MIB), 413, 'tooLarge', text.size],
    ['an empty file', Buffer.alloc(0), 400, 'invalid', 'The file is empty'],
  ]
  test.each(cases)('%s', async (_, content, status, code, receipt) => {
    expect(await send(content)).toMatchObject({ status, body: { code, fields: { receipt } } })
    await none()
  })

  test('everybody but admins', async () => {
    expect((await send(clean, { by: 'nobody' })).status).toBe(401)
    for (const by of others) expect((await send(clean, { by })).status).toBe(403)
    await none()
  })

  test('an unknown expense', async () => {
    expect((await send(clean, { to: at(newId()) })).status).toBe(404)
    expect((await send(picture, { to: at('1') })).status).toBe(404)
    expect((await w.call('ada', 'POST', at(newId()), {})).status).toBe(404)
    await none()
  })

  test('a file that was not sent as a form', async () => {
    expect((await w.call('ada', 'POST', at(), { receipt: 'x' })).status).toBe(415)
    await none()
  })
})

describe('another receipt', () => {
  test('replaces the previous one and its files', async () => {
    const first = await saved(picture)
    const second = await saved(clean)
    expect(second.receiptUrl).not.toBe(first.receiptUrl)
    expect(await storedFiles()).toHaveLength(1)
    expect((await get()).bytes).toEqual(clean)
    await saved(picture)
    expect(await storedFiles()).toHaveLength(3)
  })

  test('that is refused keeps the previous one', async () => {
    await saved(clean)
    expect((await send(scripted)).status).toBe(415)
    expect((await get()).bytes).toEqual(clean)
    expect(await storedFiles()).toHaveLength(1)
  })

  test('uploaded concurrently several times leaves one complete receipt', async () => {
    const contents = [picture, clean, picture, clean, picture, clean]
    const answers = await Promise.all(contents.map((content) => send(content)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const { body } = await w.call('ada', 'GET', '/api/rental-expenses')
    expect(await storedFiles()).toHaveLength(body[0].receiptType === 'application/pdf' ? 1 : 3)
    expect((await get()).status).toBe(200)
  })

  test('is not stored twice under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    const first = await send(clean, { headers })
    const again = await send(clean, { headers })
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await storedFiles()).toHaveLength(1)
    expect((await w.call('ada', 'GET', first.body.receiptUrl)).status).toBe(200)
  })
})

describe('removing', () => {
  test('deletes the receipt and its files once, and keeps the expense', async () => {
    await saved(picture)
    expect((await w.call('ada', 'DELETE', at())).status).toBe(204)
    expect((await w.call('ada', 'DELETE', at())).status).toBe(404)
    expect((await get()).status).toBe(404)
    expect(await storedFiles()).toEqual([])
    const { body } = await w.call('ada', 'GET', '/api/rental-expenses')
    expect(body).toMatchObject([{ id, receiptUrl: null, receiptType: null }])
    const names = (await w.db.select().from(events).orderBy(events.id)).map(({ name }) => name)
    expect(names.slice(1)).toEqual(['rentalExpense.receipt', 'rentalExpense.receipt'])
  })

  test('is a 404 for an unknown expense', async () => {
    expect((await w.call('ada', 'DELETE', at(newId()))).status).toBe(404)
  })
})

test('receipts are a 403 for everybody but admins, whether they exist or not', async () => {
  await saved(picture)
  const bare = (await expense()).id
  for (const of of [id, bare, newId()])
    for (const query of ['', '?size=thumb', '?size=full', '?size=original', '?v=1']) {
      expect((await w.call('nobody', 'GET', `${at(of)}${query}`)).status).toBe(401)
      for (const name of others) {
        const answer = await w.call(name, 'GET', `${at(of)}${query}`)
        expect(answer).toMatchObject({
          status: 403,
          body: { message: 'Forbidden', code: 'forbidden' },
        })
      }
    }
  for (const name of others) expect((await w.call(name, 'DELETE', at())).status).toBe(403)
  expect((await w.call('nobody', 'DELETE', at())).status).toBe(401)
  expect(await storedFiles()).toHaveLength(3)
  for (const missing of [bare, newId(), '1'])
    expect((await w.call('ada', 'GET', at(missing))).status).toBe(404)
})

test('a reversal has no receipt; the reversed expense keeps its own', async () => {
  const { receiptUrl } = await saved(clean)
  const body = { correctAmount: '6.00' }
  await w.call('ada', 'POST', `/api/rental-expenses/${id}/reverse`, body)
  const all = (await w.call('ada', 'GET', '/api/rental-expenses')).body
  const urls = all.map((row: { receiptUrl: string | null }) => row.receiptUrl)
  expect(urls.filter(Boolean)).toEqual([receiptUrl])
  expect((await get()).bytes).toEqual(clean)
})

test('the file check finds missing and changed receipts', async () => {
  await saved(picture)
  const other = (await expense()).id
  await send(clean, { to: at(other) })
  const check = () =>
    checkFiles(diskStore(folder('files')), rentalFiles(w.db), {
      now: new Date('2100-01-01'),
      contents: true,
    })
  expect(await check()).toEqual({ missing: [], changed: [], orphaned: [] })
  const [pdf, ...images] = (await storedFiles()).sort((a, b) => Number(a > b)).toReversed()
  await writeFile(folder(`files/receipts/${pdf}`), 'x')
  expect((await check()).changed).toEqual([`receipts/${pdf}`])
  for (const name of images) await rm(folder(`files/receipts/${name}`))
  expect((await check()).missing).toHaveLength(3)
})
