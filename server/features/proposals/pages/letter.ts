import { alert, type FormErrors, field } from '../../../access/auth/pages/form.ts'
import { type PhotoAddress, photoFigures } from '../../../documents/html.ts'
import type { Document } from '../../../documents/model.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Typed } from '../choices.ts'
import { boxName, circleName } from '../choices.ts'
import { type Letterhead, letterPage } from './frame.ts'

/** A version on the page of its link. */
export interface LetterView {
  readonly head: Letterhead
  readonly document: Document
  readonly photos: PhotoAddress
  /** Whether it is a change order, and not a proposal. */
  readonly isChange: boolean
  /** The kind and index of the sections, as the proposal has them. */
  readonly sections: readonly { readonly kind: string; readonly at: number }[]
  readonly errors?: FormErrors | undefined
  readonly typed?: Typed
}

type Row = Document['sections'][number]['rows'][number]

/** The amount of a line. One that can be left out is added to the total. */
const amount = (row: Row, kind: string) =>
  html`<span class="amount">${kind === 'optional' && !row.amount.startsWith('-') && '+'}${row.amount}</span>`

const words = (row: Row) => html`<span class="words"><b>${row.description}</b>
${row.unitPrice !== row.amount && html`<small>${row.quantity} × ${row.unitPrice}</small>`}${row.details && html`<small class="details">${row.details}</small>`}</span>`

function rowOf(row: Row, kind: string, section: number, index: number): Html {
  if (!row.mark) return html`<li>${words(row)}${amount(row, kind)}</li>`
  const input =
    kind === 'choose_one'
      ? html`<input type="radio" name="${circleName(section)}" value="${index}"${row.mark.isChosen && html` checked`}>`
      : html`<input type="checkbox" name="${boxName(section, index)}" value="yes"${row.mark.isChosen && html` checked`}>`
  return html`<li><label>${input}${words(row)}${amount(row, kind)}</label></li>`
}

const paragraphs = (text: string) =>
  text.split(/\n{2,}/).map((one) => html`<p class="text">${one}</p>`)

const totalsOf = ({ totals }: Document) => html`<dl class="sums">
${totals.map(({ label, amount: sum, isTotal }) => html`<div${isTotal && html` class="total"`}><dt>${label}</dt><dd>${sum}</dd></div>`)}
</dl>`

const scheduleOf = ({ schedule }: Document) =>
  schedule.length > 0 &&
  html`<section><h2>Payments</h2><dl class="sums">
${schedule.map(({ title, share, amount: sum }) => html`<div><dt>${title} <small>${share}</small></dt><dd>${sum}</dd></div>`)}
</dl></section>`

const termsOf = ({ terms }: Document) =>
  terms.map(
    ({ title, text }) => html`<details><summary>${title}</summary>${paragraphs(text)}</details>`,
  )

/** The word for what a customer answers. */
export const nounOf = (isChange: boolean) => (isChange ? 'change order' : 'proposal')

interface Answer {
  readonly step: 'ask' | 'decline'
  readonly title: string
  readonly name: 'question' | 'reason'
  readonly label: string
  readonly action: string
}

/** The ways to answer other than by a signature. */
const answersTo = (noun: string): readonly Answer[] => [
  {
    ...{ step: 'ask', title: 'Ask a question', name: 'question', label: 'Your question' },
    action: 'Send the question',
  },
  {
    ...{ step: 'decline', title: 'Decline', name: 'reason', label: 'Why (optional)' },
    action: `Decline this ${noun}`,
  },
]

/** A question and a refusal, as part of the form by that id wherever they stand on the page. */
const answers = (
  form: string,
  { isChange, errors, typed = {} }: Pick<LetterView, 'isChange' | 'errors' | 'typed'>,
) =>
  html`<section class="answers">${answersTo(nounOf(isChange)).map(
    ({ step, title, name, label, action }) => {
      const problem = errors?.fields[name]
      return html`<details${(problem || typed[name]) && html` open`}><summary>${title}</summary>
<div class="field"><label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" form="${form}" rows="3" dir="auto"${problem && html` aria-invalid="true" aria-describedby="${name}-problem" autofocus`}>${typed[name]}</textarea>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>
<button type="submit" name="step" value="${step}" form="${form}">${action}</button></details>`
    },
  )}</section>`

const total = ({ totals }: Document) => totals.at(-1)?.amount ?? ''

/** The first button of a form is the one that Enter presses: not the one of a question. */
const pressedByEnter = html`<button type="submit" name="step" value="update" hidden></button>`

/** The letter with its options, as plain HTML that needs no script. */
export function letter(view: LetterView): Html {
  const { head, document, photos, sections, errors } = view
  const [customer] = document.parties
  return letterPage({
    head,
    title: document.title,
    content: html`<h1>${document.title}</h1>
<p class="lead">${customer && customer.lines.length > 0 && html`For ${customer.lines.slice(0, 2).join(', ')}<br>`}${document.facts.join(' · ')}</p>
${alert(errors)}
${document.texts.map(({ title, text }) => html`<section>${title && html`<h2>${title}</h2>`}${paragraphs(text)}</section>`)}
${photoFigures(document, photos, { isOnScreen: true })}
<form method="post" id="choices" data-choices>
${pressedByEnter}
<input type="hidden" name="choices" value="1">
${document.sections.map((section, n) => {
  const { kind = 'included', at = n } = sections[n] ?? {}
  return html`<fieldset><legend><h2>${section.title}${section.hint && html` <small>${section.hint}</small>`}</h2></legend>
<ul>${section.rows.map((row, index) => rowOf(row, kind, at, index))}</ul></fieldset>`
})}
<div data-sums>${totalsOf(document)}
${scheduleOf(document)}</div>
${termsOf(document)}
${answers('choices', view)}
<div class="foot">
<p><small>Total</small><output aria-live="polite">${total(document)}</output></p>
<div class="buttons">
<button class="update" type="submit" name="step" value="update">Update total</button>
<button class="primary" type="submit" name="step" value="sign">Read and sign</button>
</div>
</div>
</form>`,
  })
}

interface SignView {
  readonly head: Letterhead
  readonly document: Document
  readonly isChange: boolean
  readonly consent: string
  /** The choices, total and version to send with the signature. */
  readonly hidden: Readonly<Record<string, string>>
  readonly errors?: FormErrors | undefined
  readonly typed: Typed
}

/** The second step: the amounts once more, name, signature and consent. */
export function signPage(view: SignView): Html {
  const { head, document, isChange, consent, hidden, errors, typed } = view
  const problem = errors?.fields.strokes
  const carried = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return letterPage({
    head,
    title: 'Approve and sign',
    content: html`<p class="back"><a href="">← Back to the ${nounOf(isChange)}</a></p>
<h1>Approve and sign</h1>
<p class="lead">${document.title} · ${document.facts[0]}</p>
${alert(errors)}
<form method="post" data-sign>
${carried}
<dl class="sums">
${document.sections.map(({ title, total: sum }) => html`<div><dt>${title}</dt><dd>${sum}</dd></div>`)}
</dl>
${totalsOf(document)}
${scheduleOf(document)}
${termsOf(document)}
${field({ name: 'name', label: 'Your name', autocomplete: 'name', value: typed.name }, errors)}
<fieldset class="signature"><legend>Signature</legend>
<div class="ways">
<label><input type="radio" name="way" value="typed"${typed.way !== 'drawn' && html` checked`}> Type</label>
<label data-draw hidden><input type="radio" name="way" value="drawn"${typed.way === 'drawn' && html` checked`}> Draw</label>
</div>
<p class="typed" aria-hidden="true"></p>
<div class="pad" hidden><canvas aria-label="Draw your signature"></canvas><button class="clear" type="button">Clear</button></div>
<input type="hidden" name="strokes" value="${typed.strokes}">
${problem && html`<p class="problem">${problem}</p>`}
</fieldset>
<label class="consent"><input type="checkbox" name="consent" value="yes"${typed.consent && html` checked`} required> <span class="text">${consent}</span></label>
${errors?.fields.consent && html`<p class="problem">${errors.fields.consent}</p>`}
<p class="lead">We store the moment, your network address and your browser with it.</p>
${answers('answer', { isChange, errors, typed })}
<div class="foot">
<p><small>Total</small><output>${total(document)}</output></p>
<button class="primary" type="submit" name="step" value="approve">Approve and sign</button>
</div>
</form>
<form method="post" id="answer">${carried}</form>`,
  })
}
