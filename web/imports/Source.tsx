import { type ImportKind, importKinds } from '@plumbline/contract/imports.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Input.tsx'
import { infoOf, type KindInfo } from './api.ts'
import type { Import } from './useImport.ts'

const options = importKinds.map((kind) => {
  const { many } = infoOf(kind)
  return { value: kind, label: `${many.charAt(0).toUpperCase()}${many.slice(1)}` }
})

/** Which list the file looks like, and what it is imported as. */
export function Source({ kind, current }: { kind: KindInfo; current: Import }) {
  const source = current.report?.source
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
      <Field label="Import as" className="w-52 max-sm:w-full">
        {(control) => (
          <Select
            {...control}
            options={options}
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
