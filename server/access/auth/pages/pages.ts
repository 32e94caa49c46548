import type { Failure } from '@plumbline/contract/failures.ts'
import { inviteSentence } from '@plumbline/contract/inviteTexts.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { timeZonesWith } from '@plumbline/contract/timeZones.ts'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/html.ts'
import { type Brand, product } from '../../company/queries.ts'
import { passkeyScriptAddress, revealScriptAddress, setupScript } from './assets.ts'
import { alert, type FormErrors, field, formErrorsOf, PASSWORD_HINT } from './form.ts'
import { page, sendFailure } from './layout.ts'

const LEADS: Readonly<Record<string, string>> = {
  admin: 'Manage jobs, assign tasks and track progress.',
  subcontractor: 'See your tasks, update progress and upload photos.',
  client: 'Follow your project, see its photos and write to us.',
}

const toSignIn = html`<p class="foot"><a href="/api/login">Back to sign-in</a></p>`

export interface SignInView {
  readonly company: Brand
  /** The role chosen on the landing page, which changes only the wording. */
  readonly role?: string | undefined
  readonly email?: string | undefined
  readonly returnTo: string
  readonly errors?: FormErrors | undefined
  readonly note?: string | undefined
  /** The name after "Sign in with", where single sign-on is configured. */
  readonly oidc?: string | undefined
  /** Whether the sample company can be entered without a password. */
  readonly open?: boolean
}

const ENTRANCES = [
  ['admin', 'Enter as an admin'],
  ['subcontractor', 'Enter as a subcontractor'],
  ['client', 'Enter as a client'],
] as const

const sampleEntrances = html`<h2>This is the sample company</h2>
<form method="post" action="/api/login/sample">
${ENTRANCES.map(([role, label]) => html`<button class="quiet" type="submit" name="role" value="${role}">${label}</button>`)}
</form>`

export function signInPage({
  company,
  role,
  email,
  returnTo,
  errors,
  note,
  oidc,
  open,
}: SignInView): Html {
  return page({
    company,
    title: 'Sign in',
    lead: LEADS[role ?? ''],
    script: passkeyScriptAddress,
    content: html`
${note && html`<p class="note" role="status">${note}</p>`}
${alert(errors)}
<form method="post" action="/api/login">
<input type="hidden" name="returnTo" value="${returnTo}">
${field({ name: 'email', label: 'Email', type: 'email', value: email ?? '', autocomplete: 'username' }, errors, email ? undefined : 'email')}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }, errors, email ? 'password' : undefined)}
<button type="submit">Sign in</button>
</form>
${oidc && html`<p class="or">or</p><a class="button quiet" href="/api/login/oidc?returnTo=${encodeURIComponent(returnTo)}">Sign in with ${oidc}</a>`}
<div id="passkey" data-return-to="${returnTo}" hidden>
${!oidc && html`<p class="or">or</p>`}
<button class="quiet" type="button">Sign in with a passkey</button>
</div>
<p class="foot"><a href="/api/forgot-password">Forgot password?</a></p>
${open && sampleEntrances}`,
  })
}

export interface CodeView {
  readonly company: Brand
  /** The ticket that proves whose password was right. */
  readonly ticket: string
  readonly returnTo: string
  readonly errors?: FormErrors | undefined
  /** Whether the last attempt was a recovery code: the next one probably is, too. */
  readonly isRecovery?: boolean
}

/** The second step of signing in. */
export function codePage({
  company,
  ticket,
  returnTo,
  errors,
  isRecovery = false,
}: CodeView): Html {
  const form = (input: Html, submit: Html) => html`<form method="post" action="/api/login/code">
<input type="hidden" name="ticket" value="${ticket}">
<input type="hidden" name="returnTo" value="${returnTo}">
${input}
${submit}
</form>`
  return page({
    company,
    title: 'Enter the code',
    lead: 'Your authenticator app shows a code of six digits for this account.',
    content: html`
${alert(errors)}
${form(
  field(
    { name: 'code', label: 'Code', autocomplete: 'one-time-code', digits: true },
    isRecovery ? undefined : errors,
    isRecovery ? undefined : 'code',
  ),
  html`<button type="submit">Sign in</button>`,
)}
<details${isRecovery && html` open`}>
<summary>Use a recovery code</summary>
${form(
  field(
    {
      name: 'code',
      id: 'recoveryCode',
      label: 'Recovery code',
      autocomplete: 'off',
      hint: 'One of the ten codes you saved when you set this up. Each works once.',
    },
    isRecovery ? errors : undefined,
    isRecovery ? 'code' : undefined,
  ),
  html`<button class="quiet" type="submit" name="with" value="recoveryCode">Sign in with a recovery code</button>`,
)}
<p class="hint">No codes either? Ask an admin of your company to remove your second factor.</p>
</details>
${toSignIn}`,
  })
}

export interface SetupView {
  readonly typed: Readonly<Record<string, string | undefined>>
  readonly errors?: FormErrors | undefined
  readonly asksCode: boolean
  readonly hasSample: boolean
}

export function setupPage({ typed, errors, asksCode, hasSample }: SetupView): Html {
  const chosen = typed.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = timeZonesWith(chosen)
  const option = (zone: string) =>
    html`<option${zone === chosen && html` selected`}>${zone}</option>`
  const wrongZone = errors?.fields.timeZone
  return page({
    company: product,
    title: 'Set up your company',
    lead: 'This is done once. You become its first admin.',
    script: setupScript,
    content: html`
${alert(errors)}
<form method="post" action="/api/setup">
${asksCode && field({ name: 'code', label: 'Set-up code', autocomplete: 'one-time-code', hint: 'The server has printed it: look in its terminal or log.' }, errors)}
${field({ name: 'companyName', label: 'Company name', value: typed.companyName, autocomplete: 'organization', ...(hasSample && { hint: 'Not needed for the sample company.' }) }, errors)}
${field({ name: 'holdingsName', label: 'Holdings company', value: typed.holdingsName, optional: true, autocomplete: 'off', hint: 'Titles the rental properties. Leave it empty if you have none.' }, errors)}
<div class="field"><label for="timeZone">Time zone</label>
<select id="timeZone" name="timeZone" autocomplete="off"${typed.timeZone === undefined && html` data-zone`}${wrongZone && html` aria-invalid="true" aria-describedby="timeZone-problem"`}>
<optgroup label="United States">${zones.us.map(option)}</optgroup>
<optgroup label="Other time zones">${zones.others.map(option)}</optgroup>
</select>${wrongZone && html`<p class="problem" id="timeZone-problem">${wrongZone}</p>`}</div>
<h2>You</h2>
<div class="pair">
${field({ name: 'firstName', label: 'First name', value: typed.firstName, autocomplete: 'given-name' }, errors)}
${field({ name: 'lastName', label: 'Last name', value: typed.lastName, autocomplete: 'family-name' }, errors)}
</div>
${field({ name: 'email', label: 'Email', type: 'email', value: typed.email, autocomplete: 'username' }, errors)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT }, errors)}
<button type="submit" name="sample" value="false">${hasSample ? 'Start empty' : 'Set up'}</button>
${hasSample && html`<button class="quiet" type="submit" name="sample" value="true" formnovalidate>Start with a sample company</button>`}
</form>`,
  })
}

export interface NewPasswordView {
  readonly company: Brand
  readonly name: string
  readonly email: string | null
  readonly action: string
  readonly errors?: FormErrors | undefined
}

const newPasswordForm = ({ email, action, errors }: NewPasswordView, submit: string) => html`
${alert(errors)}
<form method="post" action="${action}">
${field({ name: 'email', label: 'Email', type: 'email', value: email ?? '', autocomplete: 'username', readonly: true })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT }, errors, 'password')}
<button type="submit">${submit}</button>
</form>`

export function invitePage(view: NewPasswordView & { readonly role: Role }): Html {
  return page({
    company: view.company,
    title: `Welcome, ${view.name}`,
    lead: `${inviteSentence(view.company.name, view.role)} Choose a password to join.`,
    script: revealScriptAddress,
    content: newPasswordForm(view, 'Join'),
  })
}

export function resetPage(view: NewPasswordView): Html {
  return page({
    company: view.company,
    title: 'Choose a new password',
    lead: 'You will be signed out everywhere.',
    script: revealScriptAddress,
    content: newPasswordForm(view, 'Save password'),
  })
}

export interface ForgotView {
  readonly company: Brand
  readonly sendsMail: boolean
  readonly errors?: FormErrors | undefined
}

export function forgotPage({ company, sendsMail, errors }: ForgotView): Html {
  if (!sendsMail) {
    return page({
      company,
      title: 'Forgot password',
      lead: 'Ask an admin of your company: they can make you a link to choose a new one.',
      content: toSignIn,
    })
  }
  return page({
    company,
    title: 'Forgot password',
    lead: 'We will email you a link to choose a new one.',
    content: html`
${alert(errors)}
<form method="post" action="/api/forgot-password">
${field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'username' }, errors, 'email')}
<button type="submit">Send link</button>
</form>
${toSignIn}`,
  })
}

export function forgotSentPage(company: Brand): Html {
  return page({
    company,
    title: 'Check your email',
    lead: 'If that address has an account, a link is on its way. It works for 30 minutes.',
    content: toSignIn,
  })
}

/** A page with a message and a link to sign in. */
export function noticePage(notice: { company: Brand; title: string; lead: string }): Html {
  return page({ ...notice, content: toSignIn })
}

/** Sends a failure as a page of its own. */
export function sendNotice(reply: FastifyReply, failure: Failure) {
  const { message: lead } = formErrorsOf(failure)
  const notice = noticePage({ company: product, title: 'Something went wrong', lead })
  return sendFailure(reply, failure, notice)
}

export function signOutPage(company: Brand): Html {
  return page({
    company,
    title: 'Sign out?',
    lead: 'Another site sent you here.',
    content: html`
<form method="post" action="/api/logout"><button type="submit">Sign out</button></form>
<a class="button quiet" href="/">Stay signed in</a>`,
  })
}
