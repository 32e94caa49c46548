import { type BidPricing, Pricing } from '@plumbline/contract/pricing.ts'
import { ApiError, isMissing, type Versioned } from '../../api/call.ts'
import { NetworkError, offlineSince, onConnection } from '../../api/connection.ts'
import { messageOf } from '../../api/serverMessage.ts'
import { isUnauthorized, signInAgain } from '../../api/unauthorized.ts'
import { type Change, changed } from './changes.ts'
import { bodyOf, type Draft, draftOf, type PricingBody } from './draft.ts'
import { problemOf } from './problems.ts'

export const SAVE_DELAY_MS = 1000

export type SaveState =
  | { readonly kind: 'saved' | 'typing' | 'saving' | 'offline' }
  /** The typed text is not valid, or the server refused it. */
  | { readonly kind: 'invalid' | 'failed'; readonly problem: string }
  /** Somebody else saved meanwhile. */
  | { readonly kind: 'conflict'; readonly theirs: BidPricing }

export interface Snapshot {
  readonly draft: Draft
  readonly state: SaveState
}

/** The calls that save a price and read it again. */
export interface Store {
  readonly save: (body: PricingBody, version: Versioned) => Promise<BidPricing>
  readonly read: () => Promise<BidPricing>
}

/** A draft with the version that it is based on. */
export interface Unsaved {
  readonly draft: Draft
  readonly updatedAt: string
}

/** A valid price as text, by which two are compared. */
const textOf = (pricing: unknown) => JSON.stringify(Pricing.parse(pricing))

/**
 * The price of one bid while it is being edited. It saves by itself a second after the last change,
 * one save at a time, also after its screen was left. What cannot be saved stays.
 */
export class PriceSession {
  readonly #store: Store
  #snapshot: Snapshot
  #version: Versioned
  #savedDraft: Draft
  #savedText: string
  #isSaving = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #stopWaiting: () => void

  constructor(pricing: BidPricing, store: Store) {
    this.#store = store
    this.#savedDraft = draftOf(pricing)
    this.#savedText = textOf(pricing)
    this.#version = pricing
    this.#snapshot = { draft: this.#savedDraft, state: { kind: 'saved' } }
    this.#stopWaiting = onConnection(() => {
      if (this.#snapshot.state.kind === 'offline' && !offlineSince()) void this.#save()
    })
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly snapshot = () => this.#snapshot

  /** The draft as long as it is not saved. */
  get unsaved(): Unsaved | undefined {
    const { draft } = this.#snapshot
    if (draft === this.#savedDraft) return undefined
    return { draft, updatedAt: this.#version.updatedAt }
  }

  readonly change = (change: Change) => {
    const draft = changed(this.#snapshot.draft, change)
    if (draft === this.#snapshot.draft) return
    const { kind } = this.#snapshot.state
    // A conflict is decided first, and a save in progress is followed by another one.
    if (kind === 'conflict' || kind === 'saving') this.#set({ draft })
    else this.#set({ draft, state: { kind: 'typing' } })
    this.#schedule()
  }

  /** Saves at once what waits to be saved. */
  readonly flush = () => void this.#save()

  /** The version that was saved last. */
  get updatedAt(): string {
    return this.#version.updatedAt
  }

  /** Takes a newer version that was read, unless something is typed. */
  adopt(pricing: BidPricing) {
    if (this.#isSaving || this.unsaved || pricing.updatedAt <= this.#version.updatedAt) return
    this.#load(pricing)
  }

  /** Fills in what was typed before the person had to sign in again. */
  restore({ draft, updatedAt }: Unsaved) {
    if (this.unsaved) return
    this.#version = { updatedAt }
    this.#set({ draft, state: { kind: 'typing' } })
    this.#schedule()
  }

  readonly loadTheirs = () => {
    const { state } = this.#snapshot
    if (state.kind === 'conflict') this.#load(state.theirs)
  }
  readonly saveMine = () => {
    const { state } = this.#snapshot
    if (state.kind !== 'conflict') return
    this.#version = state.theirs
    this.#set({ state: { kind: 'typing' } })
    void this.#save()
  }

  /** Ends it, without saving. */
  close() {
    clearTimeout(this.#timer)
    this.#stopWaiting()
  }

  #set(part: Partial<Snapshot>) {
    this.#snapshot = { ...this.#snapshot, ...part }
    for (const listener of this.#listeners) listener()
  }

  #load(pricing: BidPricing) {
    this.#savedDraft = draftOf(pricing)
    this.#savedText = textOf(pricing)
    this.#version = pricing
    this.#set({ draft: this.#savedDraft, state: { kind: 'saved' } })
  }

  #schedule() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.flush, SAVE_DELAY_MS)
  }

  async #save() {
    clearTimeout(this.#timer)
    const { draft, state } = this.#snapshot
    if (this.#isSaving || state.kind === 'conflict' || !this.unsaved) return
    const parsed = Pricing.safeParse(bodyOf(draft))
    if (!parsed.success)
      return this.#set({ state: { kind: 'invalid', problem: problemOf(draft, parsed.error) } })
    const text = JSON.stringify(parsed.data)
    if (text === this.#savedText) return this.#saved(draft, text)
    this.#isSaving = true
    this.#set({ state: { kind: 'saving' } })
    try {
      this.#version = await this.#store.save(parsed.data, this.#version)
      this.#saved(draft, text)
    } catch (error) {
      await this.#fail(error, draft, text)
    } finally {
      this.#isSaving = false
      if (this.#snapshot.draft !== draft && this.#snapshot.state.kind !== 'conflict')
        this.#schedule()
    }
  }

  #saved(draft: Draft, text: string) {
    this.#savedDraft = draft
    this.#savedText = text
    this.#set({ state: { kind: this.unsaved ? 'typing' : 'saved' } })
  }

  async #fail(error: unknown, draft: Draft, text: string) {
    if (error instanceof NetworkError) return this.#set({ state: { kind: 'offline' } })
    const problem = isMissing(error) ? 'The bid was deleted' : messageOf(error)
    this.#set({ state: { kind: 'failed', problem } })
    if (isUnauthorized(error)) return signInAgain()
    if (!(error instanceof ApiError && error.status === 412)) return
    const theirs = await this.#store.read().catch(() => undefined)
    if (!theirs) return
    // It had been saved before, and only the answer was lost.
    if (textOf(theirs) === text) {
      this.#version = theirs
      return this.#saved(draft, text)
    }
    this.#set({ state: { kind: 'conflict', theirs } })
  }
}

/** The prices that are being edited or saved, by the id of the bid. */
const sessions = new Map<string, PriceSession>()

/** The session of a bid, which may still have something to save from before. */
export function openSession(bidId: string, pricing: BidPricing, store: Store): PriceSession {
  const before = sessions.get(bidId)
  before?.adopt(pricing)
  const session = before ?? new PriceSession(pricing, store)
  sessions.set(bidId, session)
  return session
}

/** Ends all sessions, as loading the page does. */
export function resetSessions() {
  for (const session of sessions.values()) session.close()
  sessions.clear()
}
