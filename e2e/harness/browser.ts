import { type Browser, chromium } from 'playwright-core'

/** What Playwright switches off in every Chromium. */
const OFF_IN_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

/**
 * Two pages of the browser itself, for suggestions below its address bar. Nobody sees them, but every new browser profile
 * loads them, in processes of their own: half of what it costs to open one.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const SWITCH = '--disable-features='

/** Starts the browser of the stories. @throws Error when it would lose what Playwright switches off */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Otherwise Chromium does not say what it was started with.
      '--enable-automation',
      // There is none where tests run, and drawing as if there were costs an eighth more.
      '--disable-gpu',
      // Chromium obeys only the last of these switches, so this one repeats Playwright's.
      SWITCH + [...OFF_IN_PLAYWRIGHT, ...SUGGESTIONS].join(','),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  const session = await browser.newBrowserCDPSession()
  const { arguments: switches } = await session.send('Browser.getBrowserCommandLine')
  await session.detach()
  const lists = switches
    .filter((arg) => arg.startsWith(SWITCH))
    .map((arg) => arg.slice(SWITCH.length).split(','))
  const kept = new Set(lists.at(-1))
  const lost = lists.flat().filter((feature) => !kept.has(feature))
  if (lost.length === 0) return browser
  await browser.close()
  throw new Error(`OFF_IN_PLAYWRIGHT in e2e/harness/browser.ts lacks ${lost.join(', ')}`)
}
