// `npm test`: every test once, the stories in a real browser. `npm test -- jobs` runs the files whose path has "jobs" in it.
import { ensureBrowser, HOW_TO } from './browser.js'
import { runVitest } from './vitest.js'

const args = process.argv.slice(2)
const ownProjects = args.some((arg) => arg.startsWith('--project'))
const browser = ensureBrowser()
const fate = process.env.CI === 'true' ? 'fail' : 'are left out'
if (!browser) console.log(`Browser stories ${fate}: no browser. To run them, ${HOW_TO}`)

process.exitCode = await runVitest([...(ownProjects ? [] : ['--project=!long']), ...args], {
  env: browser ? { CHROME_PATH: browser } : {},
})
