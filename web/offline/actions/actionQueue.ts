import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../api/call.ts'
import { refreshAll } from '../../api/query.ts'
import { type Counts, type SendOptions, SendQueue } from '../queue/queue.ts'
import { isWaiting, type NamedAction, type StoredAction } from './action.ts'
import { DATABASE } from './names.ts'
import { toastResults } from './results.ts'
import { refusalOf, sendAction } from './send.ts'
import { showActions, shownActions } from './shown.ts'

interface AddOptions {
  readonly key: string
  /** Whether it may have reached the server already. */
  readonly isTried: boolean
}

/** The actions of a person that wait in this browser for a connection. */
class ActionQueue extends SendQueue<StoredAction> {
  constructor() {
    super(DATABASE, 'actions')
  }

  /** Adds an action. @throws Error in a tab that has no person of its own */
  async add(client: QueryClient, action: NamedAction, { key, isTried }: AddOptions) {
    const session = this.start(client)
    if (!session) throw new Error('Nobody is signed in')
    await session.loaded
    const at = Math.max(Date.now(), ...this.stored.map((other) => other.at + 1))
    await this.store.add({
      ...{ ...action, id: newKey(), personId: session.personId, at, key },
      ...{ state: 'waiting', problem: null, sentAt: null, triedAt: isTried ? Date.now() : null },
    })
    await this.changed()
  }

  /** Sends a refused action again. */
  async retry(id: string) {
    const action = this.stored.find((other) => other.id === id)
    if (!action) return
    await this.store.change({ ...action, state: 'waiting', problem: null, triedAt: null })
    await this.changed({ isRetry: true })
  }

  /** Removes an action, and with a step of a task those that follow it. */
  async cancel(action: StoredAction) {
    const isFollowing = (other: StoredAction) =>
      action.type === 'step' &&
      other.type === 'step' &&
      other.taskId === action.taskId &&
      other.at > action.at &&
      isWaiting(other)
    for (const { id } of [action, ...(isWaiting(action) ? this.stored.filter(isFollowing) : [])])
      await this.store.drop(id)
    await this.changed()
  }

  protected override show(stored: readonly StoredAction[]) {
    const before = new Set(shownActions().map(({ id }) => id))
    // A tab that was closed before the screen had read the result left a sent action behind.
    const isShown = ({ id, state }: StoredAction) => state !== 'sent' || before.has(id)
    showActions(
      stored.filter(isShown).map((action) => ({
        ...action,
        isPersisted: this.store.isPersisted(action),
      })),
    )
  }

  protected override clear() {
    showActions([])
  }

  protected override shownCounts() {
    const actions = shownActions()
    const waiting = actions.filter(isWaiting)
    return {
      pending: waiting.length,
      failed: actions.filter(({ state }) => state === 'failed').length,
      lostOnClose: waiting.filter(({ isPersisted }) => !isPersisted).length,
    }
  }

  protected override isReady() {
    return true
  }

  protected override async send(action: StoredAction, { signal }: SendOptions) {
    if (action.triedAt === null) await this.save({ ...action, triedAt: Date.now() })
    await sendAction(action, { signal, idempotencyKey: action.key })
  }

  /** Shows it as sent until the screen has read the result. */
  protected override async afterSending(action: StoredAction, client: QueryClient) {
    await this.save({ ...action, state: 'sent', sentAt: Date.now() })
    this.show(this.stored)
    await refreshAll(client)
    showActions(shownActions().filter(({ id }) => id !== action.id))
    await this.store.drop(action.id)
  }

  protected override async settle(counts: Counts, client: QueryClient | undefined) {
    toastResults(counts, shownActions())
    if (counts.failed + counts.canceled > 0 && client) await refreshAll(client)
  }

  protected override problemOf(action: StoredAction, error: unknown) {
    return refusalOf(action, error)
  }
}

/** The only queue of actions of this tab. */
export const actionQueue = new ActionQueue()
