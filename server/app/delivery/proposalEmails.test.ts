import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCopyOf } from '../../features/proposals/copies.ts'
import { silentLog } from '../../platform/db/testing.ts'
import { openFileStore } from '../../platform/files/openStore.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { type Mailer, openMail } from '../../platform/mail/mail.ts'
import { throttles } from '../../schema/auth.ts'
import { deliveries } from '../../schema/delivery.ts'
import { users } from '../../schema/people.ts'
import { proposalHistory, proposals } from '../../schema/proposals.ts'
import { settings as company } from '../../schema/settings.ts'
import { type MailCatcher, mailCatcher } from '../../testing/mailCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { type Delivery, openDelivery } from './worker.ts'

const publicUrl = 'http://plumbline.example.com'
const TO = 'nancy@example.com'

let catcher: MailCatcher
let w: TestApp
let files: FileStore
let mail: Mailer | undefined
let delivery: Delivery
let otherNode: Delivery

beforeAll(async () => {
  catcher = await mailCatcher()
  const smtp = { url: catcher.url, from: 'Desk <desk@plumbline.example.com>' }
  w = await testApp({ publicUrl, smtp })
  await w.db.insert(company).values({
    companyName: 'Ridgeline Builders',
    timeZone: 'America/Chicago',
    phone: '555-0199',
  })
  files = await openFileStore(w.settings)
  mail = openMail(w.settings, silentLog)
  const now = () => w.clock.now
  const parts = { db: w.db, settings: w.settings, files, mail, now, log: silentLog }
  delivery = openDelivery({ ...parts, isPushService: () => true })
  otherNode = openDelivery({ ...parts, isPushService: () => true })
})
afterAll(async () => {
  await delivery.close()
  await otherNode.close()
  await mail?.close()
  await w.close()
  await catcher.close()
})
beforeEach(async () => {
  await w.db.delete(throttles)
  await w.db.delete(deliveries)
  catcher.emails.length = 0
  catcher.unknown.clear()
  catcher.treat(() => 'keep')
})

const line = { description: 'Footings', quantity: '1', unitPrice: '1000', unitCost: '77.31' }
const pricing = {
  sections: [
    { title: 'Room', lines: [{ ...line, category: 'subcontract' }] },
    { title: 'Extras', kind: 'optional', lines: [{ ...line, unitPrice: '300', chosen: false }] },
  ],
}
async function newBid(): Promise<string> {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', customerName: 'Nancy Boyd' }
  const notes = 'They asked Hale & Sons too'
  const { id } = (await w.call('ada', 'POST', '/api/pending-bids', { ...bid, notes })).body
  await w.call('ada', 'PUT', `/api/pending-bids/${id}/pricing`, pricing)
  return id
}
async function send(bidId: string, body: object = { email: TO }) {
  const answer = await w.call('ada', 'POST', `/api/pending-bids/${bidId}/proposals`, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const sentBid = async () => send(await newBid())
const linkOf = async (id: string): Promise<string> =>
  (await w.call('ada', 'GET', `/api/proposals/${id}/link`)).body.path
const renew = (id: string, body?: object) =>
  w.call('ada', 'POST', `/api/proposals/${id}/renew-link`, body)
const sign = async ({ id, sha256 }: { id: string; sha256: string }) => {
  const fields = { step: 'approve', name: 'Nancy B. Boyd', consent: 'yes', way: 'typed' }
  const answer = await w.app.inject({
    method: 'POST',
    url: await linkOf(id),
    payload: new URLSearchParams({ ...fields, total: '1000.00', version: sha256 }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
  })
  expect(answer.statusCode, answer.body).toBe(303)
}
const states = async () =>
  (await w.db.select().from(deliveries).orderBy(deliveries.id)).map(({ state }) => state)
const notesOf = async (proposalId: string) => {
  const { proposalId: of, kind, note, id } = proposalHistory
  const rows = await w.db
    .select({ kind, note })
    .from(proposalHistory)
    .where(eq(of, proposalId))
    .orderBy(id)
  return rows.map((row) => [row.kind, row.note])
}
const headerOf = (text: string | undefined, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n )+)$`, 'm').exec(text ?? '')?.[1]?.replaceAll('\r\n ', ' ')
const messageIds = (emails: readonly { readonly text: string }[]) =>
  new Set(emails.map(({ text }) => /^Message-ID:\s+(<.+@.+>)/m.exec(text)?.[1] ?? text))
/** The emails since the last call. */
const received = async () => {
  await delivery.sendDue()
  return catcher.emails.splice(0)
}
const pass = (milliseconds: number) => {
  w.clock.now = new Date(w.clock.now.getTime() + milliseconds)
}

describe('a proposal with an address', () => {
  test('is emailed once, from the company, with its total and its link and nothing private', async () => {
    const { id, number } = await sentBid()
    const [email, ...more] = [...(await received()), ...(await received())]
    expect(more).toEqual([])
    expect(email).toMatchObject({ from: 'desk@plumbline.example.com', to: [TO] })
    const text = email?.text
    expect(headerOf(text, 'From')).toBe('Ridgeline Builders <desk@plumbline.example.com>')
    expect(headerOf(text, 'Reply-To')).toBe('Ada Adler <ada@example.com>')
    expect(headerOf(text, 'To')).toBe(`Nancy Boyd <${TO}>`)
    expect(headerOf(text, 'Subject')).toBe('Ridgeline Builders: proposal for Three-season room')
    expect(headerOf(text, 'Content-Type')).toMatch(/^text\/plain/)
    const link = publicUrl + (await linkOf(id))
    for (const words of [
      'Hello Nancy Boyd,\r\n',
      `Here is our proposal for Three-season room (${number}).`,
      'Total: $1,000.00\r\nGood until: ',
      `\r\n${link}\r\n`,
      'Answer this email, or call us at 555-0199.',
      'Ada Adler\r\nRidgeline Builders\r\n',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/77\.31|subcontract|Hale/)
    expect(await states()).toEqual(['sent'])
    expect(await notesOf(id)).toEqual([
      ['sent', null],
      ['emailed', null],
    ])
  })

  test('is emailed with the link that works when it is sent', async () => {
    const { id } = await sentBid()
    const before = await linkOf(id)
    await renew(id)
    const [email] = await received()
    expect(email?.text).toContain(publicUrl + (await linkOf(id)))
    expect(email?.text).not.toContain(before)
  })

  test('is emailed again with a new link where that is asked for', async () => {
    const { id } = await sentBid()
    const before = await received()
    await renew(id)
    await renew(id, { sendEmail: false })
    expect(await received()).toEqual([])
    await renew(id, { sendEmail: true })
    const emails = await received()
    expect(emails).toMatchObject([{ to: [TO] }])
    expect(emails[0]?.text).toContain(publicUrl + (await linkOf(id)))
    expect(messageIds([...before, ...emails]).size).toBe(2)
    const kinds = (await notesOf(id)).map(([kind]) => kind)
    expect(kinds).toEqual(['sent', 'emailed', 'renewed', 'renewed', 'renewed', 'emailed'])
  })

  test('is emailed once where the email before the new link still waits', async () => {
    const { id } = await sentBid()
    await renew(id, { sendEmail: true })
    const emails = await received()
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain(await linkOf(id))
    expect(await states()).toEqual(['dropped', 'sent'])
  })

  test('is emailed with a link that is made while the mail server takes the one before', async () => {
    const { id } = await sentBid()
    const renewals: ReturnType<typeof renew>[] = []
    catcher.treat(() => {
      if (renewals.length === 0) renewals.push(renew(id, { sendEmail: true }))
      return { delay: 100 }
    })
    const emails = await received()
    await Promise.all(renewals)
    emails.push(...(await received()))
    expect(emails).toHaveLength(2)
    expect(emails[1]?.text).toContain(await linkOf(id))
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['was withdrawn', (id) => w.call('ada', 'POST', `/api/proposals/${id}/withdraw`, {})],
    [
      'has expired',
      (id) => w.db.update(proposals).set({ lastDay: '2020-01-01' }).where(eq(proposals.id, id)),
    ],
    [
      'was declined',
      (id) =>
        w.db
          .update(proposals)
          .set({ status: 'declined', linkHash: null })
          .where(eq(proposals.id, id)),
    ],
  ])('is not emailed once it %s', async (_, change) => {
    const { id } = await sentBid()
    await change(id)
    expect([await received(), await states()]).toEqual([[], ['dropped']])
  })

  test('is not emailed once a newer version took its place', async () => {
    const bidId = await newBid()
    await send(bidId)
    const { id } = await send(bidId)
    const emails = await received()
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('This is version 2.')
    expect(emails[0]?.text).toContain(await linkOf(id))
    expect((await states()).sort()).toEqual(['dropped', 'sent'])
  })

  test('says that it is not delivered after a change of the secret, which ends its link', async () => {
    const { id } = await sentBid()
    await w.db.update(proposals).set({ linkHash: 'of another secret' }).where(eq(proposals.id, id))
    expect(await received()).toHaveLength(0)
    const note = `${TO}: Its link does not work any more: send it again`
    expect([await states(), (await notesOf(id)).at(-1)]).toEqual([
      ['failed'],
      ['notDelivered', note],
    ])
  })

  test('is emailed again after a temporary failure, and only once in the end', async () => {
    const { id } = await sentBid()
    catcher.unknown.set(TO, '450 4.2.1 come back later')
    expect(await received()).toEqual([])
    expect(await states()).toEqual(['waiting'])
    catcher.unknown.clear()
    pass(15_000)
    expect(await received()).toHaveLength(1)
    expect(await received()).toEqual([])
    expect((await notesOf(id)).map(([kind]) => kind)).toEqual(['sent', 'emailed'])
  })

  test('is emailed once by two nodes', async () => {
    catcher.treat(() => ({ delay: 50 }))
    const versions = [await sentBid(), await sentBid(), await sentBid()]
    await Promise.all([delivery.sendDue(), otherNode.sendDue()])
    expect(catcher.emails).toHaveLength(versions.length)
    for (const { id } of versions)
      expect((await notesOf(id)).map(([kind]) => kind)).toEqual(['sent', 'emailed'])
  })

  describe('that a mail server took from a node that ended before it recorded that', () => {
    /** Sends what is due, on a connection that ends when the mail server has the email. */
    const sendAndEnd = async () => {
      const ended: Promise<unknown>[] = []
      catcher.treat(() => {
        ended.push(
          w.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`),
        )
        return { delay: 100 }
      })
      const emails = await received()
      await Promise.all(ended)
      catcher.treat(() => 'keep')
      expect(await states()).toEqual(['waiting'])
      pass(10_000)
      return emails
    }
    test('is emailed again under its Message-ID, and recorded once', async () => {
      const { id } = await sentBid()
      const emails = [...(await sendAndEnd()), ...(await received())]
      expect(emails).toHaveLength(2)
      expect(messageIds(emails).size).toBe(1)
      expect((await notesOf(id)).map(([kind]) => kind)).toEqual(['sent', 'emailed'])
    })

    test('is emailed under another one with a link that was made since', async () => {
      const { id } = await sentBid()
      const emails = await sendAndEnd()
      await renew(id)
      emails.push(...(await received()))
      expect(emails).toHaveLength(2)
      expect(emails[1]?.text).toContain(await linkOf(id))
      expect(messageIds(emails).size).toBe(2)
    })
  })

  test('that is not taken within two days says so', async () => {
    const { id } = await sentBid()
    catcher.unknown.set(TO, '554 5.7.1 relaying denied')
    pass(49 * HOUR_MS)
    await received()
    expect(await states()).toEqual(['failed'])
    expect(await notesOf(id)).toContainEqual([
      'notDelivered',
      `${TO}: The mail server did not accept it within two days`,
    ])
  })

  test('that is refused marks the contact, until an email is accepted or the address changes', async () => {
    const contact = { name: 'Nancy Boyd', email: 'Nancy@example.com' }
    const made = { name: 'Nancy Boyd', contacts: [contact] }
    const customer = (await w.call('ada', 'POST', '/api/customers', made)).body
    const url = `/api/customers/${customer.id}`
    const refused = async () => (await w.call('ada', 'GET', url)).body.contacts[0].emailRefused
    expect(await refused()).toBe(false)
    catcher.unknown.set(TO, '550 5.1.1 No\u2028such user')
    const { id } = await sentBid()
    await received()
    expect([await refused(), await states()]).toEqual([true, ['failed']])
    expect(await notesOf(id)).toContainEqual(['notDelivered', `${TO}: 550 5.1.1 No such user`])
    const [{ id: contactId }] = customer.contacts
    const change = (email: string) =>
      w.call('ada', 'PUT', url, { contacts: [{ ...contact, id: contactId, email }] })
    await change('NANCY@example.com')
    expect(await refused()).toBe(true)
    catcher.unknown.clear()
    await sentBid()
    await received()
    expect(await refused()).toBe(false)
    catcher.unknown.set(TO, '550 5.1.1 No such user')
    await sentBid()
    await received()
    expect(await refused()).toBe(true)
    await change('other@example.com')
    expect(await refused()).toBe(false)
  })
})

describe('no line break and no address gets into a header', () => {
  const ada = { firstName: 'Ada', email: 'ada@example.com' }
  test.each([
    ['a name', { firstName: 'Ada\r\nBcc: eve@example.com' }, true],
    ['an address', { email: 'ada@example.com\r\nBcc: eve@example.com' }, false],
    ['two addresses', { email: 'ada@example.com, eve@example.com' }, false],
  ])('with %s of a sender', async (_, change, hasReplyTo) => {
    const isAda = eq(users.id, w.idOf('ada'))
    await w.db.update(company).set({ companyName: 'Ridgeline\r\nBcc: eve@example.com' })
    await sentBid()
    await w.db.update(users).set(change).where(isAda)
    const [email] = await received()
    await w.db.update(users).set(ada).where(isAda)
    await w.db.update(company).set({ companyName: 'Ridgeline Builders' })
    expect(email?.to).toEqual([TO])
    const head = email?.text.split('\r\n\r\n')[0] ?? ''
    expect(head).not.toMatch(/^bcc/im)
    expect(headerOf(head, 'From')).toMatch(/<desk@plumbline\.example\.com>$/)
    const replyTo = headerOf(head, 'Reply-To')
    if (hasReplyTo) expect(replyTo).toMatch(/<ada@example\.com>$/)
    else expect(replyTo).toBeUndefined()
    expect(email?.text.includes('Answer this email')).toBe(hasReplyTo)
  })
})

describe('a signed proposal', () => {
  /** The file that is attached to an email. */
  const attached = (text: string | undefined) =>
    Buffer.from(/attachment;.*?\r\n\r\n([\w+/=\r\n]+)/s.exec(text ?? '')?.[1] ?? '', 'base64')
  const copyOf = async (id: string) =>
    (await w.call('ada', 'GET', `/api/proposals/${id}/document.pdf`)).bytes

  test('is emailed to the signer with its signed copy', async () => {
    const sent = await sentBid()
    await received()
    await sign(sent)
    const [email, ...more] = await received()
    expect(more).toEqual([])
    const text = email?.text
    expect(email?.to).toEqual([TO])
    expect(headerOf(text, 'To')).toBe(`"Nancy B. Boyd" <${TO}>`)
    expect(headerOf(text, 'Subject')).toBe(
      'Ridgeline Builders: signed proposal for Three-season room',
    )
    expect(text).toContain('The total is $1,000.00.')
    expect(text).toContain('Your signed copy is attached.')
    expect(text).toContain(publicUrl + (await linkOf(sent.id)))
    expect(text).toContain(`filename=${sent.number}.pdf`)
    expect(attached(text).equals(await copyOf(sent.id))).toBe(true)
    expect(text).not.toMatch(/77\.31|subcontract|Hale/)
    expect((await notesOf(sent.id)).at(-1)).toEqual(['emailed', `Signed copy to ${TO}`])
  })

  test('whose link was handed over is emailed to the address of the customer', async () => {
    const bidId = await newBid()
    await w.call('ada', 'PUT', `/api/pending-bids/${bidId}`, { customerEmail: TO })
    await sign(await send(bidId, {}))
    expect((await received()).map(({ to, text }) => [to, headerOf(text, 'Subject')])).toEqual([
      [[TO], 'Ridgeline Builders: signed proposal for Three-season room'],
    ])
  })

  test('whose offer still waits is emailed as signed alone', async () => {
    await sign(await sentBid())
    expect((await received()).map(({ text }) => headerOf(text, 'Subject'))).toEqual([
      'Ridgeline Builders: signed proposal for Three-season room',
    ])
    expect((await states()).sort()).toEqual(['dropped', 'sent'])
  })

  test('waits for a copy that is made later', async () => {
    const sent = await sentBid()
    await received()
    await sign(sent)
    const noCopy = { copyKey: null, copySize: null, copySha256: null }
    await w.db.update(proposals).set(noCopy).where(eq(proposals.id, sent.id))
    expect([await received(), (await states()).sort()]).toEqual([[], ['sent', 'waiting']])
    await makeCopyOf({ db: w.db, files, dataDir: w.settings.dataDir }, sent.id)
    pass(MINUTE_MS)
    const [email] = await received()
    expect(attached(email?.text).equals(await copyOf(sent.id))).toBe(true)
  })

  test('has a link in place of a copy above 5 MB', async () => {
    const sent = await sentBid()
    await received()
    await sign(sent)
    const large = { copySize: 5 * 1024 * 1024 + 1 }
    await w.db.update(proposals).set(large).where(eq(proposals.id, sent.id))
    const [email] = await received()
    expect(email?.text).not.toMatch(/attachment|is attached/)
    expect(email?.text).toContain(publicUrl + (await linkOf(sent.id)))
  })
})

test('a change order is emailed by its number and job, and its copy to the client who signed in', async () => {
  const facts = { name: 'Kitchen remodel', clientId: w.idOf('cleo') }
  const job = { ...facts, address: '418 Alder Ct', approvedAmount: 8_640_000 }
  const dates = { startDate: '2026-11-03', endDate: '2026-12-18' }
  const { id: jobId } = (await w.call('ada', 'POST', '/api/jobs', { ...job, ...dates })).body
  const change = { title: 'Lighting', lines: [line], daysAdded: 3 }
  const added = await w.call('ada', 'POST', `/api/jobs/${jobId}/change-orders`, change)
  await w.call('ada', 'POST', `/api/change-orders/${added.body.id}/proposals`, { email: TO })
  const [email] = await received()
  expect(headerOf(email?.text, 'Subject')).toBe(
    'Ridgeline Builders: change order 1 for Kitchen remodel',
  )
  expect(email?.text).toContain(
    'Lighting\r\nAdds 3 working days\r\nTotal: $1,000.00\r\nAnswer by: ',
  )
  const url = `/api/change-orders/${added.body.id}`
  const { total, version } = (await w.call('cleo', 'GET', `${url}/offer`)).body
  const signature = { name: 'Cleo Clark', consent: true, total, version }
  expect((await w.call('cleo', 'POST', `${url}/approve`, signature)).status).toBe(200)
  const [copy] = await received()
  expect(copy?.to).toEqual(['cleo@example.com'])
  expect(copy?.text).toContain('You signed our change order 1 for Kitchen remodel on ')
  expect(copy?.text).toContain('filename="Change order 1.pdf"')
})

test('nothing is queued without an address, a mail server, or an address for links', async () => {
  await renew((await send(await newBid(), {})).id, { sendEmail: true })
  const { smtp } = w.settings
  for (const without of ['smtp', 'publicUrl'] as const) {
    Object.assign(w.settings, { [without]: undefined })
    const sent = await sentBid()
    await renew(sent.id, { sendEmail: true })
    await sign(sent)
    Object.assign(w.settings, { smtp, publicUrl })
  }
  expect(await states()).toEqual([])
})
