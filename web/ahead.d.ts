/** Calls that public/ahead.js sent, by address; each answer is taken once. */
interface Window {
  ahead?: Map<string, Promise<Response>>
}
