import { type PresenceState, presenceLife } from '@plumbline/contract/presence.ts'
import type { Readers } from '@plumbline/contract/readers.ts'

/** What nodes tell each other of a tab: ids only, since anybody who may use the database can listen. */
export interface Announced {
  readonly personId: string
  readonly tab: string
  /** Null once no job is on screen there. */
  readonly jobId: string | null
  readonly state: PresenceState
  readonly readers: Readers
}

/** How many tabs are remembered; the oldest are forgotten first. */
const MOST = 5_000

interface Entry extends Announced {
  readonly until: number
}

const keyOf = ({ personId, tab }: Pick<Announced, 'personId' | 'tab'>) => `${personId} ${tab}`

/** Who has which job on screen, as this node has heard. In memory alone: it is true for a minute and a half. */
export function presenceRegistry(now: () => Date) {
  const entries = new Map<string, Entry>()
  return {
    /** @returns the job that was on screen there before, if that is another one */
    note(announced: Announced): string | null {
      const key = keyOf(announced)
      const before = entries.get(key)?.jobId ?? null
      entries.delete(key)
      if (announced.jobId !== null) {
        // Who has stopped typing still looks at the job.
        entries.set(key, { ...announced, until: now().getTime() + presenceLife.viewing })
        for (const [oldest] of entries) if (entries.size > MOST) entries.delete(oldest)
      }
      return before === announced.jobId ? null : before
    },
    /** The ids of the people who have the job on screen. */
    peopleOn(jobId: string): string[] {
      const time = now().getTime()
      const there = [...entries.values()].filter((one) => one.jobId === jobId && one.until > time)
      return [...new Set(there.map(({ personId }) => personId))]
    },
  }
}
