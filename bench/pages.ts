// `npm run bench:pages`: runs Lighthouse on the landing page, the dashboard, the long lists and a
// job of the sample company. Prints the median of five runs each, with the blocking time in
// milliseconds, the layout shift and the number of elements. It never fails because of a score,
// because scores depend on the load of the machine.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ApiClient } from '../e2e/harness/apiClient.ts'
import { setup } from '../e2e/harness/company.ts'
import { Server } from '../e2e/harness/server.ts'
import { ensureBrowser, INSTALL_HINT } from '../tools/browser.js'
import { build } from '../tools/build.js'
import budgets from './budgets.json' with { type: 'json' }

/** The last version for Node 20. Downloaded on demand, because nothing else uses it. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = 5
const kinds = ['performance', 'accessibility', 'best-practices'] as const
/** Turns off the background activity of Chromium. */
const CHROME_FLAGS = [
  ...['--headless', '--no-sandbox', '--no-first-run', '--disable-quic'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
].join(' ')

/** The figures besides the scores, with the names of their Lighthouse audits. */
const FIGURES = {
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
  elements: 'dom-size',
} as const
const figures = Object.keys(FIGURES) as (keyof typeof FIGURES)[]

type Scores = Record<(typeof kinds)[number] | keyof typeof FIGURES, number>
interface Report {
  readonly categories: Readonly<Record<(typeof kinds)[number], { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
  readonly runtimeError?: { readonly message: string }
}

const run = promisify(execFile)
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The scores of a page, from 0 to 100, and its figures. @throws Error if Lighthouse fails */
async function scores(
  url: string,
  browser: string,
  args: readonly string[],
  folder: string,
): Promise<Scores> {
  const file = join(folder, 'report.json')
  const common = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${kinds.join()}`,
  ]
  await run(
    'npx',
    ['--yes', LIGHTHOUSE, url, ...common, `--chrome-flags=${CHROME_FLAGS}`, ...args],
    {
      env: { ...process.env, CHROME_PATH: browser },
    },
  )
  const { categories, audits, runtimeError } = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (runtimeError) throw new Error(runtimeError.message)
  const score = (kind: (typeof kinds)[number]) => Math.round((categories[kind].score ?? 0) * 100)
  const figure = (name: keyof typeof FIGURES) => audits[FIGURES[name]]?.numericValue ?? 0
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    blocked: Math.round(figure('blocked')),
    shift: Number(figure('shift').toFixed(3)),
    elements: figure('elements'),
  }
}

const browser = ensureBrowser()
if (!browser) throw new Error(`No browser. ${INSTALL_HINT}`)
await build()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-pages-'))
const server = new Server()
try {
  await server.start()
  const admin = await new ApiClient(server.url).startSession('/api/setup', {
    ...setup,
    sample: true,
  })
  const headers = join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify({ Cookie: admin.cookie }))
  const [job] = await admin.request<{ readonly id: string }[]>('GET', '/api/jobs')
  const paths = {
    landing: '/',
    dashboard: '/',
    jobs: '/jobs',
    tasks: '/tasks',
    photos: '/photos',
    job: `/jobs/${job?.id}`,
  }
  const devices = { desktop: ['--preset=desktop'], phone: [] }
  for (const [page, path] of Object.entries(paths))
    for (const [device, deviceArgs] of Object.entries(devices)) {
      const all: Scores[] = []
      // Sometimes Chromium records no trace, which has nothing to do with the page, so retry once.
      const sessionArgs = page === 'landing' ? [] : [`--extra-headers=${headers}`]
      const tryScores = () =>
        scores(server.url + path, browser, [...sessionArgs, ...deviceArgs], folder)
      for (let n = 0; n < RUNS; n++) all.push(await tryScores().catch(tryScores))
      const least = {
        ...budgets.lighthouse,
        performance: budgets.lighthouse[device as keyof typeof devices],
      }
      const scoreTexts = kinds.map((kind) => {
        const value = median(all.map((one) => one[kind]))
        return `${kind} ${value}${value < least[kind] ? ` (below ${least[kind]})` : ''}`
      })
      const figureTexts = figures.map((name) => `${name} ${median(all.map((one) => one[name]))}`)
      console.log(`${page}, ${device}: ${[...scoreTexts, ...figureTexts].join(', ')}`)
    }
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
