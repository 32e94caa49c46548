import { useEffect, useRef, useState } from 'react'
import { copyText } from './clipboard.ts'
import { toast } from './toasts.ts'

function selectAll(field: HTMLInputElement | HTMLTextAreaElement | null) {
  field?.focus()
  field?.select()
}

/**
 * Copies the text of a field to the clipboard. Where the browser refuses, the text is selected for
 * the person to copy, which `CopyRefused` explains.
 * @param success the text of the toast after copying
 * @param startsRefused whether the browser has refused to copy it before the field was shown
 */
export function useCopy<E extends HTMLInputElement | HTMLTextAreaElement>(
  success: string,
  startsRefused = false,
) {
  const field = useRef<E>(null)
  const [isRefused, setRefused] = useState(startsRefused)
  useEffect(() => {
    if (!isRefused) return
    // Runs after a dialog has focused its first control.
    const timer = setTimeout(() => selectAll(field.current))
    return () => clearTimeout(timer)
  }, [isRefused])
  const copyNow = async (text: string) => {
    const isCopied = await copyText(text)
    setRefused(!isCopied)
    if (isCopied) toast({ title: 'Success', description: success })
    else selectAll(field.current)
  }
  return { field, isRefused, copy: (text: string) => void copyNow(text) }
}

/** Says that the browser refused to copy, and how to copy what is selected. */
export function CopyRefused({ what }: { what: string }) {
  return (
    <p role="status" className="mt-1.5 text-sm text-ink-2">
      The browser did not allow copying. The {what} is selected: press Ctrl+C (⌘C on a Mac), or hold
      it and choose Copy.
    </p>
  )
}
