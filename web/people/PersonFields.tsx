import { roles } from '@plumbline/contract/policy.ts'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { titleCase } from '../ui/status.ts'

/** The usual trades; any other can be typed. */
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

/** The roles as choices, the most frequent one first. */
const roleOptions = roles.toReversed().map((role) => ({ value: role, label: titleCase(role) }))

interface PersonFieldsProps<V extends FieldValues, Out> {
  control: Control<V, unknown, Out>
  /** Left out where the role is fixed. */
  withRole?: boolean
  /** Only subs have a specialty. */
  withSpecialty: boolean
  specialtyRequired?: boolean
}

/** The fields of a person, in two columns. */
export function PersonFields<V extends FieldValues, Out>({
  control,
  withRole = false,
  withSpecialty,
  specialtyRequired = false,
}: PersonFieldsProps<V, Out>) {
  const field = (name: 'firstName' | 'lastName' | 'email' | 'role' | 'phone' | 'specialty') => ({
    control,
    name: name as FieldPath<V>,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField {...field('firstName')} label="First Name" required />
      <TextField {...field('lastName')} label="Last Name" required />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        required
        className="sm:col-span-2"
      />
      {withRole && <SelectField {...field('role')} label="Role" required options={roleOptions} />}
      <TextField {...field('phone')} label="Phone" type="tel" />
      {withSpecialty && (
        <TextField
          {...field('specialty')}
          label="Specialty"
          required={specialtyRequired}
          placeholder="Electrical"
          suggestions={TRADES}
        />
      )}
    </div>
  )
}
