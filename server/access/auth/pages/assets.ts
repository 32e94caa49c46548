import tokens from '@plumbline/contract/tokens.css?raw'
import type { FastifyInstance } from 'fastify'
import { asset } from '../../../platform/asset.ts'
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

const stylesheet = asset('/api/pages.css', 'text/css', style)
// Every page that asks for a password can show it. On pages with another script, both are in one
// file.
const setupAndReveal = asset('/api/pages.js', 'text/javascript', `${setup}\n${revealScript}`)
const passkeysAndReveal = asset(
  '/api/passkeys.js',
  'text/javascript',
  `${passkeys}\n${revealScript}`,
)
const reveal = asset('/api/reveal.js', 'text/javascript', revealScript)

export const styleAddress = stylesheet.address
export const setupScript = setupAndReveal.address
export const passkeyScriptAddress = passkeysAndReveal.address
export const revealScriptAddress = reveal.address

/** Serves the stylesheet and the scripts of the plain pages. */
export function serveAssets(api: FastifyInstance) {
  for (const one of [stylesheet, setupAndReveal, passkeysAndReveal, reveal]) one.serve(api)
}
