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
import { type Credentials, importJobs, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, type Rows, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { documented, documentedBlock } from './operating/page.ts'

/** Creates a machine that is removed after the test. */
function newMachine(program?: string): Machine {
  const machine = new Machine(program)
  onTestFinished(() => machine.remove())
  return machine
}

/** Copies a backup from one machine to another. */
const carry = (name: string, from: Machine, to: Machine) =>
  copyFileSync(join(from.folder, name), join(to.folder, name))

/** Expects the same rows, except for this number of audit log entries about restores. */
function expectRows(found: Rows, expected: Rows, restores: number) {
  const { rows, restored } = withoutRestored(found)
  expect(rows).toEqual(expected)
  expect(restored).toBe(restores)
}

/**
 * Expects that invite links, calendars and authenticator apps still work, which depend on the
 * session secret, and that pictures are served.
 */
async function expectCredentialsWork(url: string, credentials: Credentials) {
  const anonymous = new ApiClient(url)
  expect(await anonymous.call('GET', credentials.calendar)).toMatchObject({ status: 200 })
  const owner = await signInWithCode(url, credentials)
  const photos = await owner.request<{ url: string }[]>('GET', '/api/photos')
  for (const photo of photos) await pictureOf(owner, `${photo.url}?size=original`)
  expect(photos.length).toBeGreaterThan(0)
  await anonymous.startSession(credentials.invite, { password: PASSWORD })
}

describe('a company moved by docs/operate.md', () => {
  const first = new Machine()
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-moves-'))
  /** Its Postgres plays the operator's own database. */
  const databaseServer = new Server({ from: inject('company') })
  let bucket: S3rver
  let endpoint: string
  let credentials: Credentials
  let rows: Rows
  let files: Record<string, string>

  beforeAll(async () => {
    await databaseServer.start()
    bucket = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
      configureBuckets: [{ name: 'plumbline', configs: [] }],
    })
    endpoint = `http://127.0.0.1:${(await bucket.run()).port}`
    credentials = await setUpCompany(await first.start())
    rows = await rowsIn(first.postgres)
    files = filesIn(join(first.dataDir, 'files'))
    await first.stop()
    await first.paste(documented('Move to another machine', 2)[0] ?? '')
  }, 180_000)
  afterAll(async () => {
    await first.remove()
    await databaseServer.remove()
    await bucket.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('has rows in most tables, and files', () => {
    expect(Object.values(rows).filter(({ size }) => size > 0).length).toBeGreaterThan(25)
    expect(Object.keys(files).length).toBeGreaterThan(10)
  })

  test('can be moved to another machine', async () => {
    const second = newMachine()
    carry('move.zip', first, second)
    const url = await second.start(documented('Move to another machine', 2)[1])
    expectRows(await rowsIn(second.postgres), rows, 1)
    expect(filesIn(join(second.dataDir, 'files'))).toEqual(files)
    await expectCredentialsWork(url, credentials)
  })

  test('can be moved to an external database with files in S3, and back', async () => {
    const other = newMachine()
    carry('move.zip', first, other)
    const database = await connectTo(databaseServer.postgres)
    await database.query('create database theirs')
    await database.end()
    const { user, password, address } = databaseServer.postgres
    const location =
      'path' in address
        ? `localhost/theirs?host=${encodeURIComponent(address.path.replace(/\/[^/]*$/, ''))}`
        : `127.0.0.1:${address.port}/theirs`
    other.env = {
      DATABASE_URL: `postgres://${user}:${password}@${location}`,
      ...{ S3_BUCKET: 'plumbline', S3_ENDPOINT: endpoint },
      ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    }
    const commands = documentedBlock('From the embedded database to one of your own')
    const [secretCommand = ''] = commands.split('\n')
    const secret = await other.paste(`${secretCommand}\nprintf %s "$SESSION_SECRET"`)
    const url = await other.start(commands)
    expectRows(await rowsIn(databaseServer.postgres, 'theirs'), rows, 1)
    expect(await new ApiClient(url).call('GET', credentials.calendar)).toMatchObject({
      status: 200,
    })
    await other.stop()
    // The operator stores the secret with the other variables.
    other.env.SESSION_SECRET = secret

    const newUrl = await other.start(documentedBlock('And back to the embedded one'))
    expectRows(await rowsIn(other.postgres), rows, 2)
    expect(filesIn(join(other.dataDir, 'files'))).toEqual(files)
    await expectCredentialsWork(newUrl, credentials)
  })

  test('is restored as of the backup, over later changes, once it is stopped', async () => {
    const running = await first.start()
    const before = await rowsIn(first.postgres)
    await first.paste(documentedBlock('Back up'))
    await expect(first.paste('npm run restore -- move.zip')).rejects.toThrow(
      /\nNothing was restored: another Plumbline \([^\n]*\) is running on [^\n]*\n$/,
    )
    await importJobs(await signInWithCode(running, credentials), ['Later'])
    await first.stop()

    const url = await first.start(documentedBlock('Restore'))
    expectRows(await rowsIn(first.postgres), before, 1)
    expect(filesIn(join(first.dataDir, 'files'))).toEqual(files)
    await expectCredentialsWork(url, credentials)
  })
})
