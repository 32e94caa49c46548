import type { TestProject } from 'vitest/node'
import { findBrowser } from '../../tools/browser.js'
import { launchBrowser } from './browser.ts'
import { prepareStates } from './prepare.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of this run listens; null when there is no browser. */
    browser: string | null
  }
}

/** Builds the program, sets up a company and the sample company, and starts one browser, for all stories. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = findBrowser()
  if (!path) {
    project.provide('browser', null)
    project.provide('company', '')
    return async () => {}
  }
  const { server: company, people } = await prepareStates()
  const browser = await launchBrowser(path)
  project.provide('browser', browser.wsEndpoint())
  project.provide('company', company.dataDir)
  project.provide('people', people)
  return async () => {
    await browser.close()
    await company.remove()
  }
}
