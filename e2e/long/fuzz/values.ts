import type { Schema } from './document.ts'

/** Seeded random choices. */
export class Dice {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** Returns true with a probability of 1 in `times`. */
  once(times: number): boolean {
    return this.#random() * times < 1
  }

  /** Returns a whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1))
  }

  /** Returns an item of a list, which must not be empty. */
  one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.whole(0, 15).toString(16)).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
}

/**
 * Marks a text that is written into the JSON unchanged, for numbers that JavaScript cannot
 * represent, such as 1e999.
 */
const raw = (text: string) => `@@raw:${text}`
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(/"@@raw:([^"]*)"/g, '$1')

const NUL = '\u0000'
const LONE_SURROGATE = '\ud800'

/** Values that often break programs. */
export const hostile: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  0.5,
  -0.01,
  1e308,
  2 ** 53,
  2 ** 31,
  -(2 ** 63),
  raw('1e999'),
  raw('-0'),
  raw('1'.repeat(1000)),
  '4825075',
  'NaN',
  `a${NUL}b`,
  `a${LONE_SURROGATE}b`,
  '\udc00',
  '\u202eevil\u2066',
  '😀'.repeat(60),
  'e\u0301'.repeat(200),
  'x'.repeat(300),
  'x'.repeat(20_000),
  "'; drop table jobs; --",
  '<script>alert(1)</script>',
  '%00',
  '\r\nX-Forged: yes',
  '../../../etc/passwd',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '2024-02-30',
  '0000-00-00',
  '275760-09-13',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2024-03-05T24:61:61Z',
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  'not-a-uuid',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  [],
  [null],
  [[[[[]]]]],
  {},
  { toString: 'no', valueOf: null },
  { $ne: null },
]

/** The context of a generated value besides its schema. */
interface Place {
  /** The ids of existing records. */
  readonly ids: readonly string[]
  /** The name of the field, which may describe a text better than its schema. */
  readonly name?: string
  readonly defs?: Readonly<Record<string, Schema>>
}

/** Generates a value that is usually valid for the schema. */
export function valid(schema: Schema, dice: Dice, place: Place): unknown {
  const { ids, name: own = '', defs = schema.$defs ?? {} } = place
  const inner = (part: Schema, name = own) => valid(part, dice, { ids, name, defs })
  if (schema.$ref) return inner(defs[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.one(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inner(dice.one(choices))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => inner(part)))
  const type = Array.isArray(schema.type) ? dice.one(schema.type as string[]) : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || !dice.once(2))
          .map(([name, part]) => [name, inner(part, name)]),
      )
    case 'array':
      return Array.from({ length: dice.whole(schema.minItems ?? 0, 3) }, () =>
        inner(schema.items ?? {}),
      )
    case 'integer':
    case 'number': {
      const min = Math.max(schema.minimum ?? 0, -1e9)
      return dice.whole(min, Math.max(min, Math.min(schema.maximum ?? 100_000, 1e9)))
    }
    case 'boolean':
      return dice.once(2)
    case 'null':
      return null
    default:
      return text(schema, dice, ids, own)
  }
}

/** Returns the format of a text, from its schema or from the name of its field. */
function formatOf({ format }: Schema, name: string): string | undefined {
  if (format) return format
  if (/email/i.test(name)) return 'email'
  if (/date|day$/i.test(name)) return 'date'
  if (name.endsWith('Id')) return 'uuid'
  return undefined
}

function text(schema: Schema, dice: Dice, ids: readonly string[], name: string): string {
  switch (formatOf(schema, name)) {
    case 'uuid':
    case 'guid':
      return ids.length > 0 && !dice.once(5) ? dice.one(ids) : dice.uuid()
    case 'date':
      return `20${dice.whole(20, 30)}-0${dice.whole(1, 9)}-1${dice.whole(0, 9)}`
    case 'date-time':
      return `20${dice.whole(20, 30)}-0${dice.whole(1, 9)}-1${dice.whole(0, 9)}T08:30:00.000Z`
    case 'email':
      return `someone.${dice.whole(1, 1e9)}@example.com`
    default: {
      const words = [
        'Kiln Road',
        'Zoë’s kitchen',
        '12',
        'true',
        '2024-03-05',
        dice.uuid(),
        '東京 😀',
        'Europe/Paris',
      ]
      const chosen = dice.one(words).slice(0, schema.maxLength ?? 1000)
      return chosen.padEnd(schema.minLength ?? 0, 'x')
    }
  }
}
