import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Copies the built program to a folder that a server can be started from. @returns the folder */
export function copyOfBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-build-'))
  for (const part of ['server', 'web']) {
    mkdirSync(join(folder, part))
    cpSync(join(ROOT, part, 'dist'), join(folder, part, 'dist'), { recursive: true })
    cpSync(join(ROOT, part, 'package.json'), join(folder, part, 'package.json'))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const isText = (name: string) => /\.(js|css|html|json)$/.test(name)
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** Renames every hashed file of the build, as the next version of the program would. */
export function renameChunks(folder: string) {
  const dist = join(folder, 'web/dist')
  const assets = readdirSync(join(dist, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const next = new Map(assets.map((name) => [name, name.replace(/\.(\w+)$/, 'next.$1')]))
  const before = hashOf(readFileSync(join(dist, 'shell.html'), 'utf8'))
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  for (const file of files) {
    // Compressed copies are removed, because they would be served with the old names in them.
    if (/\.(br|gz)$/.test(file)) rmSync(join(dist, file))
    if (!isText(file)) continue
    const text = readFileSync(join(dist, file), 'utf8')
    const renamed = text.replaceAll(/[\w.-]+\.(js|css)\b/g, (name) => next.get(name) ?? name)
    writeFileSync(join(dist, file), renamed)
  }
  for (const [name, other] of next)
    renameSync(join(dist, 'assets', name), join(dist, 'assets', other))
  const after = hashOf(readFileSync(join(dist, 'shell.html'), 'utf8'))
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const updated = worker
    .replaceAll(before, after)
    .replaceAll(before.slice(0, 12), after.slice(0, 12))
  writeFileSync(join(dist, 'sw.js'), updated)
}
