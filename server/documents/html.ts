import { asset } from '../platform/asset.ts'
import { Html, html } from '../platform/html.ts'
import script from './document.client.js?raw'
import style from './document.css?raw'
import { type Document, type DocumentRow, DRAWING, type Strokes } from './model.ts'

/** Consecutive lines without an empty one between them: a page break separates no two of them. */
const PARAGRAPH = /[^\n]+(?:\n[^\n]+)*/g

const paragraphs = (text: string) => (text.match(PARAGRAPH) ?? []).map((one) => html`<p>${one}</p>`)

const mark = ({ mark: one }: DocumentRow) =>
  one &&
  html`<span class="mark ${one.shape}${one.isChosen && ' chosen'}" role="img" aria-label="${one.isChosen ? 'Chosen' : 'Not chosen'}"></span>`

const row = (one: DocumentRow, isCounted: boolean) => html`<tr>
<td${one.mark && html` class="choice"`}>${mark(one)}<b>${one.description}</b>${one.details && html`<div class="details">${one.details}</div>`}</td>
${
  isCounted &&
  html`<td class="number">${one.quantity}</td>
<td class="number">${one.unitPrice}</td>
`
}<td class="number">${one.amount}</td>
</tr>`

function section({ title, hint, rows, total }: Document['sections'][number]) {
  // A part of a contract has an amount alone.
  const isCounted = rows.some(({ quantity }) => quantity !== '')
  return html`<section>
<table class="lines${!isCounted && ' uncounted'}">
<colgroup><col>${isCounted && html`<col class="quantity"><col class="price">`}<col class="price"></colgroup>
<thead>
<tr><th scope="colgroup" colspan="${isCounted ? 3 : 1}">${title}${hint && html` <span class="hint">${hint}</span>`}</th><td class="number">${total}</td></tr>
<tr class="names"><th scope="col">Description</th>${isCounted && html`<th scope="col">Quantity</th><th scope="col">Price</th>`}<th scope="col">Amount</th></tr>
</thead>
<tbody>
${rows.map((one) => row(one, isCounted))}
</tbody>
</table>
</section>`
}

const ledger = ({ columns: names, rows }: NonNullable<Document['ledger']>) => html`<section>
<table class="ledger">
<colgroup><col class="day"><col><col class="figure"><col class="figure"><col class="figure"></colgroup>
<thead>
<tr class="names"><th scope="col">${names.day}</th><th scope="col" class="left">${names.name}</th><th scope="col">${names.charge}</th><th scope="col">${names.credit}</th><th scope="col">${names.balance}</th></tr>
</thead>
<tbody>
${rows.map(
  ({
    day,
    name,
    details,
    charge,
    credit,
    balance,
    isSum,
  }) => html`<tr${isSum && html` class="sum"`}>
<td>${day}</td>
<td><b>${name}</b>${details && html`<div class="details">${details}</div>`}</td>
<td class="number" data-name="${names.charge}">${charge}</td>
<td class="number" data-name="${names.credit}">${credit}</td>
<td class="number" data-name="${names.balance}">${balance}</td>
</tr>
`,
)}
</tbody>
</table>
</section>`

const totals = (rows: Document['totals']) => html`<table class="totals"><tbody>
${rows.map(({ label, amount, isTotal }) => html`<tr${isTotal && html` class="total"`}><th scope="row">${label}</th><td class="number">${amount}</td></tr>`)}
</tbody></table>`

const columns = (all: Document['parties'], name: string) => html`<div class="${name}">
${all.map(({ title, lines }) => html`<section><h2>${title}</h2>${lines.map((line) => html`<p>${line}</p>`)}</section>`)}
</div>`

const schedule = (rows: Document['schedule']) => html`<section class="together">
<h2>Payments</h2>
<table class="schedule"><tbody>
${rows.map(({ title, share, amount }) => html`<tr><th scope="row">${title}</th><td class="number">${share}</td><td class="number">${amount}</td></tr>`)}
</tbody></table>
</section>`

/** The path of a drawing, as SVG has it. A line of no length is a dot. */
const pathOf = (strokes: Strokes) =>
  strokes.map((stroke) => `M${stroke.map(([x, y]) => `${x} ${y}`).join('L')}h0`).join('')

const drawing = (strokes: Strokes) =>
  html`<svg class="drawing" viewBox="0 0 ${DRAWING.width} ${DRAWING.height}" role="img" aria-label="Signature"><path d="${pathOf(strokes)}" /></svg>`

const signature = ({ title, name, signed }: Document['signatures'][number]) => html`<section>
${signed && (signed.strokes ? drawing(signed.strokes) : html`<p class="typed">${name}</p>`)}
<p class="sign"><span>Signature</span><span>${signed ? signed.day : 'Date'}</span></p><p><b>${title}</b><br>${name}</p></section>`

const evidenceTable = (rows: Document['evidence']) => html`<section class="own-page">
<h2>Evidence</h2>
<table class="evidence"><tbody>
${rows.map(({ label, text }) => html`<tr><th scope="row">${label}</th><td>${text}</td></tr>`)}
</tbody></table>
</section>`

/**
 * The photos of a document; nothing without any. On paper all are needed; a page on a phone loads
 * them as they come into view, and a tap opens one.
 */
export const photoFigures = (
  { photos }: Pick<Document, 'photos'>,
  addressOf: PhotoAddress,
  { isOnScreen = false } = {},
) =>
  photos.length > 0 &&
  html`<div class="photos">
${photos.map(({ caption, width, height }, at) => {
  const url = addressOf(at + 1)
  const picture = html`<img src="${url}" alt="${caption}" width="${width}" height="${height}"${isOnScreen && html` loading="lazy"`}>`
  return html`<figure>${isOnScreen ? html`<a href="${url}">${picture}</a>` : picture}<figcaption>${caption}</figcaption></figure>`
})}
</div>`

/** Terms stand before the signatures, those on a page of their own behind them. */
const block = ({ title, text, ownPage }: Document['terms'][number]) =>
  html`<section class="text${ownPage && ' own-page'}"><h2>${title}</h2>${paragraphs(text)}</section>`

/**
 * The bar above a document on screen, with what it is and the address of its PDF. `missing` are the
 * characters that the PDF shows as boxes.
 */
export const documentBar = (
  name: string,
  pdf: string,
  missing: readonly string[],
) => html`<div class="bar">
<p>${missing.length > 0 && html`<b>The PDF shows boxes for ${missing.join(' ')}</b>, which its typeface lacks. `}${name}</p>
<button type="button" data-print hidden>Print</button>
<a href="${pdf}">Download PDF</a>
</div>`

/** The script of the pages, which work without it. */
export const documentScript = asset('/api/document.js', 'text/javascript', script)

/** The address of the photo at a place from 1. */
export type PhotoAddress = (place: number) => string

export interface Frame {
  /** The address of the logo. */
  readonly logo: string | null
  /** Absent for a document without photos. */
  readonly photos?: PhotoAddress
  /** Above the document on screen, and not on paper. */
  readonly bar: Html | null
}

/** A document as a page that is also printed. */
export function documentPage(document: Document, { logo, photos, bar }: Frame): Html {
  const { title, facts, company, parties, texts, sections, terms, signatures } = document
  const isThree = parties.length > 2
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${company.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${new Html(style)}</style>
<script src="${documentScript.address}" defer></script>
</head>
<body>
${bar}
<main>
<header>
${logo && html`<img src="${logo}" alt="">`}
<address><b>${company.name}</b>${company.lines.map((line) => html`<br>${line}`)}</address>
</header>
${document.stamp && html`<p class="stamp">${document.stamp}</p>`}
<h1>${title}</h1>
<p class="facts">${facts.join(' · ')}</p>
${columns(parties, isThree ? 'parties three' : 'parties')}
${texts.map(({ title: name, text }) => html`<section class="text">${name && html`<h2>${name}</h2>`}${paragraphs(text)}</section>`)}
${photos && photoFigures(document, photos)}
${document.ledger && ledger(document.ledger)}
${sections.map(section)}
${document.totals.length > 0 && totals(document.totals)}
${document.figures.length > 0 && columns(document.figures, 'parties figures')}
${document.schedule.length > 0 && schedule(document.schedule)}
${terms.filter(({ ownPage }) => !ownPage).map(block)}
${document.ledger && html`<p class="note">${document.ledger.note}</p>`}
${
  signatures.length > 0 &&
  html`<div class="signatures">
${signatures.map(signature)}
</div>`
}
${terms.filter(({ ownPage }) => ownPage).map(block)}
${document.evidence.length > 0 && evidenceTable(document.evidence)}
</main>
</body>
</html>
`
}
