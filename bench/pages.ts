// `npm run bench:pages`: Lighthouse on the landing page and the dashboard of the sample company, the middle of five runs
// each. It reports and never fails: what a score is worth depends on how quiet the machine is.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Caller } from '../e2e/harness/caller.ts'
import { setup } from '../e2e/harness/company.ts'
import { Server } from '../e2e/harness/server.ts'
import { ensureBrowser, HOW_TO } from '../tools/browser.js'
import { build } from '../tools/build.js'
import budgets from './budgets.json' with { type: 'json' }

/** The last that runs on Node 20. Fetched when it is needed: no part of the product or its tests. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = 5
const kinds = ['performance', 'accessibility', 'best-practices'] as const
/** What Chromium must not do by itself while it is measured. */
const QUIET = [
  ...['--headless', '--no-sandbox', '--no-first-run', '--disable-quic'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
].join(' ')

type Scores = Record<(typeof kinds)[number], number>
interface Report {
  readonly categories: Readonly<Record<keyof Scores, { readonly score: number | null }>>
  readonly runtimeError?: { readonly message: string }
}

const run = promisify(execFile)
const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The scores of a page, 0 to 100. @throws Error when Lighthouse could not look at it */
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
  await run('npx', ['--yes', LIGHTHOUSE, url, ...common, `--chrome-flags=${QUIET}`, ...args], {
    env: { ...process.env, CHROME_PATH: browser },
  })
  const { categories, runtimeError } = JSON.parse(readFileSync(file, 'utf8')) as Report
  if (runtimeError) throw new Error(runtimeError.message)
  const score = (kind: keyof Scores) => Math.round((categories[kind].score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  }
}

const browser = ensureBrowser()
if (!browser) throw new Error(`No browser. ${HOW_TO}`)
await build()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-pages-'))
const server = new Server()
try {
  await server.start()
  const { cookie } = await new Caller(server.url).enter('/api/setup', { ...setup, sample: true })
  const headers = join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify({ Cookie: cookie }))
  const pages = { landing: [], dashboard: [`--extra-headers=${headers}`] }
  const devices = { desktop: ['--preset=desktop'], phone: [] }
  for (const [page, who] of Object.entries(pages))
    for (const [device, how] of Object.entries(devices)) {
      const all: Scores[] = []
      // Now and then Chromium records no trace; that says nothing of the page.
      const look = () => scores(server.url, browser, [...who, ...how], folder)
      for (let n = 0; n < RUNS; n++) all.push(await look().catch(look))
      const least = {
        ...budgets.lighthouse,
        performance: budgets.lighthouse[device as keyof typeof devices],
      }
      const said = kinds.map((kind) => {
        const value = middle(all.map((one) => one[kind]))
        return `${kind} ${value}${value < least[kind] ? ` (below ${least[kind]})` : ''}`
      })
      console.log(`${page}, ${device}: ${said.join(', ')}`)
    }
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
