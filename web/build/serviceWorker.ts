import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The public files, which have no hash in their names, that the application needs offline. */
const PUBLIC_FILE = /\.(svg|woff2|js|png)$/

interface Precached {
  readonly url: string
  /** Null for a file with a hash in its name. */
  readonly revision: string | null
  /** Prevents the installation of a worker with a file of another version. */
  readonly integrity?: string
}

const fileOf = (url: string, bytes: string | Uint8Array): Precached => {
  const hash = createHash('sha256').update(bytes).digest('base64')
  return { url, revision: hash.slice(0, 12), integrity: `sha256-${hash}` }
}

/** Builds the service worker as `sw.js` with the list of all files of its version. */
export function serviceWorker(worker: string): Plugin {
  let publicDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      // Runs after the HTML is complete.
      order: 'post',
      async handler(_, bundle) {
        const shell = bundle['shell.html']
        if (shell?.type !== 'asset') this.error('The build made no shell.html')
        const hashed = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
        const names = (await readdir(publicDir)).filter((name) => PUBLIC_FILE.test(name))
        const others = await Promise.all(
          names.map(async (name) => fileOf(`/${name}`, await readFile(join(publicDir, name)))),
        )
        const files: Precached[] = [
          ...hashed.map((name) => ({ url: `/${name}`, revision: null })),
          ...others,
          fileOf('/shell.html', shell.source),
        ]
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundled(worker, files) })
      },
    },
  }
}

/** The code of the worker with its list of files. */
async function bundled(worker: string, files: readonly Precached[]): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: worker, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
