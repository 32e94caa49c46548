import type { ReactNode } from 'react'

/** The fields of a form that belong together, two beside each other where there is room. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <legend className="mb-3 w-full border-b border-line pb-1.5 font-bold">{title}</legend>
      {children}
    </fieldset>
  )
}
