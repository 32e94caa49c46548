import { type ImportKind, importKinds } from '@plumbline/contract/imports.ts'
import { useCompany } from '../../api/company.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Input.tsx'
import { infoOf, type KindInfo } from './api.ts'
import type { Import } from './useImport.ts'

const options = (kinds: readonly ImportKind[]) =>
  kinds.map((kind) => {
    const { many } = infoOf(kind)
    return { value: kind, label: `${many.charAt(0).toUpperCase()}${many.slice(1)}` }
  })

/** The kinds that are offered only to companies with rental properties. */
const rentalKinds: ReadonlySet<ImportKind> = new Set([
  'properties',
  'tenants',
  'income',
  'expenses',
])

/** The detected source of the file, the kind it is imported as, and the row of its column names. */
export function Source({ kind, current }: { kind: KindInfo; current: Import }) {
  const { holdingsName } = useCompany()
  const { source, firstRows = [] } = current.report ?? {}
  // The current kind is always offered.
  const kinds = importKinds.filter(
    (other) => holdingsName !== null || other === kind.kind || !rentalKinds.has(other),
  )
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
      <Field label="Import as" className="w-52 max-sm:w-full">
        {(control) => (
          <Select
            {...control}
            options={options(kinds)}
            value={kind.kind}
            onChange={({ target }) => current.importAs(target.value as ImportKind)}
          />
        )}
      </Field>
      {firstRows.length > 1 && (
        <Field label="Column names are in" className="w-72 max-sm:w-full">
          {(control) => (
            <Select
              {...control}
              options={firstRows.map(({ row, text }) => ({
                value: String(row),
                label: `Row ${row}: ${text}`,
              }))}
              value={current.headRow}
              onChange={({ target }) => current.setHeadRow(Number(target.value))}
            />
          )}
        </Field>
      )}
      {source && (
        <p role="status" className="sm:mt-6">
          This looks like a <b className="font-medium">{source.name}</b>.
        </p>
      )}
    </div>
  )
}
