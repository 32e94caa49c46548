import type { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../platform/html.ts'
import type { Brand } from '../../company/queries.ts'
import { styleAddress } from './assets.ts'

/** The mark of the product. */
export const bob = html`<svg class="bob" viewBox="0 0 32 44" aria-hidden="true"
  ><path class="line" d="M16 0v25" /><path d="M9 25h14l-1.6 6.8L16 43l-5.4-11.2z" /></svg>`

export interface PageParts {
  readonly title: string
  /** Below the title. */
  readonly lead?: Html | string | undefined
  readonly content: Html | readonly Html[]
  /** The company, or the product until it is set up. */
  readonly company: Brand
  /** The URL of a small script. The page works without it. */
  readonly script?: string
}

/** The layout of the plain pages: a card below the company's name. Works without a script. */
export function page({ title, lead, content, company, script }: PageParts): Html {
  const { logo } = company
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${company.name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="${styleAddress}">
${script && html`<script src="${script}" defer></script>`}
</head>
<body>
<main>
<p class="brand">${bob}${logo && html`<img class="logo${logo.ground && ` on-${logo.ground}`}" src="${logo.address}" alt="">`}<span>${company.name}</span></p>
<div class="card">
<h1>${title}</h1>
${lead && html`<p class="lead">${lead}</p>`}
${content}
</div>
</main>
</body>
</html>
`
}

/** Sends a page, which is never cached. */
export function send(reply: FastifyReply, status: number, content: Html) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(String(content))
}

/** Sends the page that follows a failed attempt, with its status and Retry-After. */
export function sendFailure(reply: FastifyReply, { status, retryAfter }: Failure, content: Html) {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return send(reply, status, content)
}

/** Redirects the browser. */
export function goTo(reply: FastifyReply, path: string) {
  return reply.header('cache-control', 'no-store').redirect(path, 303)
}

const HERE = 'http://here.invalid'
const UNSAFE = /[\\\p{Cc}]/u
/**
 * The number of times a path may be encoded before it is rejected as an attempt to hide something.
 */
const MAX_ENCODINGS = 3

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Whether a path stays on this site and outside /api, with or without path parameters. */
function isScreen(path: string): boolean {
  // When decoded, these no longer begin a query or a fragment.
  const plain = path.replaceAll(/[?#]/g, '-').replaceAll(/;[^/]*/g, '')
  if (UNSAFE.test(path) || !URL.canParse(plain, HERE)) return false
  const { origin, pathname } = new URL(plain, HERE)
  return origin === HERE && !pathname.startsWith('//') && !/^\/api(\/|$)/i.test(pathname)
}

/**
 * The address to go to after signing in: the path if it is a screen of this site, even if it is
 * decoded several times on its way, else the first screen.
 */
export function safeReturn(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || UNSAFE.test(wanted)) return '/'
  if (!URL.canParse(wanted, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  if (origin !== HERE) return '/'
  let path: string | undefined = pathname
  for (let round = 0; round <= MAX_ENCODINGS; round++) {
    if (path === undefined || !isScreen(path)) return '/'
    const next = decoded(path)
    if (next === path) return `${pathname}${search}${hash}`
    path = next
  }
  return '/'
}
