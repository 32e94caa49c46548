import { derivedToken, hashToken, type TokenKind } from './tokens.ts'

/** Something that a customer opens with a link. */
interface Linked {
  readonly id: string
  /** When the link was made. */
  readonly linkMadeAt: Date
}

/**
 * The links of a kind of document. A link can be made again as long as it is not renewed: only its
 * hash is stored.
 * @param at the beginning of its path, such as `/p/`
 */
export function documentLinks(kind: TokenKind, at: `/${string}/`) {
  const tokenOf = ({ id, linkMadeAt }: Linked, secret: string) =>
    derivedToken(kind, id, linkMadeAt, secret)
  /** The stored form of a token. */
  const hashOf = (token: string, secret: string) => hashToken(kind, token, secret)
  /** The stored form of the link of a document. */
  const linkHashOf = (document: Linked, secret: string) => hashOf(tokenOf(document, secret), secret)

  /**
   * The path of the page that a customer opens; undefined if the link has ended, or was made under
   * another secret.
   */
  function linkPathOf({ id, linkMadeAt, linkHash }: LinkedRow, secret: string): string | undefined {
    if (linkMadeAt === null) return undefined
    const document = { id, linkMadeAt }
    const isCurrent = linkHash === linkHashOf(document, secret)
    return isCurrent ? at + tokenOf(document, secret) : undefined
  }

  return { hashOf, linkHashOf, linkPathOf }
}

interface LinkedRow {
  readonly id: string
  readonly linkMadeAt: Date | null
  readonly linkHash: string | null
}
