import { type Browser, chromium } from 'playwright-core'

/** The features that Playwright disables in every Chromium. */
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
 * The two internal pages for suggestions below the address bar. They are invisible in tests, but
 * every new browser profile loads them in processes of their own, which is half the cost of opening
 * a profile.
 */
const SUGGESTIONS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const DISABLE_FEATURES = '--disable-features='

/**
 * Starts the browser for the stories.
 * @throws Error when `OFF_IN_PLAYWRIGHT` lacks a feature that Playwright disables
 */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      // Required for reading the command line below.
      '--enable-automation',
      // Tests run without a GPU, and rendering as if there were one takes an eighth longer.
      '--disable-gpu',
      // Chromium applies only the last of these switches, so this one includes Playwright's list.
      DISABLE_FEATURES + [...OFF_IN_PLAYWRIGHT, ...SUGGESTIONS].join(','),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  const session = await browser.newBrowserCDPSession()
  const { arguments: switches } = await session.send('Browser.getBrowserCommandLine')
  await session.detach()
  const lists = switches
    .filter((arg) => arg.startsWith(DISABLE_FEATURES))
    .map((arg) => arg.slice(DISABLE_FEATURES.length).split(','))
  const effective = new Set(lists.at(-1))
  const missing = lists.flat().filter((feature) => !effective.has(feature))
  if (missing.length === 0) return browser
  await browser.close()
  throw new Error(`OFF_IN_PLAYWRIGHT in e2e/harness/browser.ts lacks ${missing.join(', ')}`)
}
