import { afterEach, expect, test } from 'vitest'
import { mailCatcher } from '../../testing/mailCatcher.ts'
import { openMail } from './mail.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.close()
})

async function office(refuse = 0) {
  const catcher = await mailCatcher(refuse)
  open.push(catcher)
  return catcher
}

function mailer(url: string, from?: string, retryDelays?: readonly number[]) {
  const warnings: string[] = []
  const mail = openMail(
    { smtp: { url, from }, publicUrl: 'https://plumbline.example.com' },
    { info() {}, error() {}, warn: (line) => void warnings.push(line) },
    retryDelays,
  )
  if (!mail) throw new Error('no mailer')
  return { mail, warnings }
}

const email = {
  to: { name: 'Kim Kästner', address: 'kim@example.com' },
  subject: 'You are invited',
  text: 'https://plumbline.example.com/api/invite/secret-token\n',
}

test('an email arrives, from the configured address or one of the public host', async () => {
  const { emails, url } = await office()
  for (const from of ['Ridgeline <office@example.com>', undefined]) {
    const { mail, warnings } = mailer(url, from)
    mail.send(email)
    await mail.close()
    expect(warnings).toEqual([])
  }
  expect(emails).toHaveLength(2)
  expect(emails[0]).toMatchObject({ from: 'office@example.com', to: ['kim@example.com'] })
  expect(emails[0]?.text).toContain('Subject: You are invited')
  expect(emails[0]?.text).toContain('/api/invite/secret-token')
  expect(emails[1]?.text).toContain('From: Plumbline <plumbline@plumbline.example.com>')
})

test('a line break in a name or a subject adds no header', async () => {
  const { emails, url } = await office()
  const { mail } = mailer(url)
  mail.send({
    to: { name: 'Kim\r\nBcc: eve@example.com', address: 'kim@example.com' },
    subject: 'Hello\r\nBcc: eve@example.com',
    text: 'x',
  })
  await mail.close()
  expect(emails[0]?.to).toEqual(['kim@example.com'])
  expect(emails[0]?.text).not.toMatch(/^Bcc:/m)
})

test.each(['smith&sons@example.com', 'r/d@example.com', "#1?o'hara=50%|{off}!@example.com"])(
  'an email to %s is sent to just that address',
  async (address) => {
    const { emails, url } = await office()
    const { mail } = mailer(url)
    mail.send({ ...email, to: { name: 'Dana', address } })
    await mail.close()
    expect(emails[0]?.to).toEqual([address])
    expect(emails[0]?.text).toContain(`To: Dana <${address}>`)
  },
)

test('an email to an international domain is sent to its ASCII form', async () => {
  const { emails, url } = await office()
  const { mail } = mailer(url)
  mail.send({ ...email, to: { name: 'Dana', address: 'info@xn--mller-kva.example' } })
  await mail.close()
  expect(emails[0]?.text).toContain('To: Dana <info@xn--mller-kva.example>')
})

test('a refused email is retried', async () => {
  const { emails, url } = await office(1)
  const { mail, warnings } = mailer(url, undefined, [10])
  mail.send(email)
  await expect.poll(() => emails.length).toBe(1)
  await mail.close()
  expect(warnings).toEqual([])
})

test('a failed email is logged without its text, and closing does not wait for a retry', async () => {
  const { mail, warnings } = mailer('smtp://127.0.0.1:1')
  mail.send(email)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await mail.close()
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/^An email to kim@example.com could not be sent: .+/)
  expect(warnings[0]).not.toContain('secret-token')
})

test('closing waits for emails being sent, not for queued ones', async () => {
  const { emails, url } = await office()
  const { mail, warnings } = mailer(url)
  for (let n = 0; n < 12; n++) mail.send(email)
  await mail.close()
  expect([emails.length, warnings.length]).toEqual([5, 7])
  expect(warnings[0]).toMatch(/could not be sent: the server was stopped$/)
})

test('without SMTP_URL there is no mailer', () => {
  expect(
    openMail({ smtp: undefined, publicUrl: undefined }, { info() {}, warn() {}, error() {} }),
  ).toBeUndefined()
})
