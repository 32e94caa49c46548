import type { Proposal } from '@plumbline/contract/proposals.ts'
import { canonicalOf, readProposal } from '../../documents/canonical.ts'
import type { Proposal as Content } from '../../documents/model.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findProposal } from './queries.ts'

/** The statuses of a version which the customer still has, or to which another one may be sent. */
const compared: ReadonlySet<string> = new Set(['sent', 'declined'])

/** Content in the form that is stored now. Earlier versions of the program stored fewer fields. */
const sameForm = (content: string) => canonicalOf(readProposal(content))

/**
 * The versions, newest first, with whether the last one differs in any word from what would be sent
 * now. Number, version and dates are no part of the content.
 */
export async function withDifference(
  db: Db,
  versions: readonly Proposal[],
  contentNow: () => Promise<Content>,
): Promise<Proposal[]> {
  const [latest, ...earlier] = versions
  if (!latest) return []
  const row = compared.has(latest.status) ? await findProposal(db, latest.id) : undefined
  const now = row && (await contentNow())
  const differs = Boolean(row && now && sameForm(row.content) !== sameForm(canonicalOf(now)))
  return [{ ...latest, differs }, ...earlier]
}
