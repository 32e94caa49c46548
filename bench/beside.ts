import { phonePhoto } from '../e2e/long/uploads/pictures.ts'
import { type Company, withCompany } from './company.ts'
import { type Call, type Load, measure } from './load.ts'
import { measureElsewhere } from './otherProcess.ts'
import { memoryOf } from './processes.ts'
import { ratedCalls, sessionsOf } from './ratedCalls.ts'
import { amountsOf, inDigits, type Part, type Report } from './report.ts'
import { fullLists } from './screenCalls.ts'

const SECONDS = 6
/** How many lists are read, or photos uploaded, at once while others are watched. */
const AT_ONCE = 20
/** How many photos are uploaded at once to find out how many a second there can be. */
const UPLOADING = 8
/** Rows of a file that is checked: as many as one may have. */
const IMPORTED = 5000

const BOUNDARY = 'the-end-of-a-part'

/** A form with a file, as a browser sends it. */
function form(
  field: string,
  filename: string,
  content: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
): Pick<Call, 'body' | 'type'> {
  const part = (about: string) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`)
  const end = Buffer.from('\r\n')
  const body = Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => [
      part(`name="${name}"`),
      Buffer.from(value),
      end,
    ]),
    part(`name="${field}"; filename="${filename}"`),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` }
}

/** An upload of a photo of 12 megapixels and 3.6 MB. */
async function upload(): Promise<Call> {
  const photo = await phonePhoto({ quality: 91 })
  return { method: 'POST', path: '/api/photos', ...form('photo', 'IMG_0001.JPG', photo) }
}

/** The check of a list of jobs, which changes nothing. */
function importCheck(): Call {
  const line = (_: unknown, n: number) =>
    `Import ${n},${n} Gravel Road,2026-03-05,2026-04-05,${n * 10}.50`
  const rows = ['Name,Address,Start date,End date,Approved amount']
  const csv = [...rows, ...Array.from({ length: IMPORTED }, line)].join('\n')
  const body = form('file', 'jobs.csv', Buffer.from(csv), { dryRun: 'true' })
  return { method: 'POST', path: '/api/imports/jobs', ...body }
}

/** What others do, how many of them at once. */
async function disturbances(): Promise<{ name: string; call: Call; connections: number }[]> {
  const lists = fullLists().map(({ path }) => ({
    name: `${AT_ONCE} read ${path}`,
    call: { method: 'GET', path, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } },
    connections: AT_ONCE,
  }))
  return [
    ...lists,
    { name: `${AT_ONCE} upload photos`, call: await upload(), connections: AT_ONCE },
    { name: `a list of ${IMPORTED} jobs is checked`, call: importCheck(), connections: 1 },
  ]
}

/** How long one job takes a person while others do something, from another process. */
async function besideOthers(report: Report, company: Company) {
  const [watcher = '', ...cookies] = sessionsOf(company)
  const oneJob = (await ratedCalls(company)).find(({ name }) => name === 'one job')
  if (!oneJob) throw new Error('one job is not among the calls')
  const { url } = company.server
  const found = new Map<string, { others: Load; watched: Load }>()
  for (const { name, call, connections } of await disturbances()) {
    const [others, watched] = await Promise.all([
      measureElsewhere(url, call, { seconds: SECONDS, connections, cookies }),
      measure(url, oneJob, { seconds: SECONDS, connections: 1, cookies: [watcher] }),
    ])
    const longest = inDigits(watched.longest)
    const budget = report.budget('beside', watched.longest, `one job while ${name}`)
    report.row(name, [
      ...[inDigits(watched.p50), inDigits(watched.p99), longest, budget],
      `${inDigits(others.perSecond)} a second, p95 ${inDigits(others.p95)} ms`,
    ])
    found.set(name, { others, watched })
  }
  return Object.fromEntries(found)
}

export const besidePart: Part = {
  name: 'beside',
  title: 'One job, while others do something',
  run: (report, amounts) =>
    withCompany(amounts, async (company) => {
      const columns = ['p50', 'p99', 'longest', 'budget', 'the others']
      report.table(`${amountsOf(amounts)}; milliseconds that one job takes somebody else`, columns)
      const beside = await besideOthers(report, company)

      report.table(`Uploads of 3.6 MB by ${UPLOADING} at once`)
      const uploads = await measureElsewhere(company.server.url, await upload(), {
        ...{ seconds: 2 * SECONDS, connections: UPLOADING, cookies: sessionsOf(company) },
      })
      const note = `p95 ${inDigits(uploads.p95)} ms`
      const rate = { budget: 'uploads.perSecond', unit: 'a second', note }
      report.figure('uploads', uploads.perSecond, rate)

      const memory = memoryOf(company.server.pid)
      report.table('Memory of the server at the end')
      if (memory !== undefined) report.figure('resident', memory, { budget: 'memory', unit: 'MB' })
      return { beside, uploads, memory }
    }),
}
