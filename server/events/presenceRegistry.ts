import { PRESENCE_TTL_MS, type PresenceState } from '@plumbline/contract/presence.ts'
import type { Readers } from '@plumbline/contract/readers.ts'

/**
 * The state of a tab, as announced between nodes. It contains ids only, since anybody who may use
 * the database can listen.
 */
export interface PresenceAnnouncement {
  readonly personId: string
  readonly tab: string
  /** Null if no job is on screen. */
  readonly jobId: string | null
  readonly state: PresenceState
  readonly readers: Readers
}

/** The most tabs stored. The oldest are dropped first. */
const MAX_TABS = 5_000

interface Entry extends PresenceAnnouncement {
  readonly until: number
}

const keyOf = ({ personId, tab }: Pick<PresenceAnnouncement, 'personId' | 'tab'>) =>
  `${personId} ${tab}`

/**
 * The people who have each job on screen, as far as this node knows. In memory only: an entry
 * expires after a minute and a half.
 */
export function presenceRegistry(now: () => Date) {
  const entries = new Map<string, Entry>()
  return {
    /** @returns the job that was on screen there before, if that is another one */
    note(announced: PresenceAnnouncement): string | null {
      const key = keyOf(announced)
      const before = entries.get(key)?.jobId ?? null
      entries.delete(key)
      if (announced.jobId !== null) {
        // A person who has stopped typing is still viewing the job.
        entries.set(key, { ...announced, until: now().getTime() + PRESENCE_TTL_MS.viewing })
        for (const [oldest] of entries) if (entries.size > MAX_TABS) entries.delete(oldest)
      }
      return before === announced.jobId ? null : before
    },
    /** The ids of the people who have the job on screen. */
    peopleOn(jobId: string): string[] {
      const time = now().getTime()
      const viewing = [...entries.values()].filter((one) => one.jobId === jobId && one.until > time)
      return [...new Set(viewing.map(({ personId }) => personId))]
    },
  }
}
