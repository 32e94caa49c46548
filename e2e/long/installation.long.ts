import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Credentials, setUpCompany, signInWithCode } from './operating/company.ts'
import { copyProgram } from './operating/copy.ts'
import { Machine } from './operating/machine.ts'
import { documented } from './operating/page.ts'

/** A checkout of the program, neither installed nor built. */
const checkout = mkdtempSync(join(tmpdir(), 'plumbline-checkout-'))
const packages = join(checkout, 'node_modules')
const server = new Machine(checkout)
const [small = '', smallest = ''] = documented('Install on a server', 2)

let credentials: Credentials

beforeAll(() => copyProgram(checkout, ['node_modules', 'dist']))
afterAll(async () => {
  await server.remove()
  rmSync(checkout, { recursive: true, force: true })
}, 180_000)

/** Runs documented commands in the checkout. Packages come from npm's cache where possible. */
const inCheckout = (commands: string) =>
  server.start(
    `export npm_config_prefer_offline=true PLUMBLINE_DATA='${server.dataDir}'\ncd '${checkout}'\n${commands}`,
  )

/** Opens the program as a browser does: its page, and a script of the page. */
async function open(url: string) {
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  const page = await (await fetch(url)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
  expect((await fetch(`${url}${script}`)).headers.get('content-type')).toContain('javascript')
}

test('a server installation can build and run the program', async () => {
  const url = await inCheckout(small)
  for (const name of ['vitest', 'typescript', 'playwright-core'])
    expect(existsSync(join(packages, name))).toBe(false)
  await open(url)
  credentials = await setUpCompany(url)
  await server.stop()
})

test('an installation without build packages runs, with all commands, but cannot build', async () => {
  const url = await inCheckout(smallest)
  for (const name of ['vite', 'react', 'tailwindcss'])
    expect(existsSync(join(packages, name))).toBe(false)
  await open(url)
  await signInWithCode(url, credentials)
  await server.paste('npm run backup -- running.zip')
  await server.stop()
  await server.paste('PLUMBLINE_DATA=./sample npm run sample')
  const restored = 'PLUMBLINE_DATA=./restored npm run'
  await server.paste(`${restored} restore -- running.zip\n${restored} verify`)
  expect(readdirSync(join(server.folder, 'restored/files'))).not.toEqual([])

  rmSync(join(checkout, 'web/dist'), { recursive: true })
  await expect(inCheckout('npm start')).rejects.toThrow(
    'Plumbline cannot be built: run npm ci, or on a server npm ci --omit=dev, first',
  )
})
