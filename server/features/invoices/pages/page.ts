import { refusedText } from '@plumbline/contract/cardStates.ts'
import { daysBetween, formatDay } from '@plumbline/contract/dates.ts'
import type { InvoiceState } from '@plumbline/contract/invoiceOrders.ts'
import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { alert, type FormErrors } from '../../../access/auth/pages/form.ts'
import type { Document } from '../../../documents/model.ts'
import { type Html, html } from '../../../platform/html.ts'
import { type Letterhead, letterPage } from '../../proposals/pages/frame.ts'

/** An invoice or a credit memo on the page of its link. */
export interface InvoiceView {
  readonly kind: InvoiceKind
  readonly head: Letterhead
  readonly document: Document
  readonly state: InvoiceState
  readonly number: string
  /** In cents. */
  readonly owed: number
  readonly total: number
  /** Whether all of it was paid with money: without credit and write-offs. */
  readonly isPaid: boolean
  readonly dueOn: string
  /** The current day of the company. */
  readonly today: string
  /** Whether it can be paid by card. */
  readonly takesCard: boolean
  /** A card payment that the bank has not answered yet, in cents. */
  readonly processing: number | null
  /** The last payment, if the bank has refused it, in cents. */
  readonly refused: number | null
  /** The address to which its payment is sent, and that of its PDF. */
  readonly pay: string
  readonly pdf: string
  readonly errors?: FormErrors | undefined
  readonly question?: string | undefined
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** The words about where a credit stands. */
function creditLine({ state }: InvoiceView): Html {
  if (state === 'void')
    return html`<p class="due"><b class="void">Void</b> This is no longer credited.</p>`
  if (state === 'paid')
    return html`<p class="due"><b class="paid">Credited</b> All of it was used.</p>`
  return html`<p class="due">This is credited to you: it is taken off what you owe, or paid back.</p>`
}

/** The due day and how far away it is: `Due Nov 30, 2026`, `in 11 days`. */
function dueLine({ state, isPaid, dueOn, today }: InvoiceView): Html {
  if (state === 'void') return html`<p class="due"><b class="void">Void</b> Nothing is owed.</p>`
  if (state === 'paid')
    return isPaid
      ? html`<p class="due"><b class="paid">Paid</b> Thank you.</p>`
      : html`<p class="due"><b class="paid">Settled</b> Nothing is owed.</p>`
  const left = daysBetween(today, dueOn)
  const when = left > 0 ? `in ${days(left)}` : left === 0 ? 'today' : `${days(-left)} overdue`
  return html`<p class="due">Due ${formatDay(dueOn)} <b${left < 0 && html` class="late"`}>${when}</b></p>`
}

type Row = Document['sections'][number]['rows'][number]

const row = (one: Row) => html`<li><span class="words"><b>${one.description}</b>
${one.quantity && html`<small>${one.quantity} × ${one.unitPrice}</small>`}${one.details && html`<small class="details">${one.details}</small>`}</span><span class="amount">${one.amount}</span></li>`

const sums = (rows: readonly { readonly label: string; readonly amount: string }[]) =>
  html`<dl class="sums">${rows.map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}</dl>`

const paragraphs = (text: string) =>
  text.split(/\n{2,}/).map((one) => html`<p class="text">${one}</p>`)

/** A payment of which the bank has not said yet whether it is good. */
const processingLine = (amount: number) =>
  html`<p class="due" role="status">Your payment of ${formatCents(amount)} is being processed. There is nothing more to do.</p>`

/** A payment that the bank refused some days after it was made. */
const refusedLine = (amount: number) =>
  html`<p class="alert" role="status">${refusedText(amount)}</p>`

const payBar = ({
  pay,
  owed,
}: InvoiceView) => html`<form method="post" action="${pay}" class="foot pay">
<button type="submit" class="primary">Pay ${formatCents(owed)}</button>
<p>On Stripe’s page. We never see your card.</p></form>`

/** A customer without a computer pays as they always did. */
const byCheck = ({
  head,
  number,
  takesCard,
}: InvoiceView) => html`<section><h2>${takesCard ? 'Or by check' : 'By check'}</h2>
<p>To ${head.name}, with ${number} on it${head.address && html`, by mail to the address above`}.</p></section>`

function question({ errors, question: typed }: InvoiceView): Html {
  const problem = errors?.fields.question
  return html`<form method="post" class="answers"><details${(problem || typed) && html` open`}><summary>Ask a question</summary>
<div class="field"><label for="question">Your question</label>
<textarea id="question" name="question" rows="3" dir="auto"${problem && html` aria-invalid="true" aria-describedby="question-problem" autofocus`}>${typed}</textarea>
${problem && html`<p class="problem" id="question-problem">${problem}</p>`}</div>
<button type="submit" name="step" value="ask">Send the question</button></details></form>`
}

/** The invoice as plain HTML that needs no script. */
export function invoicePage(view: InvoiceView): Html {
  const { head, kind, document, state, owed, total, pdf, errors, processing, refused, takesCard } =
    view
  const [customer, job] = document.parties
  const isCredit = kind === 'creditMemo'
  const isOwed = !isCredit && state !== 'paid' && state !== 'void'
  const amount = formatCents(isOwed ? owed : Math.abs(total))
  return letterPage({
    head,
    title: document.title,
    content: html`<div data-seen>
<p class="lead">${document.title} for ${customer?.lines[0]}${job && html`<br>${job.lines.join(', ')}`}</p>
<h1 class="owed">${state === 'void' ? html`<s>${amount}</s>` : amount}</h1>
${isCredit ? creditLine(view) : dueLine(view)}
${processing !== null && processingLine(processing)}
${refused !== null && refusedLine(refused)}
${alert(errors)}
<section><h2>What it is for</h2>
${document.sections.map(({ rows }) => html`<ul>${rows.map(row)}</ul>`)}
${sums(document.totals)}</section>
${document.figures.length > 0 && html`<section><h2>The whole job</h2>${sums(document.figures.map(({ title, lines }) => ({ label: title, amount: lines.join(' ') })))}</section>`}
${document.terms.map(({ text }) => html`<section>${paragraphs(text)}</section>`)}
${isOwed && processing === null && byCheck(view)}
<section><a href="${pdf}">Download PDF</a></section>
${question(view)}
${takesCard && payBar(view)}
</div>`,
  })
}
