import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** What a token is for: that of an invite does not work for a reset. */
export type TokenKind = 'invite' | 'reset' | 'calendar' | 'browser' | 'recovery'

/** A new token for a link: 32 random bytes as 43 characters. Only the link holds it. */
export const newToken = () => randomBytes(32).toString('base64url')

/**
 * A token that can be made again: it follows from what it is for, whose it is and when it expires.
 * Nobody can guess it without the secret.
 */
export function derivedToken(kind: TokenKind, id: string, expiry: Date, secret: string): string {
  const text = ['derived', kind, id, expiry.toISOString()].join('\0')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/**
 * What the database stores of a token: useless without the secret, and the token cannot be read
 * from it.
 */
export function hashToken(kind: TokenKind, token: string, secret: string): string {
  return createHmac('sha256', secret).update(`${kind}\0${token}`).digest('base64url')
}

/** The token in the path of a link's request. */
export const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token
