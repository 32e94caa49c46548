import type { ESTree, Plugin } from 'vite'

const SCHEMAS = '?schemas'
const contractFile = /\/contract\/\w+\.ts$/
const schemaFile = /\/contract\/\w+\.ts\?schemas$/
/** What only the server and the API document need of a row. */
const UNUSED = new Set(['query', 'body', 'reply', 'summary', 'keep'])

/** A part of the code, and what stands there instead. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Leaves zod and the schemas out of whatever does not check a form: gains 34 kB of the first screen.
 *
 * A browser needs of the contract its rows (method and path), its plain values and functions, and in a form a schema. One
 * module holds all of them, and a module is in one chunk; so the build makes two of each. `jobs.ts` is the contract
 * without schemas: its rows lose them, and every other constant made by a call is left out where nothing uses it.
 * `jobs.ts?schemas` is the contract as it is written. A schema, which is what has a name in capitals and small letters
 * (`NewJob`), comes from there, so that its chunk is loaded with the form.
 */
export function withoutSchemas(zodSettings: string): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      // Schemas are made of the schemas of other files.
      filter: { id: /^\.\/\w+\.ts$/ },
      async handler(source, importer) {
        if (!importer || !schemaFile.test(importer)) return null
        const found = await this.resolve(source, importer)
        return found && { ...found, id: found.id + SCHEMAS }
      },
    },
    transform: {
      filter: { id: /\/contract\/\w+\.ts(\?schemas)?$/, code: /from ['"]zod['"]/ },
      handler(code, id) {
        if (!contractFile.test(id))
          // Zod is set up before any schema is built.
          return {
            code: `import ${JSON.stringify(zodSettings)}\n${code}`,
            map: null,
            moduleSideEffects: false,
          }
        const { edits, moved } = plainPart(code, this.parse(code, { lang: 'ts' }).body)
        const names = moved.join(', ')
        const from = JSON.stringify(id + SCHEMAS)
        const links = names && `import { ${names} } from ${from}\nexport { ${names} }\n`
        return { code: links + edited(code, edits), map: null, moduleSideEffects: false }
      },
    },
  }
}

/** What makes a file of the contract one without schemas, and the names of those it exports. */
function plainPart(code: string, statements: ESTree.Program['body']) {
  const edits: Edit[] = []
  const moved: string[] = []
  for (const statement of statements) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || !init) continue
      if (isExport && /^[A-Z]\w*[a-z]/.test(id.name)) {
        moved.push(id.name)
        edits.push({ start: statement.start, end: statement.end, text: '' })
      } else if (init.type === 'ObjectExpression' && id.name.endsWith('Routes')) {
        edits.push(...init.properties.flatMap((property) => withoutUnused(code, property)))
      } else if (init.type !== 'ArrowFunctionExpression') {
        const { start, end } = init
        const made = code.slice(start, end)
        if (/[(.]/.test(made)) edits.push({ start, end, text: `/*#__PURE__*/ (() => (${made}))()` })
      }
    }
  }
  return { edits, moved }
}

/** Of `list: route({ method, path, query, reply })` leaves `list: { method, path }`. */
function withoutUnused(code: string, property: ESTree.ObjectPropertyKind): Edit[] {
  if (property.type !== 'Property' || property.value.type !== 'CallExpression') return []
  const [row] = property.value.arguments
  if (row?.type !== 'ObjectExpression') return []
  const kept = row.properties.filter(
    (part) =>
      part.type !== 'Property' || part.key.type !== 'Identifier' || !UNUSED.has(part.key.name),
  )
  const text = `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
  return [{ start: property.value.start, end: property.value.end, text }]
}

/** The code with these edits made, which do not overlap. */
function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
