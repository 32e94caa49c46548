import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RunningTitle } from './RunningTitle.tsx'

test.each([
  ['Elm & Sons · Jobs', '"Elm & Sons · Jobs"'],
  ['"Best" \\ Co', String.raw`"\22 Best\22  \5c  Co"`],
  ['</style>\n', String.raw`"\3c /style>\a "`],
])('%j is printed as it is and cannot end the style', (text, quoted) => {
  render(<RunningTitle text={text} />)
  expect(document.querySelector('style')?.textContent).toBe(
    `@page { @bottom-left { content: ${quoted} } }`,
  )
})
