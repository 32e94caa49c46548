import type { ImportField } from '@plumbline/contract/importFields.ts'
import { type ImportReport, importFields } from '@plumbline/contract/imports.ts'
import { type Readers, readersSentence } from '@plumbline/contract/readers.ts'
import { MoreFields } from '../../forms/MoreFields.tsx'
import { Panel } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import type { KindInfo } from './api.ts'
import type { Import, Mapping } from './useImport.ts'

interface ColumnsProps {
  kind: KindInfo
  current: Import
  report: ImportReport
}

/** The letters of a spreadsheet's column: A to Z, then AA. */
const letter = (index: number): string =>
  (index >= 26 ? letter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const nameOf = (columns: readonly string[], index: number) =>
  columns[index] || `Column ${letter(index)}`

/** The column for each field, with sample cells from the first rows. */
export function Columns({ kind, current, report: { columns, sample, ...report } }: ColumnsProps) {
  const { mapping, trade } = current
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

  const hintOf = ({ name }: ImportField) => {
    const texts = sampleOf(mapping[name])
    const readers = readersOf(kind, name)
    return readers && name in mapping ? (
      <>
        {texts}
        {readersSentence[readers]}
      </>
    ) : (
      texts
    )
  }
  const fields = importFields[kind.kind].filter((field) => !isReplaced(field, mapping))
  const errorOf = (column: number | undefined, required: boolean) => {
    if (column === undefined) return required ? 'Choose a column' : undefined
    const isShared = Object.values(mapping).filter((index) => index === column).length > 1
    return isShared ? 'This column is chosen for another field too' : undefined
  }
  // A file with all required columns is seldom about the others.
  const isFolded = ({ name, rare }: ImportField) =>
    !(name in report.mapping) && (rare === true || report.missing.length === 0)
  const control = (field: ImportField) => {
    const required = isRequired(field, mapping, kind) && !(field.name === 'specialty' && trade)
    return (
      <Field
        label={field.label}
        required={required}
        hint={hintOf(field)}
        error={errorOf(mapping[field.name], required)}
      >
        {(attributes) => (
          <Select
            {...attributes}
            options={options}
            value={mapping[field.name] ?? ''}
            onChange={({ target }) =>
              current.map(field.name, target.value === '' ? null : Number(target.value))
            }
          />
        )}
      </Field>
    )
  }
  const folded = fields.filter(isFolded)

  return (
    <>
      <Panel>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {fields
            .filter((field) => !isFolded(field))
            .map((field) => (
              <li key={field.name} className="min-w-0 px-4 py-3">
                {control(field)}
              </li>
            ))}
          {asksForTrade(kind, current) && (
            <li className="min-w-0 px-4 py-3">
              <Field label="Trade of rows without one">
                {(attributes) => (
                  <Input
                    {...attributes}
                    maxLength={100}
                    value={trade ?? ''}
                    onChange={({ target }) => current.setTrade(target.value)}
                  />
                )}
              </Field>
            </li>
          )}
        </ul>
        {unused.length > 0 && (
          <p className="border-t border-line px-4 py-2.5 text-sm wrap-anywhere text-ink-2">
            Not imported: {unused.map((index) => nameOf(columns, index)).join(', ')}
          </p>
        )}
      </Panel>
      {folded.length > 0 && (
        <div className="mt-4">
          <MoreFields label="More fields" hasProblem={false}>
            {folded.map((field) => (
              <div key={field.name}>{control(field)}</div>
            ))}
          </MoreFields>
        </div>
      )}
    </>
  )
}

/**
 * The readers of the notes in a file: everyone on the job for notes of a job, otherwise the office.
 */
function readersOf({ kind }: KindInfo, field: string): Readers | undefined {
  if (field === 'privateNotes') return 'office'
  if (field !== 'notes') return undefined
  if (kind === 'jobs') return 'all'
  return kind === 'customers' || kind === 'subcontractors' ? 'office' : undefined
}

/** Whether to ask for a trade, which subs need but a list of vendors often lacks. */
const asksForTrade = ({ kind }: KindInfo, { mapping, report, trade }: Import) =>
  kind === 'subcontractors' &&
  (trade !== null ||
    !('specialty' in mapping) ||
    report?.problems.some(({ reasons }) => reasons.some(({ field }) => field === 'specialty')))

/** Whether the field is required and not covered by another one, such as the full name. */
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

/** Whether the field is not offered because all fields it could replace have columns. */
const isReplaced = ({ name, replaces }: ImportField, mapping: Mapping) =>
  replaces?.every((other) => other in mapping) === true && !(name in mapping)
