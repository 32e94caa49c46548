import { derivedToken, hashToken } from '../../access/auth/tokens.ts'

interface Linked {
  readonly id: string
  readonly linkMadeAt: Date
}

/** The token in the link of a proposal, which can be made again as long as it is not renewed. */
const tokenOf = ({ id, linkMadeAt }: Linked, secret: string) =>
  derivedToken('proposal', id, linkMadeAt, secret)

/** The stored form of a token. */
export const hashOf = (token: string, secret: string) => hashToken('proposal', token, secret)

/** The stored form of the link of a proposal. */
export const linkHashOf = (proposal: Linked, secret: string) =>
  hashOf(tokenOf(proposal, secret), secret)

/**
 * The path of the page that a customer opens; undefined if the link has ended, or was made under
 * another secret.
 */
export function linkPathOf(
  proposal: Linked & { readonly linkHash: string | null },
  secret: string,
): string | undefined {
  const isCurrent = proposal.linkHash === linkHashOf(proposal, secret)
  return isCurrent ? `/p/${tokenOf(proposal, secret)}` : undefined
}
