import type { Failure, Fields } from '@plumbline/contract/failures.ts'
import { type Html, html } from '../../../platform/html.ts'

export interface Field {
  readonly name: string
  /** The id, if a page has two fields of that name. */
  readonly id?: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string | undefined
  readonly hint?: string
  readonly autocomplete: string
  readonly optional?: true
  readonly readonly?: true
  /** Whether a phone shows a numeric keyboard. */
  readonly digits?: true
}

/** The errors of the last attempt, shown beside the fields and above them. */
export interface FormErrors {
  readonly message: string
  readonly fields: Fields
}

/** The form errors for a failure. */
export function formErrorsOf(failure: Failure): FormErrors {
  const { fields = {}, retryAfter, name } = failure
  if (name === 'tooMany')
    return { message: `Too many attempts. Wait ${wait(retryAfter ?? 60)} and try again.`, fields }
  return {
    message:
      Object.keys(fields).length > 0 ? 'Please look at the marked fields.' : `${failure.message}.`,
    fields,
  }
}

function wait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** The message of a failed attempt, announced by screen readers. */
export const alert = (errors: FormErrors | undefined) =>
  errors && html`<p class="alert" role="alert">${errors.message}</p>`

/** An input with its label, hint and problem. The first invalid one, or `first`, gets the focus. */
export function field(spec: Field, errors?: FormErrors, first?: string): Html {
  const { name, id = name, label, type = 'text', value, hint, autocomplete, optional } = spec
  const problem = errors?.fields[name]
  const start = (Object.keys(errors?.fields ?? {})[0] ?? first) === name
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const input = html`<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${
    !optional && html` required`
  }${type === 'text' && html` dir="auto"`}${spec.readonly && html` readonly`}${spec.digits && html` inputmode="numeric"`}${problem && html` aria-invalid="true"`}${
    described && html` aria-describedby="${described}"`
  }${start && html` autofocus`}>`
  return html`<div class="field">
<label for="${id}">${label}${optional && html` <span class="faint">(optional)</span>`}</label>
${type === 'password' ? withReveal(input) : input}
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="problem" id="${id}-problem">${problem}</p>`}
</div>`
}

/** A password input with the button that shows it. */
const withReveal = (input: Html) => html`<div class="secret">
${input}
<button class="reveal" type="button" aria-pressed="false">Show<span class="unseen"> password</span></button>
</div>`

/** The hint below every new password. */
export const PASSWORD_HINT = 'At least 12 characters. A few unrelated words work best.'
