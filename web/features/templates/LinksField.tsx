import type { TemplateLink } from '@plumbline/contract/templatePlan.ts'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from '../../forms/fields.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { linksText, readLinks } from './links.ts'

/** What the form holds for a text that names no entries: no schema takes it. */
const UNREADABLE: readonly TemplateLink[] = [{ entry: -1, lagDays: 0 }]

/** The entries that come before, by their numbers. */
export function LinksField<V extends FieldValues, Out>(props: FieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const value: readonly TemplateLink[] = input.value ?? []
  const [typed, setTyped] = useState(() => linksText(value))
  const read = readLinks(typed)
  const isSame = JSON.stringify(read ?? UNREADABLE) === JSON.stringify(value)
  // What was typed is kept as long as it means the value, which changes when other entries are removed.
  const shown = isSame ? typed : linksText(value)
  const error = isSame && !read ? 'Write numbers, such as 2, 3+1' : frame.error
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
            input.onChange(readLinks(target.value) ?? UNREADABLE)
          }}
          className="figures"
        />
      )}
    </Field>
  )
}
