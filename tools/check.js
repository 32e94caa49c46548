// `npm run check`: all static checks. Prints the checks that failed and exits 1.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (/** @type {string} */ path) => [process.execPath, join(root, 'node_modules', path)]
const tsc = (/** @type {string} */ project) => [
  ...bin('typescript/bin/tsc'),
  '--noEmit',
  '-p',
  project,
]

/** Longest first, so that two at a time finish together. @type {Record<string, string[][]>} */
const CHECKS = {
  sizes: [
    [process.execPath, 'tools/build.js'],
    [process.execPath, 'tools/sizes.js'],
  ],
  'lint (types)': [[...bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
  'types: server': [tsc('server')],
  'types: web': [tsc('web')],
  'types: service worker': [tsc('web/offline/worker')],
  'types: contract': [tsc('contract')],
  'types: tools, e2e, bench': [tsc('.')],
  'unused code': [[...bin('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors']],
  'format and lint': [[...bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  shape: [[process.execPath, 'tools/shape.js']],
}

/** @param {string[]} command @returns {Promise<{ code: number, output: string }>} */
function run([file, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(String(file), args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** @type {string[]} */
const failed = []
const waiting = Object.entries(CHECKS)

async function worker() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, commands] = next
    const start = performance.now()
    let result = { code: 0, output: '' }
    for (const command of commands) if (result.code === 0) result = await run(command)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${result.code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
    if (result.code === 0) continue
    failed.push(name)
    console.log(result.output.trimEnd().replaceAll(/^/gm, '     '))
  }
}

const all = waiting.length
await Promise.all([worker(), worker()])
console.log(
  failed.length === 0
    ? `check: all ${all} passed`
    : `check: ${failed.length} of ${all} failed: ${failed.join(', ')}`,
)
if (failed.length > 0) process.exitCode = 1
