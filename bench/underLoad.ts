import { phonePhoto } from '../e2e/long/uploads/pictures.ts'
import { type Company, withCompany } from './company.ts'
import { type Call, type Load, measure } from './load.ts'
import { measureElsewhere } from './otherProcess.ts'
import { memoryOf } from './processes.ts'
import { ratedCalls, sessionsOf } from './ratedCalls.ts'
import { formatAmounts, formatFigure, type Part, type Report } from './report.ts'
import { fullLists } from './screenCalls.ts'

const SECONDS = 6
/** The number of concurrent list reads or photo uploads during the measurement. */
const CONNECTIONS = 20
/** The number of concurrent uploads when their rate is measured. */
const UPLOAD_CONNECTIONS = 8
/** The rows of the imported file: the most that one may have. */
const IMPORT_ROWS = 5000

const BOUNDARY = 'the-end-of-a-part'

/** A multipart form with a file, as a browser sends it. */
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

/** An upload of a photo with 12 megapixels and 3.6 MB. */
async function upload(): Promise<Call> {
  const photo = await phonePhoto({ quality: 91 })
  return { method: 'POST', path: '/api/photos', ...form('photo', 'IMG_0001.JPG', photo) }
}

/** The dry run of an import of jobs, which changes nothing. */
function importCheck(): Call {
  const line = (_: unknown, n: number) =>
    `Import ${n},${n} Gravel Road,2026-03-05,2026-04-05,${n * 10}.50`
  const rows = ['Name,Address,Start date,End date,Approved amount']
  const csv = [...rows, ...Array.from({ length: IMPORT_ROWS }, line)].join('\n')
  const body = form('file', 'jobs.csv', Buffer.from(csv), { dryRun: 'true' })
  return { method: 'POST', path: '/api/imports/jobs', ...body }
}

/** The calls of the other people, and how many run at once. */
async function disturbances(): Promise<{ name: string; call: Call; connections: number }[]> {
  const lists = fullLists().map(({ path }) => ({
    name: `${CONNECTIONS} read ${path}`,
    call: { method: 'GET', path, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } },
    connections: CONNECTIONS,
  }))
  return [
    ...lists,
    { name: `${CONNECTIONS} upload photos`, call: await upload(), connections: CONNECTIONS },
    { name: `a list of ${IMPORT_ROWS} jobs is checked`, call: importCheck(), connections: 1 },
  ]
}

/** Measures how long it takes to read a job while other people make calls, from another process. */
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
    const longest = formatFigure(watched.longest)
    const budget = report.budget('beside', watched.longest, `one job while ${name}`)
    report.row(name, [
      ...[formatFigure(watched.p50), formatFigure(watched.p99), longest, budget],
      `${formatFigure(others.perSecond)} a second, p95 ${formatFigure(others.p95)} ms`,
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
      report.table(
        `${formatAmounts(amounts)}; milliseconds that one job takes somebody else`,
        columns,
      )
      const beside = await besideOthers(report, company)

      report.table(`Uploads of 3.6 MB by ${UPLOAD_CONNECTIONS} at once`)
      const uploads = await measureElsewhere(company.server.url, await upload(), {
        ...{ seconds: 2 * SECONDS, connections: UPLOAD_CONNECTIONS, cookies: sessionsOf(company) },
      })
      const note = `p95 ${formatFigure(uploads.p95)} ms`
      const rate = { budget: 'uploads.perSecond', unit: 'a second', note }
      report.figure('uploads', uploads.perSecond, rate)

      const memory = memoryOf(company.server.pid)
      report.table('Memory of the server at the end')
      if (memory !== undefined) report.figure('resident', memory, { budget: 'memory', unit: 'MB' })
      return { beside, uploads, memory }
    }),
}
