import type { ESTree, Plugin } from 'vite'

const SCHEMAS = '?schemas'
const contractFile = /\/contract\/\w+\.ts$/
const schemaFile = /\/contract\/\w+\.ts\?schemas$/
/** The fields of a row that only the server and the API document need. */
const UNUSED = new Set(['query', 'body', 'reply', 'summary', 'keep'])

/** A range of the code and its replacement. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Removes zod and the schemas from modules that do not check a form. Saves 34 kB of the first
 * screen.
 *
 * A browser needs the rows of the contract (method and path), its plain values and functions and,
 * for a form, a schema. One module holds all of them, and a module is in one chunk, so the build
 * makes two modules of each file. `jobs.ts` is the contract without schemas: its rows lose them,
 * and other constants that are made by a call are dropped where nothing uses them.
 * `jobs.ts?schemas` is the contract as written. A schema is recognized by its name in upper and
 * lower case (`NewJob`). It comes from the second module, so that its chunk is loaded with the
 * form.
 */
export function withoutSchemas(zodSettings: string): Plugin {
  return {
    name: 'without-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      // Schemas import the schemas of other files.
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
          // Configures zod before any schema is built.
          return {
            code: `import ${JSON.stringify(zodSettings)}\n${code}`,
            map: null,
            moduleSideEffects: false,
          }
        const { edits, schemaNames } = withoutSchemasOf(code, this.parse(code, { lang: 'ts' }).body)
        const names = schemaNames.join(', ')
        const from = JSON.stringify(id + SCHEMAS)
        const links = names && `import { ${names} } from ${from}\nexport { ${names} }\n`
        return { code: links + edited(code, edits), map: null, moduleSideEffects: false }
      },
    },
  }
}

/**
 * The edits that remove the schemas from a file of the contract, and the names of those that it
 * exports.
 */
function withoutSchemasOf(code: string, statements: ESTree.Program['body']) {
  const edits: Edit[] = []
  const schemaNames: string[] = []
  for (const statement of statements) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    const declaration = isExport ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || !init) continue
      if (isExport && /^[A-Z]\w*[a-z]/.test(id.name)) {
        schemaNames.push(id.name)
        edits.push({ start: statement.start, end: statement.end, text: '' })
      } else if (init.type === 'ObjectExpression' && id.name.endsWith('Routes')) {
        edits.push(...init.properties.flatMap((property) => withoutUnused(code, property)))
      } else if (init.type !== 'ArrowFunctionExpression') {
        const { start, end } = init
        const expression = code.slice(start, end)
        if (/[(.]/.test(expression))
          edits.push({ start, end, text: `/*#__PURE__*/ (() => (${expression}))()` })
      }
    }
  }
  return { edits, schemaNames }
}

/** Reduces `list: route({ method, path, query, reply })` to `list: { method, path }`. */
function withoutUnused(code: string, property: ESTree.ObjectPropertyKind): Edit[] {
  if (property.type !== 'Property' || property.value.type !== 'CallExpression') return []
  const [row] = property.value.arguments
  if (row?.type !== 'ObjectExpression') return []
  const used = row.properties.filter(
    (part) =>
      part.type !== 'Property' || part.key.type !== 'Identifier' || !UNUSED.has(part.key.name),
  )
  const text = `{ ${used.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
  return [{ start: property.value.start, end: property.value.end, text }]
}

/** Applies edits that do not overlap. */
function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
