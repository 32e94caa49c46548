import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { PASSWORD } from '../harness/company.ts'
import { pictureOf } from '../harness/photos.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { type Held, importJobs, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, type Rows, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { documented, documentedBlock } from './operating/page.ts'

/** A new machine, removed after the test. */
function newMachine(program?: string): Machine {
  const machine = new Machine(program)
  onTestFinished(() => machine.remove())
  return machine
}

/** Copies a backup from one machine to another. */
const carry = (name: string, from: Machine, to: Machine) =>
  copyFileSync(join(from.folder, name), join(to.folder, name))

/** The rows are the same, but for so many entries of the audit log that tell of a restore. */
function expectRows(found: Rows, expected: Rows, restores: number) {
  const { rows, restored } = withoutRestored(found)
  expect(rows).toEqual(expected)
  expect(restored).toBe(restores)
}

/** Links, calendars and authenticator apps work, which depend on the session secret, and so do pictures. */
async function expectHeldWorks(url: string, held: Held) {
  const anonymous = new ApiClient(url)
  expect(await anonymous.call('GET', held.calendar)).toMatchObject({ status: 200 })
  const owner = await signInWithCode(url, held)
  const photos = await owner.request<{ url: string }[]>('GET', '/api/photos')
  for (const photo of photos) await pictureOf(owner, `${photo.url}?size=original`)
  expect(photos.length).toBeGreaterThan(0)
  await anonymous.startSession(held.invite, { password: PASSWORD })
}

describe('by docs/operate.md a company', () => {
  const first = new Machine()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-moves-'))
  /** Its Postgres is the one that the operator has. */
  const lender = new Server({ from: inject('company') })
  let bucket: S3rver
  let endpoint: string
  let held: Held
  let rows: Rows
  let files: Record<string, string>

  beforeAll(async () => {
    await lender.start()
    bucket = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
      configureBuckets: [{ name: 'plumbline', configs: [] }],
    })
    endpoint = `http://127.0.0.1:${(await bucket.run()).port}`
    held = await setUpCompany(await first.start())
    rows = await rowsIn(first.postgres)
    files = filesIn(join(first.dataDir, 'files'))
    await first.stop()
    await first.paste(documented('Move to another machine', 2)[0] ?? '')
  }, 180_000)
  afterAll(async () => {
    await first.remove()
    await lender.remove()
    await bucket.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('has rows in every table that the sample company fills, and files of every kind', () => {
    expect(Object.values(rows).filter(({ size }) => size > 0).length).toBeGreaterThan(25)
    expect(Object.keys(files).length).toBeGreaterThan(10)
  })

  test('moves to another machine', async () => {
    const second = newMachine()
    carry('move.zip', first, second)
    const url = await second.start(documented('Move to another machine', 2)[1])
    expectRows(await rowsIn(second.postgres), rows, 1)
    expect(filesIn(join(second.dataDir, 'files'))).toEqual(files)
    await expectHeldWorks(url, held)
  })

  test('moves from the embedded database to one of its own with files in S3, and back', async () => {
    const other = newMachine()
    carry('move.zip', first, other)
    const database = await connectTo(lender.postgres)
    await database.query('create database theirs')
    await database.end()
    const { user, password, address } = lender.postgres
    const place =
      'path' in address
        ? `localhost/theirs?host=${encodeURIComponent(address.path.replace(/\/[^/]*$/, ''))}`
        : `127.0.0.1:${address.port}/theirs`
    other.env = {
      DATABASE_URL: `postgres://${user}:${password}@${place}`,
      ...{ S3_BUCKET: 'plumbline', S3_ENDPOINT: endpoint },
      ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    }
    const there = documentedBlock('From the embedded database to one of your own')
    const [secret = ''] = there.split('\n')
    const said = await other.paste(`${secret}\nprintf %s "$SESSION_SECRET"`)
    const url = await other.start(there)
    expectRows(await rowsIn(lender.postgres, 'theirs'), rows, 1)
    expect(await new ApiClient(url).call('GET', held.calendar)).toMatchObject({ status: 200 })
    await other.stop()
    // Kept where the other variables are kept.
    other.env.SESSION_SECRET = said

    const back = await other.start(documentedBlock('And back to the embedded one'))
    expectRows(await rowsIn(other.postgres), rows, 2)
    expect(filesIn(join(other.dataDir, 'files'))).toEqual(files)
    await expectHeldWorks(back, held)
  })

  test('is restored as it was when the backup was made, over what came after it', async () => {
    await first.start()
    const before = await rowsIn(first.postgres)
    await first.paste(documentedBlock('Back up'))
    await first.stop()
    const owner = await signInWithCode(await first.start(), held)
    await importJobs(owner, ['Later'])
    await first.stop()

    const url = await first.start(documentedBlock('Restore'))
    expectRows(await rowsIn(first.postgres), before, 1)
    expect(filesIn(join(first.dataDir, 'files'))).toEqual(files)
    await expectHeldWorks(url, held)
  })
})
