import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { type FieldChange, StaleNotice } from './StaleNotice.tsx'

interface FormPanelProps {
  title: string
  /** What this part is about. */
  text: ReactNode
  submitLabel: string
  onSubmit: (event: SyntheticEvent) => void
  /** What the last try failed with, null for nothing: no form can forget to say it. */
  error: string | null
  /** While a try is under way: no form can forget to wait. */
  pending: boolean
  /** What someone else changed since the form was filled, null for nothing. */
  conflict?: readonly FieldChange[] | null
  children: ReactNode
}

/** A form as a part of a page: what it is about on the left, the fields on a sheet. */
export function FormPanel({
  title,
  text,
  submitLabel,
  onSubmit,
  error,
  pending,
  conflict = null,
  children,
}: FormPanelProps) {
  return (
    <PagePart title={title} text={text}>
      <form noValidate onSubmit={onSubmit}>
        <div className="flex flex-col gap-4 p-5">
          {conflict && <StaleNotice changes={conflict} />}
          {error && <Alert>{error}</Alert>}
          {children}
        </div>
        <div className="flex justify-end border-t border-line px-5 py-3">
          <Button type="submit" variant="primary" pending={pending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </PagePart>
  )
}

/** A part of a page with its name and purpose beside it. */
export function PagePart({
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
