import type { TestProject } from 'vitest/node'
import { findBrowser } from '../../tools/browser.js'
import { prepareStates } from './prepare.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser. Null when none is installed. */
    browser: string | null
  }
}

/** Builds the program and prepares the company and the sample company for all stories. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = findBrowser()
  if (!path) {
    project.provide('browser', null)
    project.provide('company', '')
    return async () => {}
  }
  const { server: company, people } = await prepareStates()
  project.provide('browser', path)
  project.provide('company', company.dataDir)
  project.provide('people', people)
  return () => company.remove()
}
