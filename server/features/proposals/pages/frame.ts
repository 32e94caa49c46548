import tokens from '@plumbline/contract/tokens.css?raw'
import { bob } from '../../../access/auth/pages/layout.ts'
import type { Brand } from '../../../access/company/queries.ts'
import { asset } from '../../../platform/asset.ts'
import { type Html, html } from '../../../platform/html.ts'
import script from './link.client.js?raw'
import rules from './link.css?raw'

const style = asset('/api/proposal.css', 'text/css', `${tokens}\n${rules}`)
const linkScript = asset('/api/proposal.js', 'text/javascript', script)

export const linkAssets = [style, linkScript]

/** The company as the head of a letter. */
export interface Letterhead extends Brand {
  readonly address: string | null
  readonly phone: string | null
}

const telephone = (phone: string) =>
  html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`

interface Letter {
  readonly head: Letterhead
  readonly title: string
  readonly content: Html
  /** The address that the page leads to at once. */
  readonly next?: string
}

/** A page for a customer: the letterhead, and what it says. */
export const letterPage = ({ head, title, content, next }: Letter): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${next !== undefined && html`<meta http-equiv="refresh" content="0;url=${next}">`}
<meta name="format-detection" content="telephone=no">
<title>${title} · ${head.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style.address}">
<script src="${linkScript.address}" defer></script>
</head>
<body>
<header>
${head.logo ? html`<img src="${head.logo.address}" alt="">` : bob}
<p><b>${head.name}</b><br>${[head.address, head.phone && telephone(head.phone)].filter(Boolean).map((part, at) => html`${at > 0 && ' · '}${part}`)}</p>
</header>
<main>
${content}
</main>
</body>
</html>
`

/** The page of every link that does not work, whatever the reason. */
export const endedPage = (head: Letterhead): Html =>
  letterPage({
    head,
    title: 'This link no longer works',
    content: html`<h1>This link no longer works</h1>
<p>What it showed may have been replaced by something newer or withdrawn, or its last day is over. Please ask ${head.name}${head.phone && html`, ${telephone(head.phone)}`}.</p>`,
  })

/** A short message in place of the letter. */
export const messagePage = (head: Letterhead, title: string, text: string, link?: Html): Html =>
  letterPage({
    head,
    title,
    content: html`<h1>${title}</h1><p role="status">${text}</p>${link && html`<p class="back">${link}</p>`}`,
  })

/** The page after a question was sent from the page of a link, at `link`. */
export const askedPage = (
  head: Letterhead,
  { noun, stays, link }: { readonly noun: string; readonly stays: string; readonly link: string },
): Html =>
  messagePage(
    head,
    'We got your question',
    `We answer as soon as we can. The ${noun} ${stays} at this link.`,
    html`<a href="${link}">← Back to the ${noun}</a>`,
  )

/** A page that leads to the page of Stripe, where the card is entered. */
export const leavingPage = (head: Letterhead, url: string): Html =>
  letterPage({
    ...{ head, title: 'To the payment', next: url },
    content: html`<h1>To the payment</h1><p role="status">Stripe’s page opens, where you pay ${head.name}.</p><p class="back"><a href="${url}">Open it now</a></p>`,
  })
