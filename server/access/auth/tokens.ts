import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The purpose of a token. The token of an invite does not work for a reset. */
export type TokenKind =
  | 'invite'
  | 'reset'
  | 'calendar'
  | 'browser'
  | 'recovery'
  | 'crewDay'
  | 'proposal'
  | 'invoice'

/** A new token for a link: 32 random bytes as 43 characters. Only the link contains it. */
export const newToken = () => randomBytes(32).toString('base64url')

/**
 * A token that can be derived again from its kind, its owner and its expiry. Nobody can guess it
 * without the secret.
 */
export function derivedToken(kind: TokenKind, id: string, expiry: Date, secret: string): string {
  const text = ['derived', kind, id, expiry.toISOString()].join('\0')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** The stored form of a token: useless without the secret, and not reversible. */
export function hashToken(kind: TokenKind, token: string, secret: string): string {
  return createHmac('sha256', secret).update(`${kind}\0${token}`).digest('base64url')
}

/** The token in the path of a link's request. */
export const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token
