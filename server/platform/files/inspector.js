// Inspects uploaded files in a separate process, one after another, until the server ends. Plain
// JavaScript, so that it runs from the sources and from the build.
import { checkPdf } from './pdf.js'
import { groundOf } from './pictures/ground.js'
import { readHeader } from './pictures/header.js'
import { firstRenditionsOf, renditionsOf } from './pictures/renditions.js'
import { Refusal } from './refusal.js'

/** @typedef {import('./inspect.ts').InspectionRequest} InspectionRequest */

/** @param {InspectionRequest} request */
async function inspect({ kind, path }) {
  if (kind === 'pdf') {
    await checkPdf(path)
    return true
  }
  const { facts, icc } = await readHeader(path)
  if (kind === 'facts') return facts
  if (kind === 'photo')
    return { ...facts, ...(await firstRenditionsOf(path, facts.contentType, icc)) }
  const renditions = await renditionsOf(path, facts.contentType, icc)
  if (kind === 'picture') return { ...facts, ...renditions }
  return { ...renditions, ground: await groundOf(renditions.thumb) }
}

/**
 * @param {InspectionRequest} request
 * @returns {Promise<import('./inspect.ts').InspectionReply>}
 */
async function replyTo(request) {
  try {
    return { found: await inspect(request) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.name, why: error.why }
    return { damaged: true }
  }
}

// Ctrl-C, or stopping a service, signals all processes. The current file is finished, then the
// server disconnects.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', (/** @type {InspectionRequest} */ request) => {
  void replyTo(request).then((reply) => process.send?.(reply))
})
