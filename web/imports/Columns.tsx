import type { ImportField } from '@plumbline/contract/importFields.ts'
import { type ImportReport, importFields } from '@plumbline/contract/imports.ts'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Input.tsx'
import type { KindInfo } from './api.ts'
import type { Mapping } from './useImport.ts'

interface ColumnsProps {
  kind: KindInfo
  report: ImportReport
  mapping: Mapping
  onChange: (field: string, column: number | null) => void
}

/** The letters of a spreadsheet's column: A to Z, then AA. */
const letter = (index: number): string =>
  (index >= 26 ? letter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const nameOf = (columns: readonly string[], index: number) =>
  columns[index] || `Column ${letter(index)}`

/** Which column fills which field, each with the cells of its first rows. */
export function Columns({ kind, report: { columns, sample }, mapping, onChange }: ColumnsProps) {
  const options = [
    { value: '', label: 'Not in the file' },
    ...columns.map((_, index) => ({ value: String(index), label: nameOf(columns, index) })),
  ]
  const used = new Set(Object.values(mapping))
  const unused = columns.map((_, index) => index).filter((index) => !used.has(index))
  const sampleOf = (index: number | undefined) => {
    const texts = sample
      .map((cells) => (index === undefined ? '' : (cells[index] ?? '').trim()))
      .filter(Boolean)
    return texts.length > 0 && <span className="block truncate">{texts.join(' · ')}</span>
  }

  return (
    <Panel>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {importFields[kind.kind]
          .filter((field) => !isReplaced(field, mapping))
          .map((field) => (
            <li key={field.name} className="min-w-0 px-4 py-3">
              <Field
                label={field.label}
                required={isRequired(field, mapping, kind)}
                hint={sampleOf(mapping[field.name])}
                error={
                  isRequired(field, mapping, kind) && mapping[field.name] === undefined
                    ? 'Choose a column'
                    : undefined
                }
              >
                {(control) => (
                  <Select
                    {...control}
                    options={options}
                    value={mapping[field.name] ?? ''}
                    onChange={({ target }) =>
                      onChange(field.name, target.value === '' ? null : Number(target.value))
                    }
                  />
                )}
              </Field>
            </li>
          ))}
      </ul>
      {unused.length > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm wrap-anywhere text-ink-2">
          Not imported: {unused.map((index) => nameOf(columns, index)).join(', ')}
        </p>
      )}
    </Panel>
  )
}

/** Required, and not covered by another field such as the full name. */
function isRequired(
  { name, required }: ImportField,
  mapping: Mapping,
  { kind }: KindInfo,
): boolean {
  const isCovered = importFields[kind].some(
    (other) => other.replaces?.includes(name) && other.name in mapping,
  )
  return required === true && !isCovered
}

/** The fields it could replace all have columns, so it is not offered. */
const isReplaced = ({ name, replaces }: ImportField, mapping: Mapping) =>
  replaces?.every((other) => other in mapping) === true && !(name in mapping)
