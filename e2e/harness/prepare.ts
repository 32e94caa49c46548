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
    /** A data folder with a company set up in it; servers start on a copy of it. */
    company: string
    /** The sessions of the people of the states that are saved in it. */
    people: People
  }
}

/** Builds what is out of date. @throws Error when the build fails */
function build(): void {
  const script = join(import.meta.dirname, '../../tools/build.js')
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

/** The cookies of the people of a server, by its state. */
export interface People {
  readonly company: { readonly admin: string }
  readonly sample: Readonly<Record<Role, string>>
}

/** Builds the program, and prepares a server that is stopped afterwards: others start on a copy of its data folder. */
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

/** Sets up a company that is at work: the first steps are a story of their own. */
async function setUpAtWork({ url }: Server) {
  const admin = await setUp(url)
  await admin.request('PUT', '/api/settings', { checklistDismissed: true })
  return admin
}

/** Builds the program and returns a stopped server whose company is set up. */
export async function prepareCompany(): Promise<Server> {
  const { server } = await prepared(setUpAtWork)
  return server
}

/**
 * Builds the program and returns a stopped server whose company is set up; beside it, it has that state, the one of the
 * sample company, and the one of the sample company with long names, to be restored.
 */
export async function prepareStates(): Promise<{ server: Server; people: People }> {
  const { server, result } = await prepared(async (home) => {
    await saveState(home, 'nothing')
    const admin = await setUpAtWork(home)
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
