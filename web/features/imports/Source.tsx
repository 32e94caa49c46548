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

/** What the lists of a company without rental properties are not. */
const rentalKinds: ReadonlySet<ImportKind> = new Set([
  'properties',
  'tenants',
  'income',
  'expenses',
])

/** Which list the file looks like, and what it is imported as. */
export function Source({ kind, current }: { kind: KindInfo; current: Import }) {
  const { holdingsName } = useCompany()
  const source = current.report?.source
  // What it is now stays on offer.
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
      {source && (
        <p role="status" className="sm:mt-6">
          This looks like a <b className="font-medium">{source.name}</b>.
        </p>
      )}
    </div>
  )
}
