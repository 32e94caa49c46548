import type { Progress } from '../../../offline/queue/queue.ts'
import { setWaitingCount } from '../waiting.ts'
import type { UploadFields } from './fields.ts'
import type { StoredUpload } from './store.ts'
import { chosenUpload, isPending, type Upload, type UploadState } from './upload.ts'

/** The uploads as this tab shows them. */
export class UploadList {
  readonly #listeners = new Set<() => void>()
  #uploads: readonly Upload[] = []
  #lastTime = 0

  /** All uploads, in the order they were chosen. */
  readonly all = (): readonly Upload[] => this.#uploads

  /** Calls the listener on every change. Returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds pictures to a batch. */
  choose(batch: string, files: Iterable<File>) {
    const chosen = Array.from(files, (file) => {
      this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
      return chosenUpload(batch, file, this.#lastTime)
    })
    this.show([...this.#uploads, ...chosen])
  }

  /** Removes the files of a batch that never reached the queue. */
  dropChosen(batch: string) {
    this.hide((upload) => upload.batch === batch && !upload.stored && !isPending(upload))
  }

  /** Removes the matching uploads. */
  hide(isHidden: (upload: Upload) => boolean) {
    this.show(this.#uploads.filter((upload) => !isHidden(upload)))
  }

  /** Changes the state of an upload and, if given, its fields. */
  alter(id: string, change: UploadState & Partial<UploadFields>) {
    this.show(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  }

  /** Shows the progress of an upload that is being sent. */
  showProgress({ id, progress }: Progress) {
    this.alter(id, { state: 'sending', progress })
  }

  /** Replaces the queued uploads. Those that are not stored yet stay. */
  showStored(
    stored: readonly StoredUpload[],
    isPersisted: (upload: StoredUpload) => boolean,
    sending: Progress | undefined,
  ) {
    const before = new Map(this.#uploads.map((upload) => [upload.id, upload]))
    const toShown = (record: StoredUpload): Upload | undefined => {
      const { id, file, state } = record
      const shown = before.get(id)
      // Uploads that were sent before this page was opened are not shown.
      if (state === 'sent') return shown && { ...shown, stored: record, state }
      if (!file) return undefined
      const preview = shown?.preview ?? URL.createObjectURL(file)
      const base = { ...record, file, preview, stored: record, isPersisted: isPersisted(record) }
      if (state === 'waiting' && sending?.id === id)
        return { ...base, state: 'sending', progress: sending.progress }
      return { ...base, state }
    }
    const ids = new Set(stored.map(({ id }) => id))
    const local = this.#uploads.filter((upload) => !upload.stored && !ids.has(upload.id))
    const queued = stored.flatMap((record) => toShown(record) ?? [])
    this.show([...queued, ...local].sort((a, b) => a.at - b.at))
  }

  /** Replaces all uploads. */
  show(next: readonly Upload[]) {
    const remaining = new Set(next.map(({ preview }) => preview))
    for (const { preview } of this.#uploads)
      if (!remaining.has(preview)) URL.revokeObjectURL(preview)
    this.#uploads = next
    setWaitingCount(next.filter(isPending).length)
    for (const listener of this.#listeners) listener()
  }
}
