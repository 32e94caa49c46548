import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTest, readTree } from './shape/tree.js'
import { root } from './shape.js'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const lines = page.split('\n')

/**
 * The sections of ASVS 5.0 with the number of their requirements of levels 1 and 2, which precede
 * those of level 3.
 */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const requirements = Object.entries(SECTIONS).flatMap(([section, count]) =>
  numbers(1, count).map((number) => `${section}.${number}`),
)

/** The rows of the tables: the id of a requirement, how it is met, and what ensures that. */
const rows = lines.flatMap((line) => {
  const [, id = '', how = '', heldBy = ''] =
    /^\| \*\*(\d+\.\d+\.\d+)\*\* [^|]+ \| ([^|]*) \| ([^|]*) \|$/.exec(line) ?? []
  return id ? [{ id, how, heldBy }] : []
})
/** The texts of the lines that begin with "Not applicable". */
const notApplicable = lines
  .filter((line) => line.startsWith('Not applicable:'))
  .flatMap((line) =>
    [...line.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(
      ([, section = '', from = '', to = from]) =>
        numbers(Number(from), Number(to)).map((number) => `${section}.${number}`),
    ),
  )

/** The files that are named, each with its tests. */
const named = [...page.matchAll(/`([\w./-]+\.\w+)`((?:,? "[^"]+")*)/g)].map(
  ([, path = '', tests = '']) => ({
    path,
    tests: [...tests.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }),
)

/** Whether a test title in the file begins or ends with the name. Titles of cases may be keys. */
const hasTitle = (text: string, name: string) =>
  ["'", '"', '`'].some((quote) => text.includes(quote + name) || text.includes(name + quote)) ||
  text.includes(`  ${name}: {`)

describe('docs/security.md', () => {
  test('there are 253 requirements of levels 1 and 2', () => {
    expect(requirements).toHaveLength(253)
  })

  test('each requirement occurs once', () => {
    const found = [...rows.map(({ id }) => id), ...notApplicable]
    expect(found.filter((id, at) => found.indexOf(id) !== at)).toEqual([])
    expect(found.toSorted()).toEqual(requirements.toSorted())
    // A row in another format would be overlooked.
    expect(lines.filter((line) => line.startsWith('| **'))).toHaveLength(rows.length)
  })

  test('each row says how, and names its tests or the gap', () => {
    const empty = rows.filter(
      ({ how, heldBy }) => how.trim() === '' || !/`[^`]+`|\*\*gap\*\*: \S/.test(heldBy),
    )
    expect(empty).toEqual([])
  })

  test('states the number of gaps', () => {
    const gaps = rows.filter(({ heldBy }) => heldBy.includes('**gap**')).length
    expect(page).toContain(
      `Of ${requirements.length} requirements ${notApplicable.length} do not apply, ${rows.length - gaps} are held, and ${gaps} have a gap.`,
    )
  })

  test('names files that exist', () => {
    expect(named.length).toBeGreaterThan(150)
    const missing = named.filter(({ path }) => !existsSync(join(root, path)))
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  test('names tests that exist in their files', () => {
    const tests = named.filter(({ path }) => isTest(path))
    expect(tests.filter((file) => file.tests.length === 0)).toEqual([])
    const missing = tests.flatMap(({ path, tests: names }) => {
      const text = readFileSync(join(root, path), 'utf8')
      return names.filter((name) => !hasTitle(text, name)).map((name) => `${path}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  test('finds a title in quotes or as the key of a case, not in a comment', () => {
    expect(hasTitle("test('is refused', ", 'is refused')).toBe(true)
    expect(hasTitle("'%s is refused'", 'is refused')).toBe(true)
    expect(hasTitle('  isRefused: {', 'isRefused')).toBe(true)
    expect(hasTitle('// It is refused here', 'is refused')).toBe(false)
  })

  test('names no file with skipped tests', () => {
    const tests = named.filter(({ path }) => isTest(path))
    const leftOut = tests.filter(({ path }) =>
      /\b(test|describe)\.(skip|todo)\(/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(leftOut.map(({ path }) => path)).toEqual([])
  })
})

describe('the code', () => {
  const isCode = (path: string) =>
    /^(contract|server|web)\/.*\.(ts|tsx|js)$/.test(path) &&
    !/\/testing\/|\/dist\/|test-setup/.test(path) &&
    !isTest(path)
  const code = readTree(root).filter(({ path }) => isCode(path))
  const where = (pattern: RegExp, folder = '') =>
    code
      .filter(({ path, text }) => path.startsWith(folder) && pattern.test(text))
      .map(({ path }) => path)

  test('is read', () => {
    expect(code.length).toBeGreaterThan(500)
    expect(where(/\bcreateHash\(/)).toContain('server/platform/files/integrity.ts')
  })

  test('evaluates no text as a program', () => {
    expect(where(/\beval\(|new Function\(|from 'node:vm'/)).toEqual([])
  })

  test('inserts no text as markup', () => {
    const markup = /dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write/
    expect(where(markup, 'web/')).toEqual([])
  })

  test('sends no messages to other windows', () => {
    // A BroadcastChannel and the service worker, which are limited to this origin.
    expect(where(/postMessage|onmessage/, 'web/')).toEqual([
      ...['web/api/clearOfflineData.ts', 'web/features/photos/resume.ts'],
      ...['web/live/tabs.ts', 'web/offline/queue/queue.ts'],
    ])
  })

  test('starts programs with a list of arguments, without a shell', () => {
    const imports = /import \{([^}]*)\} from 'node:child_process'/
    const used = code.flatMap(({ text }) => imports.exec(text)?.[1]?.split(',') ?? [])
    const functions = new Set(used.map((name) => name.replace('type ', '').trim()))
    expect([...functions].toSorted()).toEqual([
      ...['ChildProcess', 'execFileSync', 'fork', 'spawn', 'spawnSync'],
    ])
    expect(where(/\bshell: true/)).toEqual([])
  })

  test('calls other servers only through the libraries for mail, files and single sign-on, and for push', () => {
    const callers = where(/\bfetch\(|from 'node:https'|undici|axios/, 'server/')
    // The scripts of the sign-in pages run in a browser.
    const onServer = callers.filter((path) => !path.endsWith('.client.js'))
    expect(onServer).toEqual(['server/app/delivery/push.ts'])
    const libraries = /from '(nodemailer|openid-client|@aws-sdk\/[\w-]+)'/
    expect(where(libraries, 'server/')).toEqual([
      ...[
        'server/access/auth/oidc.ts',
        'server/platform/files/s3.ts',
        'server/platform/mail/mail.ts',
      ],
    ])
  })

  test('uses cookies in one place', () => {
    const used = /\.(set|clear)Cookie\(|set-cookie|\.cookies\b|\bsign(Cookie|ed: true)/i
    expect(where(used, 'server/')).toEqual(['server/http/cookies.ts'])
    expect(where(/document\.cookie|cookieStore/)).toEqual([])
  })

  test('encrypts in one place by AES-256-GCM, and pushes as RFC 8291 says', () => {
    expect(where(/createCipheriv|createDecipheriv/)).toEqual([
      'server/app/delivery/webPush.ts',
      'server/http/seal.ts',
    ])
    const used = code.flatMap(({ text }) => text.match(/create(Dec|C)ipheriv\(\s*'[^']+'/g) ?? [])
    const algorithms = used.map((call) => call.replace(/\s/g, ''))
    expect(new Set(algorithms)).toEqual(
      new Set([
        "createCipheriv('aes-256-gcm'",
        "createDecipheriv('aes-256-gcm'",
        "createCipheriv('aes-128-gcm'",
      ]),
    )
  })

  test('hashes by SHA-256 only', () => {
    const used = code.flatMap(({ text }) => text.match(/create(Hash|Hmac)\(\s*'[^']+'/g) ?? [])
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((call) => !call.endsWith("'sha256'"))).toEqual([])
  })

  test('uses no predictable random numbers', () => {
    expect(where(/Math\.random/)).toEqual([])
  })

  test('builds regular expressions from constants', () => {
    const found = where(/new RegExp\(/)
    // Each is built from constants in its file, or from a word that the code passes.
    expect(found).toEqual(['contract/csv.ts', 'server/platform/files/pdf.js', 'web/api/query.ts'])
  })
})

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly link?: true
  readonly dev?: true
  readonly optional?: true
}
interface Component {
  readonly name: string
  readonly version: string
  readonly properties?: readonly { readonly name: string }[]
}
const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const packages = Object.entries(lock.packages).filter(
  ([place, { link }]) => place.includes('node_modules/') && !link,
)

test('every package of the lock has a checksum', () => {
  expect(packages.length).toBeGreaterThan(300)
  const withoutIt = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(withoutIt.map(([place]) => place)).toEqual([])
})

test('the bill of materials lists every package, and marks those of tests', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const { components }: { components: Component[] } = JSON.parse(stdout)
  const isOfTests = ({ properties = [] }: Component) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development')
  const textOf = ({ name, version }: Component) => `${name}@${version}`
  const textsOf = (list: typeof packages) =>
    list.map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`)
  const listed = new Set(components.map(textOf))
  expect(textsOf(packages).filter((text) => !listed.has(text))).toEqual([])
  const ofServer = new Set(components.filter((one) => !isOfTests(one)).map(textOf))
  const needed = textsOf(packages.filter(([, { dev, optional }]) => !dev && !optional))
  expect(needed.length).toBeGreaterThan(100)
  expect(needed.filter((text) => !ofServer.has(text))).toEqual([])
})
