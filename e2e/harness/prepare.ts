import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setUp } from './company.ts'
import { Server } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a company set up in it; servers start on a copy of it. */
    company: string
  }
}

/** Builds what is out of date. @throws Error when the build fails */
function build(): void {
  const script = join(import.meta.dirname, '../../tools/build.js')
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

/** Builds the program and returns a stopped server whose company is set up: others start on a copy of its data folder. */
export async function prepareCompany(): Promise<Server> {
  build()
  const server = new Server()
  try {
    await server.start()
    const admin = await setUp(server.url)
    // The first steps are a story of their own; this company is at work.
    await admin.request('PUT', '/api/settings', { checklistDismissed: true })
    await server.stop()
    return server
  } catch (error) {
    await server.remove()
    throw error
  }
}
