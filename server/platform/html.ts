const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString() {
    return this.text
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replaceAll(/[&<>"']/g, (c) => ENTITIES[c] ?? '')
  return part ? part.map(render).join('') : ''
}

/**
 * Markup from a template. Values are escaped unless they are markup. False and null are left out.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.reduce((text, part, at) => text + render(values[at - 1]) + part))
}
