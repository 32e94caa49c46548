// `npm test`: all tests, with the stories in a real browser. `npm test -- jobs` runs the files
// whose path contains "jobs".
import { ensureBrowser, INSTALL_HINT } from './browser.js'
import { runVitest } from './runVitest.js'

const args = process.argv.slice(2)
const ownProjects = args.some((arg) => arg.startsWith('--project'))
const browser = ensureBrowser()
const outcome = process.env.CI === 'true' ? 'fail' : 'are skipped'
if (!browser) console.log(`Browser stories ${outcome}: no browser. To run them, ${INSTALL_HINT}`)

process.exitCode = await runVitest([...(ownProjects ? [] : ['--project=!long*']), ...args], {
  env: browser ? { CHROME_PATH: browser } : {},
})
