import type { QueryClient } from '@tanstack/react-query'
import { newKey } from '../../../api/call.ts'
import { refreshAll } from '../../../api/query.ts'
import {
  type Counts,
  type Progress,
  type SendOptions,
  SendQueue,
} from '../../../offline/queue/queue.ts'
import { isRemembered } from '../../../offline/queue/store.ts'
import { fieldsOf, isSamePlace, noFields, type UploadFields } from './fields.ts'
import { UploadList } from './list.ts'
import { DATABASE } from './names.ts'
import { toastResults } from './results.ts'
import { sendPhoto } from './send.ts'
import { shrink } from './shrink.ts'
import type { StoredUpload } from './store.ts'
import { canSubmit, fingerprint, isLostOnClose, isPending, type Upload } from './upload.ts'

/**
 * The photos of a person that wait in this browser to be sent. They are prepared and sent one after
 * another.
 */
class UploadQueue extends SendQueue<StoredUpload> {
  readonly list = new UploadList()
  #isShrinking = false

  constructor() {
    super(DATABASE, 'uploads')
  }

  /** Sends the chosen files of a batch, and retries its failed uploads. */
  sendBatch(client: QueryClient, batch: string, values: Partial<UploadFields>) {
    const fields = { ...noFields, ...values }
    const included = this.list.all().filter((each) => each.batch === batch && canSubmit(each))
    void this.submit(
      client,
      included.map((upload) => ({ ...upload, ...fields })),
    )
  }

  /**
   * Sends uploads, retries failed ones and sends duplicates anyway. They are pending from now on,
   * even if their form is closed.
   */
  async submit(client: QueryClient, uploads: readonly Upload[]) {
    for (const upload of uploads)
      this.list.alter(upload.id, { ...fieldsOf(upload), state: 'waiting' })
    const session = this.start(client)
    if (!session) return
    await session.loaded
    for (const upload of uploads) {
      if (upload.stored) await this.#sendAgain(upload.stored, fieldsOf(upload))
      else await this.#enqueue(upload, session.personId)
      await this.changed({ isRetry: upload.stored !== null })
    }
  }

  /** Removes an upload, whether or not it is being sent. */
  async cancel({ id, stored }: Upload) {
    this.list.hide((upload) => upload.id === id)
    if (!stored) return
    await this.store.drop(id)
    await this.changed()
  }

  protected override show(stored: readonly StoredUpload[], sending: Progress | undefined) {
    this.list.showStored(stored, this.store.isPersisted, sending)
  }

  protected override clear() {
    this.list.show([])
  }

  protected override showProgress(progress: Progress) {
    this.list.showProgress(progress)
  }

  protected override shownCounts() {
    const uploads = this.list.all()
    return {
      pending: uploads.filter(isPending).length,
      failed: uploads.filter(({ state }) => state === 'failed').length,
      lostOnClose: uploads.filter(isLostOnClose).length,
    }
  }

  protected override isReady({ isReady }: StoredUpload) {
    return isReady
  }

  protected override async send({ file, ...upload }: StoredUpload, options: SendOptions) {
    if (file) await sendPhoto({ ...upload, file }, options)
  }

  protected override afterSending(upload: StoredUpload) {
    return this.save({ ...upload, state: 'sent', file: null, caption: '', sentAt: Date.now() })
  }

  /** Shows the results, and replaces the tiles with new photos. */
  protected override async settle(counts: Counts, client: QueryClient | undefined) {
    toastResults(counts)
    if (counts.sent + counts.canceled > 0 && client) await refreshAll(client)
    this.list.hide(({ state }) => state === 'sent')
  }

  /** Prepares the files for sending, one after another because a decoded picture takes 50 MB. */
  protected override prepare() {
    if (!this.#isShrinking) void this.#shrinkNext()
  }

  protected override stopPreparing() {
    this.#isShrinking = false
  }

  async #shrinkNext() {
    const { personId } = this
    const next = this.next(false)
    if (!next?.file) return
    this.#isShrinking = true
    await this.save({ ...next, file: await shrink(next.file), isReady: true })
    if (this.personId !== personId) return
    this.#isShrinking = false
    await this.reload()
    this.process()
  }

  /** With other fields it is another write, which needs another key. */
  async #sendAgain(stored: StoredUpload, fields: UploadFields) {
    const isSame = JSON.stringify(fields) === JSON.stringify(fieldsOf(stored))
    const key = isSame ? stored.key : newKey()
    await this.store.change({ ...stored, ...fields, key, state: 'waiting', problem: null })
  }

  /**
   * Stores an upload, unless the same file is in the queue for the same place or was sent there.
   */
  async #enqueue(upload: Upload, personId: string) {
    const { id, batch, at, name, file } = upload
    const hash = await fingerprint(file, name).catch(() => null)
    if (hash === null)
      return this.list.alter(id, { state: 'failed', problem: 'This file cannot be read' })
    const fields = fieldsOf(upload)
    const existing = this.stored.find(
      (other) => other.hash === hash && isSamePlace(other, fields) && isRemembered(other),
    )
    // Reported once. A retry sends it anyway.
    if (existing && upload.state !== 'duplicate') {
      const problem = existing.sentAt === null ? 'Already in the queue' : 'Already uploaded'
      return this.list.alter(id, { state: 'duplicate', problem })
    }
    await this.store.add({
      ...{ id, batch, at, name, file, ...fields, hash, key: newKey(), personId },
      ...{ isReady: false, state: 'waiting', problem: null, sentAt: null },
    })
    // It was canceled in the meantime.
    if (!this.list.all().some((each) => each.id === id)) await this.store.drop(id)
  }
}

/** The only queue of photos of this tab. */
export const uploadQueue = new UploadQueue()
