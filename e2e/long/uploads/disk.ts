import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why a small disk cannot be mounted here; undefined when it can. */
export function whyNoDisk(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux can mount a disk in memory'
  if (process.getuid?.() !== 0) return 'only root may mount a disk'
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-disk-'))
  try {
    mount(folder, 1)
    execFileSync('umount', [folder])
    return undefined
  } catch {
    return 'mounting a disk failed'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function mount(folder: string, megabytes: number) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], {
    stdio: 'ignore',
  })
}

/** A small disk in memory, mounted over a folder and starting with a copy of it. */
export class SmallDisk {
  readonly #folder: string
  readonly #ballast: string

  constructor(folder: string, from: string, megabytes: number) {
    this.#folder = folder
    this.#ballast = join(folder, 'ballast')
    mount(folder, megabytes)
    cpSync(from, folder, { recursive: true, preserveTimestamps: true })
  }

  /** Bytes. */
  get free(): number {
    const { bavail, bsize } = statfsSync(this.#folder)
    return bavail * bsize
  }

  /** Fills the disk until so many bytes are left, rounded up to the disk's blocks. */
  fillLeaving(bytes: number): void {
    this.freeSpace()
    const { bsize } = statfsSync(this.#folder)
    writeFileSync(
      this.#ballast,
      Buffer.alloc(Math.max(0, this.free - Math.ceil(bytes / bsize) * bsize)),
    )
  }

  /** Removes what `fillLeaving` wrote. */
  freeSpace(): void {
    rmSync(this.#ballast, { force: true })
  }

  /** Unmounts it; nothing may be using it. */
  unmount(): void {
    execFileSync('umount', [this.#folder])
  }
}
