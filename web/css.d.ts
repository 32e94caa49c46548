import 'react'

declare module 'react' {
  // Custom properties set from a component, such as the number of columns.
  interface CSSProperties {
    [name: `--${string}`]: string | number
  }
}
