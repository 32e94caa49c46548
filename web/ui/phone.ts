const US_NUMBER = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/

/**
 * A phone number as it is shown: one of the United States as `630-555-0112`, however it was typed.
 * Any other one, or one with an extension, as it was typed.
 */
export function phoneText(typed: string): string {
  if (!/^[\d\s()+./-]*$/.test(typed)) return typed
  const [, area, exchange, line] = US_NUMBER.exec(typed.replaceAll(/\D/g, '')) ?? []
  return area ? `${area}-${exchange}-${line}` : typed
}
