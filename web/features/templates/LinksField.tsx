import type { TemplateLink } from '@plumbline/contract/templatePlan.ts'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../forms/fields.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { formatLinks, parseLinks } from './links.ts'

/** The form value of a text that cannot be parsed. The schema rejects it. */
const INVALID_LINKS: readonly TemplateLink[] = [{ entry: -1, lagDays: 0 }]

/** A text field for the predecessors of an entry, by their numbers. */
export function LinksField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const value: readonly TemplateLink[] = input.value ?? []
  const [typed, setTyped] = useState(() => formatLinks(value))
  const parsed = parseLinks(typed)
  const isSame = JSON.stringify(parsed ?? INVALID_LINKS) === JSON.stringify(value)
  // Shows the typed text while it matches the value, which changes when other entries are removed.
  const shown = isSame ? typed : formatLinks(value)
  const error = isSame && !parsed ? 'Write numbers, such as 2, 3+1' : frame.error
  return (
    <Field {...frame} error={error}>
      {(control) => (
        <Input
          {...control}
          name={input.name}
          ref={input.ref}
          value={shown}
          autoComplete="off"
          onBlur={input.onBlur}
          onChange={({ target }) => {
            setTyped(target.value)
            input.onChange(parseLinks(target.value) ?? INVALID_LINKS)
          }}
          className="figures"
        />
      )}
    </Field>
  )
}
