import { ApiClient } from '../../harness/apiClient.ts'
import { codeOf } from '../../harness/authenticator.ts'
import { join, owner, PASSWORD, setup } from '../../harness/company.ts'
import { sendPhoto } from '../../harness/photos.ts'
import { png } from '../../harness/png.ts'

/** Secrets and links in people's hands that depend on the session secret. */
export interface Credentials {
  /** The secret in the owner's authenticator app. */
  readonly authenticator: string
  /** The path of an invite link. */
  readonly invite: string
  /** The path of the owner's calendar. */
  readonly calendar: string
}

/** Imports jobs as a CSV file, as the import form does. @throws Error unless every row was added */
export async function importJobs(api: ApiClient, names: readonly string[]) {
  const form = new FormData()
  const csv = ['Job name,Address', ...names.map((name) => `"${name}",1 Kiln Road`)].join('\n')
  form.append('dryRun', 'false')
  form.append('file', new File([csv], 'jobs.csv', { type: 'text/csv' }))
  const reply = await fetch(`${api.url}/api/imports/jobs`, {
    method: 'POST',
    headers: { cookie: api.cookie },
    body: form,
  })
  const report = (await reply.json()) as { added?: number }
  if (reply.status >= 300 || report.added !== names.length)
    throw new Error(`the import was answered with ${reply.status}: ${JSON.stringify(report)}`)
}

/**
 * Sets up the sample company and adds an import, a photo, an invite, a calendar, and two-step
 * sign-in for the owner.
 */
export async function setUpCompany(url: string): Promise<Credentials> {
  const api = await new ApiClient(url).startSession('/api/setup', { ...setup, sample: true })
  await importJobs(api, ['Porch of the mill', 'Roof of the mill'])
  const [job] = await api.request<{ id: string }[]>('GET', '/api/jobs')
  const sent = await sendPhoto(api, { content: png(60, 40, 7) }, { jobId: job?.id ?? '' })
  if (sent.status !== 201) throw new Error(`the photo was answered with ${sent.status}`)
  await join(api, 'subcontractor', 'Sasha')
  const { inviteLink } = await api.request<{ inviteLink: string }>('POST', '/api/users/invite', {
    ...{ email: 'kim@example.com', firstName: 'Kim', lastName: 'Client' },
    ...{ role: 'client', projectIds: [] },
  })
  const feed = await api.request<{ url: string }>('POST', '/api/account/calendar-feed')
  const { secret } = await api.request<{ secret: string }>('POST', '/api/account/second-factor')
  await api.request('POST', '/api/account/second-factor/confirm', { code: codeOf(secret) })
  return {
    authenticator: secret,
    invite: new URL(inviteLink).pathname,
    calendar: new URL(feed.url).pathname,
  }
}

/**
 * Signs in the owner with the password and the next code of the authenticator app, since each code
 * works only once.
 */
export const signInWithCode = (url: string, { authenticator }: Credentials) =>
  new ApiClient(url).startSession('/api/login', {
    ...{ email: owner.email, password: PASSWORD },
    code: codeOf(authenticator, 1),
  })
