import { peopleRoutes } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { fullName, isMember, personQuery } from '../api/people.ts'
import { query } from '../api/query.ts'
import type { ControlProps } from '../ui/Field.tsx'
import { titleCase } from '../ui/status.ts'
import { SearchPicker } from './SearchPicker.tsx'

interface PersonPickerProps extends Partial<ControlProps> {
  value: string | undefined
  onChange: (id: string | null) => void
  /** Lists only people with this role. */
  of?: Role
  /** The label of the first option, for no person in particular. */
  noneLabel?: string
  'aria-label'?: string
}

/** A picker for one person or all, searched by name, email address or number while typing. */
export const PersonPicker = ({
  value,
  of,
  noneLabel = 'Everybody',
  ...props
}: PersonPickerProps) => (
  <SearchPicker
    {...props}
    {...{ noneLabel, placeholder: noneLabel }}
    value={value ?? ''}
    listQuery={(search) => query(peopleRoutes.list, { query: { role: of, search, limit: '20' } })}
    oneQuery={personQuery}
    toOption={(person) => ({
      value: person.id,
      label: fullName(person),
      detail: isMember(person) ? (of ? (person.specialty ?? '') : titleCase(person.role)) : '',
    })}
    nothing="No one by that name"
    // A person who was removed may have entries but no longer has a record.
    goneLabel="Somebody who was removed"
  />
)
