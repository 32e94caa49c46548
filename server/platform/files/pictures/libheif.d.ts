/** The part of the library used here. Its own types cover the lower-level calls. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    readonly data: Uint8ClampedArray
    readonly width: number
    readonly height: number
  }
  export interface HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    has_alpha_channel(): boolean
    /** Fills the pixels as red, green, blue, alpha. Calls back with null if it cannot. */
    display(pixels: Pixels, done: (shown: Pixels | null) => void): void
    free(): void
  }
  const libheif: {
    readonly ready: Promise<unknown>
    /** The library's memory, which grows and never shrinks. */
    readonly HEAPU8: Uint8Array
    readonly HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] }
  }
  export default libheif
}
