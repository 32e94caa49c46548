import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../platform/settings.ts'

/**
 * Every cookie that the server sets, with its SameSite value. Strict unless a link on another site
 * has to work with it.
 */
export const cookies = {
  /** The session. */
  plumbline: 'lax',
  /** Marks a browser in which somebody has signed in before. */
  plumbline_browser: 'lax',
  /** A passkey registration or sign-in in progress. */
  plumbline_passkey: 'strict',
  /** A single sign-on in progress. The browser comes back from the provider with it. */
  plumbline_oidc: 'lax',
  /** The choices on the page of a link, which is opened from an email. They give no right. */
  plumbline_choices: 'lax',
} as const
export type Cookie = keyof typeof cookies

/** Whether the public address is https. */
export function isSecure(settings: Settings): boolean {
  return settings.publicUrl?.startsWith('https:') ?? false
}

/** The name of the cookie. Under https it has the prefix that stops other hosts from setting it. */
export function nameOf(cookie: Cookie, settings: Settings): string {
  return isSecure(settings) ? `__Host-${cookie}` : cookie
}

/**
 * The options for setting and deleting the cookie. The `__Host-` prefix requires that they cover
 * the whole host.
 */
const optionsOf = (cookie: Cookie, settings: Settings) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: cookies[cookie],
    secure: isSecure(settings),
  }) as const

/** The value that the browser sent, if any. */
export function readCookie(
  request: FastifyRequest,
  settings: Settings,
  cookie: Cookie,
): string | undefined {
  return request.cookies[nameOf(cookie, settings)]
}

/** @param maxAge in seconds */
export function setCookie(
  reply: FastifyReply,
  settings: Settings,
  cookie: Cookie,
  { value, maxAge }: { readonly value: string; readonly maxAge: number },
) {
  reply.setCookie(nameOf(cookie, settings), value, { ...optionsOf(cookie, settings), maxAge })
}

/** Makes the browser delete the cookie. */
export function clearCookie(reply: FastifyReply, settings: Settings, cookie: Cookie) {
  reply.clearCookie(nameOf(cookie, settings), optionsOf(cookie, settings))
}
