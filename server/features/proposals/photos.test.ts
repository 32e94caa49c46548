import type { Offer } from '@plumbline/contract/changeOrders.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import type { Photo } from '@plumbline/contract/photos.ts'
import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readProposal } from '../../documents/canonical.ts'
import { throttles } from '../../schema/auth.ts'
import { photos } from '../../schema/photos.ts'
import { proposals } from '../../schema/proposals.ts'
import { settings } from '../../schema/settings.ts'
import { upright } from '../../testing/pictures/make.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let picture: Buffer
let jobId: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'Ridgeline', timeZone: 'America/Chicago' })
  picture = await (await upright(80, 60)).jpeg().toBuffer()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
  jobId = await newJob()
})

async function newJob(): Promise<string> {
  const job = { name: 'Kitchen', address: '418 Alder Ct', clientId: w.idOf('cleo') }
  return (await w.call('ada', 'POST', '/api/jobs', { ...job, approvedAmount: 100_000 })).body.id
}
async function newPhoto(caption: string, fields: Record<string, string> = {}): Promise<string> {
  const file = { field: 'photo', content: picture }
  const answer = await w.upload('ada', '/api/photos', file, { jobId, caption, ...fields })
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as Photo).id
}
const add = (photoIds: unknown) =>
  w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, {
    ...{ title: 'Lighting', daysAdded: 1, photoIds },
  })
const step = (name: Name, id: string, path: string, body: object = {}) =>
  w.call(name, 'POST', `/api/change-orders/${id}/${path}`, body)
const offerOf = async (name: Name, id: string): Promise<Offer> =>
  (await w.call(name, 'GET', `/api/change-orders/${id}/offer`)).body
const statusOf = async (name: Name, url = '') => (await w.call(name, 'GET', url)).status
const remove = (id: string) => w.call('ada', 'DELETE', `/api/photos/${id}`)
const linkOf = async (proposalId: string): Promise<string> =>
  (await w.call('ada', 'GET', `/api/proposals/${proposalId}/link`)).body.path
const get = (url: string) => w.app.inject({ url, headers: { host: 'localhost' } })

/** A change order that waits for Cleo, with a photo that she sees and one that is hidden. */
async function waiting() {
  const ids = [
    await newPhoto('North wall'),
    await newPhoto('Behind it', { clientVisible: 'false' }),
  ]
  const { id } = (await add(ids)).body
  const proposal = (await step('ada', id, 'proposals')).body
  return { id, photoIds: ids, proposalId: proposal.id as string }
}

describe('a draft', () => {
  test('has photos of its job, each once and in their order', async () => {
    const [first, second] = [await newPhoto('First'), await newPhoto('Second')]
    const draft = (await add([second, first, second])).body
    expect(draft.photoIds).toEqual([second, first])
    expect((await offerOf('ada', draft.id)).photos).toMatchObject([
      { caption: 'Second', url: `/api/photos/${second}/image`, width: 80, height: 60 },
      { caption: 'First' },
    ])
    expect((await remove(second)).status).toBe(204)
    expect((await offerOf('ada', draft.id)).photos).toMatchObject([{ caption: 'First' }])
    // It is saved by somebody who opened the form before.
    const path = `/api/change-orders/${draft.id}`
    expect((await w.call('ada', 'GET', path)).body.photoIds).toEqual([first])
    const change = { title: 'Lighting', daysAdded: 2, photoIds: [second, first] }
    expect(await w.call('ada', 'PUT', path, change)).toMatchObject({
      ...{ status: 200, body: { photoIds: [first], daysAdded: 2 } },
    })
  })

  test.each([
    ['no list', 'one', 'Send a list of photo ids'],
    ['13 photos', Array.from({ length: 13 }, () => crypto.randomUUID()), 'At most 12 photos'],
    ['an unknown photo', [crypto.randomUUID()], 'Choose photos of this job'],
  ])('is refused with %s', async (_, photoIds, message) => {
    const answer = await add(photoIds)
    expect([answer.status, answer.body.fields]).toEqual([400, { photoIds: message }])
  })

  test('is refused with a photo of another job, also when it is changed', async () => {
    const elsewhere = await newPhoto('Elsewhere', { jobId: await newJob() })
    const { id, updatedAt: _, ...draft } = (await add([])).body
    const change = { title: draft.title, photoIds: [elsewhere] }
    const answer = await w.call('ada', 'PUT', `/api/change-orders/${id}`, change)
    expect(answer.body.fields).toEqual({ photoIds: 'Choose photos of this job' })
  })

  test('is a page and a PDF as the customer would get it, without its costs', async () => {
    const photoIds = [await newPhoto('North wall')]
    const line = { description: 'LED strips', quantity: '1', unitPrice: '740', unitCost: '213.77' }
    const body = { title: 'Lighting', lines: [line], daysAdded: 1, photoIds }
    const { id } = (await w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, body)).body
    const path = `/api/change-orders/${id}/document`
    const page = await w.call('ada', 'GET', path)
    for (const part of ['Change order 1 · ', 'LED strips', `/api/photos/${photoIds[0]}/image`])
      expect(page.text).toContain(part)
    const pdf = await w.call('ada', 'GET', `${path}.pdf`)
    const document = await getDocumentProxy(new Uint8Array(pdf.bytes))
    const written = (await extractText(document)).text.join('')
    expect(written).toContain('740.00')
    expect(pdf.bytes.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
    for (const text of [page.text, written]) expect(text).not.toContain('213.77')
    expect([await statusOf('cleo', path), await statusOf('sam', path)]).toEqual([403, 403])
  })
})

describe('a version', () => {
  test('shows its photos to the client and on the page of its link, and to nobody else', async () => {
    const { id, proposalId, photoIds } = await waiting()
    const { photos: shown } = await offerOf('cleo', id)
    expect(shown).toMatchObject([{ caption: 'North wall' }, { caption: 'Behind it' }])
    for (const { url } of shown) {
      const answer = await w.call('cleo', 'GET', url)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      expect([await statusOf('sam', url), await statusOf('carl', url)]).toEqual([403, 404])
    }
    expect(await statusOf('cleo', `/api/photos/${photoIds[1]}/image`)).toBe(404)
    for (const [place, status] of [
      ['3', 404],
      ['0', 400],
      ['x', 400],
      ['100', 400],
    ] as const)
      expect(await statusOf('cleo', `/api/proposals/${proposalId}/photo?place=${place}`)).toBe(
        status,
      )

    const link = await linkOf(proposalId)
    const { body: page } = await get(link)
    for (const place of [1, 2]) {
      expect(page).toContain(`<a href="${link}/photos/${place}"><img src="${link}/photos/${place}"`)
      const answer = await get(`${link}/photos/${place}`)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    }
    expect(page).toContain('Behind it, ')
    for (const place of ['3', '0', 'x'])
      expect((await get(`${link}/photos/${place}`)).statusCode).toBe(404)
    await w.call('ada', 'POST', `/api/proposals/${proposalId}/withdraw`, {})
    expect((await get(`${link}/photos/1`)).statusCode).toBe(404)
    expect(await statusOf('cleo', shown[0]?.url)).toBe(404)
  })

  test('shows its photos neither to the client of another customer nor behind an expired link', async () => {
    const { proposalId } = await waiting()
    // A job of another client, who signs in for another customer, with a version of its own.
    const other = { name: 'Bath', address: '9 Oak St', clientId: w.idOf('carl') }
    const { id: otherJob } = (await w.call('ada', 'POST', '/api/jobs', other)).body
    const order = {
      title: 'Tub',
      daysAdded: 1,
      photoIds: [await newPhoto('Tub', { jobId: otherJob })],
    }
    const path = `/api/jobs/${otherJob}/change-orders`
    const { id } = (await w.call('ada', 'POST', path, order)).body
    const { id: otherId } = (await step('ada', id, 'proposals')).body
    const photoOf = (version: string) => `/api/proposals/${version}/photo?place=1`
    expect([
      await statusOf('carl', photoOf(otherId)),
      await statusOf('carl', photoOf(proposalId)),
    ]).toEqual([200, 404])
    expect(await statusOf('cleo', photoOf(otherId))).toBe(404)
    expect((await get(photoOf(proposalId))).statusCode).toBe(401)

    const link = await linkOf(proposalId)
    expect((await get(`${link}/photos/1`)).statusCode).toBe(200)
    const { lastDay } = (
      await w.db.select().from(proposals).where(eq(proposals.id, proposalId))
    )[0] as { lastDay: string }
    // The last day is over everywhere.
    w.clock.now = new Date(`${addDays(lastDay, 2)}T12:00:00Z`)
    expect((await get(`${link}/photos/1`)).statusCode).toBe(404)
    w.clock.now = new Date()
  })

  test('names the characters that its PDF cannot show, to the office', async () => {
    const { id } = (await add([await newPhoto('陈伟')])).body
    const { id: proposalId } = (await step('ada', id, 'proposals')).body
    const page = `/api/proposals/${proposalId}/document`
    expect((await w.call('ada', 'GET', page)).text).toContain('boxes for 陈 伟')
    expect((await w.call('cleo', 'GET', page)).text).not.toContain('boxes')
  })

  test('names the hash of each original, and is the same after a caption changed', async () => {
    const { id, proposalId, photoIds } = await waiting()
    const [row] = await w.db.select().from(proposals).where(eq(proposals.id, proposalId))
    const rows = await w.db
      .select({ id: photos.id, sha256: sql<string>`${photos.files}->'original'->>'sha256'` })
      .from(photos)
      .where(eq(photos.jobId, jobId))
    const hashes = photoIds.map((one) => rows.find((photo) => photo.id === one)?.sha256)
    expect(readProposal(row?.content ?? '').photos.map(({ sha256 }) => sha256)).toEqual(hashes)
    await w.call('ada', 'PUT', `/api/photos/${photoIds[0]}`, { caption: 'South wall' })
    expect((await offerOf('cleo', id)).photos[0]?.caption).toBe('North wall')
  })

  test('has its photos as long as it waits and once it was approved, but not when it is over', async () => {
    const declined = await waiting()
    const sent = { status: 409, body: { code: 'photoSent' } }
    expect(await remove(declined.photoIds[0] ?? '')).toMatchObject(sent)
    const several = await w.call('ada', 'POST', '/api/photos/delete', { ids: declined.photoIds })
    expect(several).toMatchObject(sent)
    // With another job it could be deleted.
    const move = { ids: declined.photoIds, jobId: await newJob() }
    expect(await w.call('ada', 'POST', '/api/photos/move', move)).toMatchObject(sent)
    await step('cleo', declined.id, 'decline')
    expect((await remove(declined.photoIds[0] ?? '')).status).toBe(204)
    expect((await offerOf('cleo', declined.id)).photos).toMatchObject([
      { caption: 'Behind it', url: `/api/proposals/${declined.proposalId}/photo?place=2` },
    ])

    const { id, proposalId, photoIds } = await waiting()
    const { total, version } = await offerOf('cleo', id)
    await step('cleo', id, 'approve', { name: 'Cleo', consent: true, total, version })
    expect(await remove(photoIds[1] ?? '')).toMatchObject(sent)
    expect((await offerOf('cleo', id)).photos.length).toBe(2)
    const copy = await get(`${await linkOf(proposalId)}/signed.pdf`)
    expect(copy.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBe(2)
  })

  test('that the office approved without sending it shows the client what they may see', async () => {
    const ids = [await newPhoto('Shared'), await newPhoto('Hidden', { clientVisible: 'false' })]
    const { id } = (await add(ids)).body
    await step('ada', id, 'accept', { note: 'By phone' })
    expect((await offerOf('cleo', id)).photos.map(({ caption }) => caption)).toEqual(['Shared'])
    expect((await offerOf('ada', id)).photos.length).toBe(2)
    expect((await remove(ids[0] ?? '')).body.code).toBe('photoSent')
  })

  test('is deleted with its job and its photos', async () => {
    await waiting()
    expect((await w.call('ada', 'DELETE', `/api/jobs/${jobId}`)).status).toBe(204)
    expect(await w.db.$count(photos, eq(photos.jobId, jobId))).toBe(0)
  })
})
