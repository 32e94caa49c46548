import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/Field.tsx'
import { FormSection } from '../ui/FormSection.tsx'
import { Input } from '../ui/Input.tsx'

const fields = {
  customerName: ['Customer Name', 'text'],
  customerEmail: ['Customer Email', 'email'],
  customerPhone: ['Customer Phone', 'tel'],
  customerAddress: ['Customer Address', 'text'],
} as const
type CustomerField = keyof typeof fields

interface CustomerFieldsProps {
  title: string
  register: (name: CustomerField) => UseFormRegisterReturn
  error: (name: CustomerField) => string | undefined
}

/** Whom a job or a bid is for. */
export function CustomerFields({ title, register, error }: CustomerFieldsProps) {
  return (
    <FormSection title={title}>
      {(Object.keys(fields) as CustomerField[]).map((name) => (
        <Field key={name} label={fields[name][0]} error={error(name)}>
          {(props) => (
            <Input {...props} {...register(name)} type={fields[name][1]} autoComplete="off" />
          )}
        </Field>
      ))}
    </FormSection>
  )
}
