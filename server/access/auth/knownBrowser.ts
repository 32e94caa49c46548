import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../http/cookies.ts'
import type { SignInAttempt } from '../../http/limits/attempts.ts'
import type { Settings } from '../../platform/settings.ts'
import { hashToken, newToken } from './tokens.ts'

const YEAR_SECONDS = 365 * 86_400

// Bound to the email address, so that the cookie of one account proves nothing for another.
const proof = (settings: Settings, email: string, browser: string) =>
  hashToken('browser', `${email.trim().toLowerCase()}\0${browser}`, settings.sessionSecret)

/**
 * A sign-in attempt with its account and origin. A browser in which the person has signed in before
 * is recognized by its cookie, which nobody can make without the password.
 */
export function signInAttempt(
  request: FastifyRequest,
  settings: Settings,
  email: string,
): SignInAttempt {
  const [browser = '', given] = (readCookie(request, settings, 'plumbline_browser') ?? '').split(
    '.',
  )
  const isKnown = /^[\w-]{43}$/.test(browser) && given === proof(settings, email, browser)
  return { email, ip: request.ip, ...(isKnown && { browser }) }
}

/** Marks the browser as one of the person, for a year. */
export function rememberBrowser(reply: FastifyReply, settings: Settings, email: string) {
  const browser = newToken()
  const value = `${browser}.${proof(settings, email, browser)}`
  setCookie(reply, settings, 'plumbline_browser', { value, maxAge: YEAR_SECONDS })
}
