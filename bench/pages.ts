// `npm run bench:pages`: Lighthouse on the landing page and the dashboard of the sample company, the median of five runs
// each. It reports and never fails, because scores depend on the load of the machine.
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

/** The last version for Node 20. Downloaded when needed: the product and its tests do not use it. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = 5
const kinds = ['performance', 'accessibility', 'best-practices'] as const
/** Turns off what Chromium does in the background. */
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
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The scores of a page, 0 to 100. @throws Error when Lighthouse fails */
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
if (!browser) throw new Error(`No browser. ${INSTALL_HINT}`)
await build()
const folder = mkdtempSync(join(tmpdir(), 'plumbline-pages-'))
const server = new Server()
try {
  await server.start()
  const { cookie } = await new ApiClient(server.url).startSession('/api/setup', {
    ...setup,
    sample: true,
  })
  const headers = join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify({ Cookie: cookie }))
  const pages = { landing: [], dashboard: [`--extra-headers=${headers}`] }
  const devices = { desktop: ['--preset=desktop'], phone: [] }
  for (const [page, who] of Object.entries(pages))
    for (const [device, how] of Object.entries(devices)) {
      const all: Scores[] = []
      // Sometimes Chromium records no trace; that says nothing about the page.
      const tryScores = () => scores(server.url, browser, [...who, ...how], folder)
      for (let n = 0; n < RUNS; n++) all.push(await tryScores().catch(tryScores))
      const least = {
        ...budgets.lighthouse,
        performance: budgets.lighthouse[device as keyof typeof devices],
      }
      const said = kinds.map((kind) => {
        const value = median(all.map((one) => one[kind]))
        return `${kind} ${value}${value < least[kind] ? ` (below ${least[kind]})` : ''}`
      })
      console.log(`${page}, ${device}: ${said.join(', ')}`)
    }
} finally {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
}
