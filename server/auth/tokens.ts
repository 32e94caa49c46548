import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** What a token is for: one made for an invite opens no reset. */
export type TokenKind = 'invite' | 'reset'

/** A fresh token for a link: 32 random bytes as 43 characters. Only the link ever holds it. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token: without the secret it opens nothing, and it does not give the token back. */
export function hashToken(kind: TokenKind, token: string, secret: string): string {
  return createHmac('sha256', secret).update(`${kind}\0${token}`).digest('base64url')
}

/** The token in the path of a link's request. */
export const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token
