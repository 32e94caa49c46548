import type { TestProject } from 'vitest/node'
import { prepareCompany } from '../harness/prepare.ts'

/** Once for all long tests: builds the program and sets a company up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const company = await prepareCompany()
  project.provide('company', company.dataDir)
  return () => company.remove()
}
