import type { TestProject } from 'vitest/node'
import { prepareCompany } from '../harness/prepare.ts'

/** Builds the program and sets up a company, once for all long tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const company = await prepareCompany()
  project.provide('company', company.dataDir)
  return () => company.remove()
}
