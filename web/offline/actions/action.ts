import type { MessageAudience } from '@plumbline/contract/messages.ts'
import type { TaskStatus } from '@plumbline/contract/tasks.ts'
import type { Queued } from '../queue/store.ts'

/** An action that can wait for a connection. */
export type Action =
  /** The next step of a task. */
  | {
      readonly type: 'step'
      readonly taskId: string
      readonly from: TaskStatus
      readonly to: TaskStatus
    }
  | {
      readonly type: 'message'
      readonly jobId: string
      readonly audience: MessageAudience
      readonly text: string
    }
  | { readonly type: 'comment'; readonly taskId: string; readonly text: string }
  /** The answer of a sub to a day they are booked on. */
  | {
      readonly type: 'answer'
      readonly dayId: string
      readonly date: string
      /** The version of the day that was answered. */
      readonly updatedAt: string
      readonly confirmed: boolean
      /** Why they cannot come; empty for a confirmed day. */
      readonly text: string
    }

export type ActionType = Action['type']

/** An action with the name of what it is about: the task, the job, or the entry with its date. */
export type NamedAction = Action & { readonly name: string }

/** An action as this browser stores it. */
export type StoredAction = Queued &
  NamedAction & {
    /** When it was sent for the first time, in milliseconds. Null before. */
    readonly triedAt: number | null
  }

/** An action as this tab shows it. */
export type ShownAction = StoredAction & {
  /** Whether it survives closing this tab. */
  readonly isPersisted: boolean
}

/** Whether it is waiting or being sent. */
export const isWaiting = ({ state }: Pick<Queued, 'state'>) => state === 'waiting'
