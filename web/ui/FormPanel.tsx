import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { type FieldChange, FormProblems } from './Alert.tsx'
import { Button } from './Button.tsx'

interface FormPanelProps {
  title: string
  /** The description of the section. */
  text: ReactNode
  submitLabel: string
  /**
   * Whether there is something to save. On a screen with several forms only those have the primary
   * button.
   */
  changed?: boolean
  onSubmit: (event: SyntheticEvent) => void
  /** The error of the last submit, null for none. Required, so that every form shows it. */
  error: string | null
  /** Whether a submit is in progress. Required, so that no form can be submitted twice. */
  pending: boolean
  /** The fields that somebody else has changed since the form was filled, null for none. */
  conflict?: readonly FieldChange[] | null
  /** Whether the fields were filled in after the person had to sign in again. */
  isFilledIn?: boolean
  children: ReactNode
}

/** A form as a section of a screen: the description on the left, the fields in a panel. */
export function FormPanel({
  title,
  text,
  submitLabel,
  changed = true,
  onSubmit,
  error,
  pending,
  conflict = null,
  isFilledIn = false,
  children,
}: FormPanelProps) {
  return (
    <DescribedSection title={title} text={text}>
      <form noValidate onSubmit={onSubmit}>
        <div className="flex flex-col gap-4 p-5">
          <FormProblems error={error} conflict={conflict} isFilledIn={isFilledIn} />
          {children}
        </div>
        <div className="flex justify-end border-t border-line px-5 py-3">
          <Button type="submit" variant={changed ? 'primary' : 'default'} pending={pending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </DescribedSection>
  )
}

/** A section of a screen with its name and purpose beside it. */
export function DescribedSection({
  title,
  text,
  children,
}: {
  title: string
  text: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-t border-line py-7 first:border-t-0 first:pt-0 lg:grid-cols-[16rem_minmax(0,38rem)]"
    >
      <div>
        <h2 id={titleId}>{title}</h2>
        <p className="mt-1 text-ink-2">{text}</p>
      </div>
      <div className="rounded-m border border-line bg-surface">{children}</div>
    </section>
  )
}

/** A group of form fields, in two columns on a wide screen. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <legend className="mb-3 w-full border-b border-line pb-1.5 font-bold">{title}</legend>
      {children}
    </fieldset>
  )
}
