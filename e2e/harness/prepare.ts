import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Role } from '@plumbline/contract/policy.ts'
import { setUp } from './company.ts'
import { addLongNames } from './longNames.ts'
import { openSample } from './sample.ts'
import { Server } from './server.ts'
import { restoreState, saveState } from './states.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a company. Servers start on a copy of it. */
    company: string
    /** The sessions of the people in its saved states. */
    people: People
  }
}

/** Builds the outdated parts of the program. @throws Error when the build fails */
function build(): void {
  const script = join(import.meta.dirname, '../../tools/build.js')
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

/** The session cookies of the people in each state of a server. */
export interface People {
  readonly company: { readonly admin: string }
  readonly sample: Readonly<Record<Role, string>>
}

/**
 * Builds the program, and starts, prepares and stops a server. Other servers start on a copy of its
 * data folder.
 */
async function prepared<T>(prepare: (server: Server) => Promise<T>) {
  build()
  const server = new Server()
  try {
    await server.start()
    const result = await prepare(server)
    await server.stop()
    return { server, result }
  } catch (error) {
    await server.remove()
    throw error
  }
}

/**
 * Sets up a company whose onboarding checklist is dismissed. The checklist has a story of its own.
 */
async function setUpWithoutChecklist({ url }: Server) {
  const admin = await setUp(url)
  await admin.request('PUT', '/api/settings', { checklistDismissed: true })
  return admin
}

/** Builds the program and returns a stopped server with a company. */
export async function prepareCompany(): Promise<Server> {
  const { server } = await prepared(setUpWithoutChecklist)
  return server
}

/**
 * Builds the program and returns a stopped server with a company. Three states are saved in it:
 * this company, the sample company, and the sample company with long names.
 */
export async function prepareStates(): Promise<{ server: Server; people: People }> {
  const { server, result } = await prepared(async (home) => {
    await saveState(home, 'nothing')
    const admin = await setUpWithoutChecklist(home)
    await saveState(home, 'company')
    await restoreState(home, 'nothing')
    const sample = await openSample(async () => home)
    await saveState(home, 'sample')
    await addLongNames(sample)
    await saveState(home, 'longNames')
    await restoreState(home, 'company')
    const { people } = sample
    return {
      company: { admin: admin.cookie },
      sample: {
        admin: people.admin.cookie,
        subcontractor: people.subcontractor.cookie,
        client: people.client.cookie,
      },
    }
  })
  return { server, people: result }
}
