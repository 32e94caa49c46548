import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../platform/settings.ts'

/** Every cookie that the server sets, with its SameSite: Strict where no link of another site needs it. */
export const cookies = {
  /** The session. */
  plumbline: 'lax',
  /** A browser in which somebody has signed in before. */
  plumbline_browser: 'lax',
  /** A passkey that is being made or used. */
  plumbline_passkey: 'strict',
  /** A sign-in that is going on at the provider, from where the browser comes back. */
  plumbline_oidc: 'lax',
} as const
export type Cookie = keyof typeof cookies

/** Whether the public address is https. */
export function isSecure(settings: Settings): boolean {
  return settings.publicUrl?.startsWith('https:') ?? false
}

/** The cookie's name; under https the browser lets no other host set it. */
export function nameOf(cookie: Cookie, settings: Settings): string {
  return isSecure(settings) ? `__Host-${cookie}` : cookie
}

/** For the whole host, which the prefix of the name asks for: also to delete it. */
const optionsOf = (cookie: Cookie, settings: Settings) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: cookies[cookie],
    secure: isSecure(settings),
  }) as const

/** The value that the browser sends; undefined without one. */
export function readCookie(
  request: FastifyRequest,
  settings: Settings,
  cookie: Cookie,
): string | undefined {
  return request.cookies[nameOf(cookie, settings)]
}

/** @param life in seconds */
export function setCookie(
  reply: FastifyReply,
  settings: Settings,
  cookie: Cookie,
  { value, life }: { readonly value: string; readonly life: number },
) {
  reply.setCookie(nameOf(cookie, settings), value, { ...optionsOf(cookie, settings), maxAge: life })
}

/** Lets the browser delete the cookie. */
export function clearCookie(reply: FastifyReply, settings: Settings, cookie: Cookie) {
  reply.clearCookie(nameOf(cookie, settings), optionsOf(cookie, settings))
}
