import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import libheif from 'libheif-js/wasm-bundle.js'
import { afterAll, expect, test } from 'vitest'
import { heavyHeic } from '../../../testing/pictures/make.ts'
import { decodeHeic } from './heic.js'
import { MAX_PIXELS } from './structure/limits.js'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-heic-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('memory does not grow with the pictures that were decoded', async () => {
  const file = path.join(folder, 'IMG_1.HEIC')
  writeFileSync(file, await heavyHeic(20_000_000))
  const decode = () => decodeHeic(file, new Uint8Array(), MAX_PIXELS)
  await decode()
  const first = libheif.HEAPU8.length
  // Three files that remained in memory would exceed the limit.
  for (let n = 0; n < 3; n++) await decode()
  expect(libheif.HEAPU8.length - first).toBeLessThan(50_000_000)
})
