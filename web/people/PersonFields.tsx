import { roles } from '@plumbline/contract/policy.ts'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { Input, Select } from '../ui/Input.tsx'
import { titleCase } from '../ui/status.ts'

const names = ['firstName', 'lastName', 'email', 'phone', 'role', 'specialty'] as const
type Name = (typeof names)[number]

/** The trades most firms call; any other can be typed. */
const TRADES = [
  'Carpentry',
  'Concrete',
  'Drywall',
  'Electrical',
  'Flooring',
  'HVAC',
  'Painting',
  'Plumbing',
  'Roofing',
]

/** The roles as choices, the usual one first. */
export const roleOptions = roles
  .toReversed()
  .map((role) => ({ value: role, label: titleCase(role) }))

interface PersonFieldsProps {
  /** Ties a field to the form. */
  field: (name: Name) => UseFormRegisterReturn
  errors: FieldErrors<Record<Name, unknown>>
  /** Left out where it is fixed. */
  withRole?: boolean
  /** A trade is for subs only. */
  withSpecialty: boolean
  specialtyRequired?: boolean
}

/** The fields of a person, in two columns. */
export function PersonFields({
  field,
  errors,
  withRole = false,
  withSpecialty,
  specialtyRequired = false,
}: PersonFieldsProps) {
  const error = (name: Name) => errors[name]?.message
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First Name" required error={error('firstName')}>
        {(control) => <Input {...control} {...field('firstName')} autoComplete="off" />}
      </Field>
      <Field label="Last Name" required error={error('lastName')}>
        {(control) => <Input {...control} {...field('lastName')} autoComplete="off" />}
      </Field>
      <Field label="Email" required error={error('email')} className="sm:col-span-2">
        {(control) => <Input {...control} {...field('email')} type="email" autoComplete="off" />}
      </Field>
      {withRole && (
        <Field label="Role" required error={error('role')}>
          {(control) => <Select {...control} {...field('role')} options={roleOptions} />}
        </Field>
      )}
      <Field label="Phone" error={error('phone')}>
        {(control) => <Input {...control} {...field('phone')} type="tel" autoComplete="off" />}
      </Field>
      {withSpecialty && (
        <Field label="Specialty" required={specialtyRequired} error={error('specialty')}>
          {(control) => (
            <>
              <Input
                {...control}
                {...field('specialty')}
                list={`${control.id}-trades`}
                placeholder="Electrical"
              />
              <datalist id={`${control.id}-trades`}>
                {TRADES.map((trade) => (
                  <option key={trade} value={trade} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
    </div>
  )
}
