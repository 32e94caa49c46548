import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The account that Postgres runs as, if different from that of this process. Can be spread into the
 * options of `spawn`.
 */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const nobody: Account = { uid: 65534, gid: 65534 }

/**
 * The account that Postgres runs as. Postgres refuses to run as root, so root runs it as the owner
 * of the cluster, or as the system's `nobody` if that is root too.
 * @returns undefined if this process does not run as root
 */
export function accountFor(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
}

/** Restores the owner and the mode of a cluster that root has copied, such as a restored backup. */
export function restoreOwner(cluster: string, account: Account | undefined): void {
  if (account && statSync(cluster).uid !== account.uid) {
    lchownSync(cluster, account.uid, account.gid)
    for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(cluster, entry), account.uid, account.gid)
    }
  }
  if ((statSync(cluster).mode & 0o077) !== 0) chmodSync(cluster, 0o700)
}
