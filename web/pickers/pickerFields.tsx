import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { peopleRoutes, type User } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { fullName, isAdmin, isMember, isSub } from '../api/people.ts'
import { query } from '../api/query.ts'
import { type FieldProps, useField } from '../forms/fields.tsx'
import { Combobox, type ComboboxAction } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import type { ComboboxOption } from '../ui/OptionList.tsx'
import { JobPicker } from './JobPicker.tsx'

interface ComboboxFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  options: readonly ComboboxOption[]
  placeholder?: string
  /** The text of the list when nothing matches. */
  none?: string
  /** Offered when no option matches what was typed. */
  action?: ComboboxAction
  /** Runs after the value was set. */
  onChosen?: (value: string | null) => void
}

/** A choice from many options, filtered by typing; null for none. */
export function ComboboxField<V extends FieldValues, Out>({
  options,
  placeholder,
  none,
  action,
  onChosen,
  ...props
}: ComboboxFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame}>
      {(control) => (
        <Combobox
          {...control}
          ref={input.ref}
          options={options}
          value={input.value || null}
          onChange={(value) => {
            input.onChange(value)
            onChosen?.(value)
          }}
          {...(placeholder && { placeholder })}
          {...(none && { none })}
          action={action}
        />
      )}
    </Field>
  )
}

interface JobFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  onChosen?: () => void
  /** The label of the option for no job. */
  noneLabel?: string
}

/** A choice of one job by id, searched by name, address or customer; empty for none. */
export function JobField<V extends FieldValues, Out>({
  onChosen,
  noneLabel,
  ...props
}: JobFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  return (
    <Field {...frame} {...(frame.error && { error: 'Choose a job' })}>
      {(control) => (
        <JobPicker
          {...control}
          ref={input.ref}
          value={input.value || null}
          onChange={(id) => {
            input.onChange(id ?? '')
            onChosen?.()
          }}
          {...(noneLabel && { noneLabel, placeholder: noneLabel })}
        />
      )}
    </Field>
  )
}

interface PersonFieldProps<V extends FieldValues, Out> extends FieldProps<V, Out> {
  /** The job the person is chosen for. People who are not on it yet are marked. */
  jobId: string | null
  /** The roles of the people to choose from. */
  roles: readonly Role[]
  /** The label of the option for nobody. */
  nobody: string
}

const NOBODY = ''

/**
 * A choice of one person by id for work on a job, or null for nobody. For admins, who receive full
 * records.
 */
export function PersonField<V extends FieldValues, Out>({
  jobId,
  roles,
  nobody,
  ...props
}: PersonFieldProps<V, Out>) {
  const { input, frame } = useField(props)
  const everyone = useQuery(query(peopleRoutes.list))
  const onJob = useQuery({
    ...query(jobRoutes.subcontractors, { params: { id: jobId ?? '' } }),
    enabled: jobId !== null,
  })
  const isOn = (id: string) => !onJob.data || onJob.data.some((sub) => sub.id === id)
  const people = (everyone.data ?? [])
    .filter(isMember)
    .filter((person) => roles.includes(person.role) && (isSub(person) || !person.isInvited))
    // People on the job first, then the others, both by last name as the server sorts them.
    .sort((a, b) => Number(isOn(b.id)) - Number(isOn(a.id)))
  const detail = (person: User) =>
    isAdmin(person)
      ? 'Admin'
      : [person.specialty, !isOn(person.id) && 'joins the job when assigned']
          .filter(Boolean)
          .join(' · ')
  const options = people.map((person) => ({
    value: person.id,
    label: fullName(person),
    detail: detail(person),
  }))
  return (
    <Field {...frame}>
      {(control) => (
        <Combobox
          {...control}
          ref={input.ref}
          options={[{ value: NOBODY, label: nobody }, ...options]}
          value={input.value ?? NOBODY}
          onChange={(id) => input.onChange(id || null)}
          placeholder={nobody}
          none="No matching people"
        />
      )}
    </Field>
  )
}
