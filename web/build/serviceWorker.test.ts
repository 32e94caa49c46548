import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { serviceWorker } from './serviceWorker.ts'

test('every file of the build and every public file but the manifest is available offline', async () => {
  const root = await mkdtemp(join(tmpdir(), 'plumbline-worker-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const [page, worker] = [join(root, 'shell.html'), join(root, 'worker.js')]
  await writeFile(page, '<!doctype html><script type="module" src="/app.js"></script>')
  await writeFile(join(root, 'app.js'), "import('./part.js')")
  await writeFile(join(root, 'part.js'), 'console.log(location)')
  await writeFile(worker, 'self.files = FILES')
  const publicDir = join(import.meta.dirname, '../public')
  const { output } = (await build({
    ...{ root, publicDir, configFile: false, logLevel: 'warn' },
    plugins: [serviceWorker(worker)],
    build: { write: false, rolldownOptions: { input: page } },
  })) as Rolldown.RolldownOutput
  const built = output.find(({ fileName }) => fileName === 'sw.js')
  const code = built?.type === 'asset' ? String(built.source) : ''
  const assets = output.flatMap(({ fileName }) => /^assets\/.*/.exec(fileName) ?? [])
  expect(assets).toHaveLength(2)
  expect(assets.filter((name) => !code.includes(`/${name}`))).toEqual([])
  const names = (await readdir(publicDir)).filter((name) => name !== 'manifest.webmanifest')
  expect(names.filter((name) => !code.includes(`/${name}`))).toEqual([])
  expect(code).not.toContain('/manifest.webmanifest')
})
