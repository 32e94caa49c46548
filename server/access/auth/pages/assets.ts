import { createHash } from 'node:crypto'
import tokens from '@plumbline/contract/tokens.css?raw'
import type { FastifyInstance } from 'fastify'
import setup from './pages.client.js?raw'
import rules from './pages.css?raw'
import passkeys from './passkeys.client.js?raw'
import revealScript from './reveal.client.js?raw'

/**
 * The dark tokens as a CSS block, with which a browser without scripts follows the theme of the
 * system.
 */
const [, dark] = /\.dark (\{[^}]*\})/.exec(tokens) ?? []
const style = `${tokens}
@media (prefers-color-scheme: dark) {
:root:not([data-theme]) ${dark}
}
${rules}`

const versioned = (path: string, text: string) =>
  `${path}?v=${createHash('sha256').update(text).digest('base64url').slice(0, 10)}`

export const styleAddress = versioned('/api/pages.css', style)
// Every page that asks for a password can show it. On pages with another script, both are in one
// file.
const setupAndReveal = `${setup}\n${revealScript}`
const passkeysAndReveal = `${passkeys}\n${revealScript}`

export const setupScript = versioned('/api/pages.js', setupAndReveal)
export const passkeyScriptAddress = versioned('/api/passkeys.js', passkeysAndReveal)
export const revealScriptAddress = versioned('/api/reveal.js', revealScript)

/**
 * Serves the stylesheet and the scripts of the plain pages. Their URLs change with their contents.
 */
export function serveAssets(api: FastifyInstance) {
  for (const [url, type, text] of [
    ['/api/pages.css', 'text/css', style],
    ['/api/pages.js', 'text/javascript', setupAndReveal],
    ['/api/passkeys.js', 'text/javascript', passkeysAndReveal],
    ['/api/reveal.js', 'text/javascript', revealScript],
  ] as const) {
    api.get(url, { config: { may: 'anyone' } }, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(text),
    )
  }
}
