import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../http/cookies.ts'
import type { SignInTry } from '../../http/throttle.ts'
import type { Settings } from '../../platform/settings.ts'
import { hashToken, newToken } from './tokens.ts'

const YEAR = 365 * 86_400

// Bound to the address: the cookie of one account says nothing about another one.
const proof = (settings: Settings, email: string, browser: string) =>
  hashToken('browser', `${email.trim().toLowerCase()}\0${browser}`, settings.sessionSecret)

/**
 * Who tries to sign in, as what was typed and from where. A browser in which the person has signed in before is known by
 * its cookie; nobody can make one without the password.
 */
export function signInTry(request: FastifyRequest, settings: Settings, email: string): SignInTry {
  const [browser = '', given] = (readCookie(request, settings, 'plumbline_browser') ?? '').split(
    '.',
  )
  const isKnown = /^[\w-]{43}$/.test(browser) && given === proof(settings, email, browser)
  return { email, ip: request.ip, ...(isKnown && { browser }) }
}

/** Makes the browser known as one of the person, for a year. */
export function rememberBrowser(reply: FastifyReply, settings: Settings, email: string) {
  const browser = newToken()
  const value = `${browser}.${proof(settings, email, browser)}`
  setCookie(reply, settings, 'plumbline_browser', { value, life: YEAR })
}
