import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../schema/people.ts'
import { mailCatcher } from '../../testing/mailCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.close()
})

const publicUrl = 'https://plumbline.example.com'
const ivy = { email: 'ivy@example.com', firstName: 'Ivy', lastName: 'Irons' }
const found = (w: TestApp) => w.db.select().from(users).where(eq(users.email, ivy.email))

/** The application with a mail server. `emails` is complete once `w.close()` is done. */
async function appWithMail() {
  const catcher = await mailCatcher()
  open.push(catcher)
  const w = await testApp({ publicUrl, smtp: { url: catcher.url, from: undefined } })
  return { w, emails: catcher.emails }
}

test('an invite and its renewal are emailed once each, with their links', async () => {
  const { w, emails } = await appWithMail()
  const headers = { 'idempotency-key': newId() }
  const { body } = await w.call('ada', 'POST', '/api/users/invite', ivy, headers)
  await w.call('ada', 'POST', '/api/users/invite', ivy, headers)
  const again = await w.call('ada', 'POST', `/api/users/${body.user.id}/resend-invite`)
  await w.close()
  expect(emails.map(({ to }) => to)).toEqual([[ivy.email], [ivy.email]])
  const texts = emails.map(({ text }) => text).join('\n')
  for (const link of [body.inviteLink, again.body.inviteLink]) expect(texts).toContain(link)
})

test('invites are emailed to several people, but not again to one already invited', async () => {
  const { w, emails } = await appWithMail()
  const { body: ivyInvited } = await w.call('ada', 'POST', '/api/users/invite', ivy)
  const userIds = [ivyInvited.user.id, w.idOf('sam'), w.idOf('cleo')]
  const { body } = await w.call('ada', 'POST', '/api/users/invites', { userIds })
  await w.close()
  const to = (address: string) => emails.filter((email) => email.to[0] === address)
  expect(emails).toHaveLength(3)
  expect(to('sam@example.com')[0]?.text).toContain(body[1].inviteLink)
  expect(to('cleo@example.com')[0]?.text).toContain(body[2].inviteLink)
})

test('an invite that fails on commit sends no email', async () => {
  const { w, emails } = await appWithMail()
  await w.db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused at the commit'; end $$`)
  await w.db.execute(sql`create constraint trigger refuse after insert or update on users
    deferrable initially deferred for each row when (new.is_invited) execute function refuse()`)
  const { status } = await w.call('ada', 'POST', '/api/users/invite', ivy)
  const resent = await w.call('ada', 'POST', `/api/users/${w.idOf('sam')}/resend-invite`)
  expect([status, resent.status]).toEqual([500, 500])
  expect(await found(w)).toEqual([])
  await w.close()
  expect(emails).toEqual([])
})

test('an invite is stored even if the mail server is down', async () => {
  const w = await testApp({ publicUrl, smtp: { url: 'smtp://127.0.0.1:1', from: undefined } })
  open.push(w)
  const { status, body } = await w.call('ada', 'POST', '/api/users/invite', ivy)
  expect(status).toBe(201)
  expect(await found(w)).toMatchObject([{ isInvited: true }])
  expect((await w.call('nobody', 'GET', new URL(body.inviteLink).pathname)).status).toBe(200)
})
