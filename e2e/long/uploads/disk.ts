import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns why a small disk cannot be mounted here. Undefined when it can. */
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

/** A small disk in memory, mounted over a folder. It starts with a copy of `from`. */
export class SmallDisk {
  readonly #folder: string
  readonly #ballast: string

  constructor(folder: string, from: string, megabytes: number) {
    this.#folder = folder
    this.#ballast = join(folder, 'ballast')
    mount(folder, megabytes)
    cpSync(from, folder, { recursive: true, preserveTimestamps: true })
  }

  /** The free space in bytes. */
  get free(): number {
    const { bavail, bsize } = statfsSync(this.#folder)
    return bavail * bsize
  }

  /** Fills the disk except for this number of bytes, rounded up to the disk's blocks. */
  fillLeaving(bytes: number): void {
    this.freeSpace()
    const { bsize } = statfsSync(this.#folder)
    writeFileSync(
      this.#ballast,
      Buffer.alloc(Math.max(0, this.free - Math.ceil(bytes / bsize) * bsize)),
    )
  }

  /** Frees the space that `fillLeaving` occupies. */
  freeSpace(): void {
    rmSync(this.#ballast, { force: true })
  }

  /** Unmounts the disk, which must not be in use. */
  unmount(): void {
    execFileSync('umount', [this.#folder])
  }
}
