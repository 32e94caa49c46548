// `npm run bench:pages`: runs Lighthouse on the first load of screens of a company with 2,000 jobs,
// on a desktop and on a slow phone. Prints the medians of five runs each. It never fails because of
// a score, because scores depend on the load of the machine. `npm run bench:pages -- phone job`
// runs only that device and that page.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ApiClient } from '../e2e/harness/apiClient.ts'
import { ensureBrowser, INSTALL_HINT } from '../tools/browser.js'
import { build } from '../tools/build.js'
import budgets from './budgets.json' with { type: 'json' }
import { withCompany } from './company.ts'
import { speedOf } from './load.ts'
import { SMALL } from './rows.ts'

/** The last version for Node 20. Downloaded on demand, because nothing else uses it. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
/** The audits whose values are printed besides the scores: in milliseconds, except the shift. */
const AUDITS = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
/** Turns off the background activity of Chromium. */
const CHROME_FLAGS = [
  ...['--headless', '--no-sandbox', '--no-first-run', '--disable-quic'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
].join(' ')

interface Audit {
  readonly numericValue?: number
  readonly details?: {
    readonly items: readonly { readonly resourceType?: string; readonly transferSize?: number }[]
  }
}

interface Result {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, Audit>>
  readonly runtimeError?: { readonly message: string }
}

/** Runs Lighthouse on a page. @throws Error if it fails */
async function lighthouse(url: string, args: readonly string[]): Promise<Result> {
  const output = [
    ...['--quiet', '--output=json', `--output-path=${resultFile}`],
    ...[`--only-categories=${CATEGORIES.join()}`, `--chrome-flags=${CHROME_FLAGS}`],
  ]
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...output, ...args], {
    env: { ...process.env, CHROME_PATH: browser },
  })
  const result = JSON.parse(readFileSync(resultFile, 'utf8')) as Result
  if (result.runtimeError) throw new Error(result.runtimeError.message)
  return result
}

type Device = 'desktop' | 'phone'

/** The names that were given as arguments; all if none of them was. */
function chosen<T extends string>(names: readonly T[]): readonly T[] {
  const given = names.filter((name) => process.argv.includes(name))
  return given.length > 0 ? given : names
}

const median = (values: readonly number[]) => speedOf(values).p50

/** The compressed size of all that is loaded until the page is idle, or of one type of it. */
const bytesOf = ({ audits }: Result, type?: string): number =>
  (audits['network-requests']?.details?.items ?? [])
    .filter(({ resourceType }) => type === undefined || resourceType === type)
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)

/** Measures a page, and prints its scores and figures. */
async function report(page: string, url: string, device: Device, args: string[]) {
  const deviceArgs = device === 'desktop' ? ['--preset=desktop', ...args] : args
  const results: Result[] = []
  // Sometimes Chromium records no trace, which has nothing to do with the page, so retry once.
  const run = () => lighthouse(url, deviceArgs)
  while (results.length < RUNS) results.push(await run().catch(run))
  const least = { ...budgets.lighthouse, performance: budgets.lighthouse[device] }
  const scores = CATEGORIES.map((name) => {
    const score = Math.round(
      100 * median(results.map(({ categories }) => categories[name]?.score ?? 0)),
    )
    return `${name} ${score}${score < least[name] ? ` (below ${least[name]})` : ''}`
  })
  const figures = AUDITS.map((name) => {
    const value = median(results.map(({ audits }) => audits[name]?.numericValue ?? 0))
    return `${name} ${Number(value.toPrecision(3))}`
  })
  const kilobytes = (type?: string) =>
    Math.round(median(results.map((result) => bytesOf(result, type))) / 1000)
  console.log(
    `${page}, ${device}: ${[...scores, ...figures].join(', ')}, scripts ${kilobytes('Script')} kB of ${kilobytes()} kB`,
  )
}

/** The path of the link of a proposal with 40 lines, some of them to choose from. */
async function sentLink(admin: ApiClient): Promise<string> {
  const bid = { name: 'Three-season room', address: '14 Lake Dr', customerName: 'Nancy Boyd' }
  const { id } = await admin.request<{ id: string }>('POST', '/api/pending-bids', bid)
  const lines = Array.from({ length: 20 }, (_, n) => ({
    ...{ description: `Footings and frame, part ${n}`, quantity: '12.5', unitPrice: '48.25' },
    details: 'Concrete to below the frost line, posts of treated southern pine.',
  }))
  await admin.request('PUT', `/api/pending-bids/${id}/pricing`, {
    sections: [
      { title: 'Room', lines },
      { title: 'Extras', kind: 'optional', lines },
    ],
  })
  const at = `/api/pending-bids/${id}/proposals`
  const sent = await admin.request<{ id: string }>('POST', at, {})
  return (await admin.request<{ path: string }>('GET', `/api/proposals/${sent.id}/link`)).path
}

const browser = ensureBrowser()
if (!browser) throw new Error(`No browser. ${INSTALL_HINT}`)
await build()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-pages-'))
const resultFile = join(folder, 'result.json')
try {
  await withCompany(SMALL, async ({ server, admin }) => {
    const headers = join(folder, 'headers.json')
    writeFileSync(headers, JSON.stringify({ Cookie: admin.cookie }))
    const [job] = await admin.request<{ id: string }[]>('GET', '/api/jobs?limit=1')
    const pages = {
      landing: '/',
      dashboard: '/',
      jobs: '/jobs',
      tasks: '/tasks',
      photos: '/photos',
      job: `/jobs/${job?.id}`,
      schedule: '/schedule',
      link: await sentLink(admin),
    }
    for (const device of chosen(['desktop', 'phone']))
      for (const page of chosen(Object.keys(pages) as (keyof typeof pages)[])) {
        const args = page === 'landing' || page === 'link' ? [] : [`--extra-headers=${headers}`]
        await report(page, server.url + pages[page], device, args)
      }
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
