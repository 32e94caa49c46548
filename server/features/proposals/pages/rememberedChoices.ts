import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, readCookie, setCookie } from '../../../http/cookies.ts'
import type { Settings } from '../../../platform/settings.ts'
import type { Typed } from '../choices.ts'

const COOKIE = 'plumbline_choices'

/** For how long a browser remembers choices: a month, in seconds. */
const MAX_AGE = 30 * 24 * 3600

/**
 * Stores the choices of a form in the browser, so that they are there again on every way back to
 * the page: after a question, by Back, and from the email. Only the last proposal is remembered.
 */
export function rememberChoices(
  reply: FastifyReply,
  settings: Settings,
  proposalId: string,
  choices: Readonly<Record<string, string>>,
) {
  // Names and numbers alone, since a proposal may have three hundred boxes: "o1-0.c2_1".
  const chosen = Object.entries(choices).flatMap(([name, value]) =>
    name === 'choices' ? [] : [name.startsWith('c') ? `${name}_${value}` : name],
  )
  const value = [proposalId, ...chosen].join('.')
  setCookie(reply, settings, COOKIE, { value, maxAge: MAX_AGE })
}

/** The choices that this browser remembers, as a form sends them; none of another proposal. */
export function rememberedChoices(
  request: FastifyRequest,
  settings: Settings,
  proposalId: string,
): Typed {
  const [of, ...chosen] = (readCookie(request, settings, COOKIE) ?? '').split('.')
  if (of !== proposalId) return {}
  const fields = chosen.map((one): [string, string] => {
    const [name = '', value = 'yes'] = one.split('_')
    return [name, value]
  })
  return { choices: '1', ...Object.fromEntries(fields) }
}

/** Makes the browser forget the choices once the proposal is decided. */
export function forgetChoices(reply: FastifyReply, settings: Settings) {
  clearCookie(reply, settings, COOKIE)
}
