// The page of a proposal: totals that follow the choices, a drawn signature, and that it was seen.
// All of it works without this script, but for drawing.

/** Milliseconds on screen after which a proposal counts as seen. */
const SEEN_AFTER = 2000
/** The units of a drawing, as in model.ts. */
const [WIDTH, HEIGHT] = [1000, 400]
/** The most strokes of a drawing, and the most characters in which it is sent. */
const [MAX_STROKES, MAX_DRAWING] = [200, 60_000]
/** Points that are closer than this are not seen. */
const FINEST = 6

const root = document.documentElement
root.classList.add('scripted')

/** @param {Record<string, string>} fields @param {AbortSignal} [signal] */
const post = (fields, signal) =>
  fetch(location.pathname, { method: 'POST', body: new URLSearchParams(fields), signal })

const choices = document.querySelector('form[data-choices]')
if (choices instanceof HTMLFormElement) follow(choices)
if (document.querySelector('form[data-choices], [data-seen]')) noteSeen()

/** Counts the page as seen once it was on screen for a while. */
function noteSeen() {
  let timer = 0
  const watch = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'visible') return
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', watch)
      post({ step: 'viewed' }).catch(() => undefined)
    }, SEEN_AFTER)
  }
  document.addEventListener('visibilitychange', watch)
  watch()
}

/**
 * Shows the amounts for the choices at once; the server counts them.
 * @param {HTMLFormElement} form
 */
function follow(form) {
  let running = new AbortController()
  const update = async () => {
    running.abort()
    running = new AbortController()
    const fields = Object.fromEntries(new FormData(form))
    const sent = /** @type {Record<string, string>} */ ({ ...fields, step: 'update' })
    const response = await post(sent, running.signal)
    if (!response.ok) throw new Error(`The server answered with ${response.status}`)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const part of ['[data-sums]', 'output']) {
      const now = page.querySelector(part)
      const shown = form.querySelector(part)
      if (now && shown) shown.replaceChildren(...now.childNodes)
    }
  }
  const count = () => {
    form.classList.add('counting')
    update().then(
      () => form.classList.remove('counting'),
      (error) => {
        // Another choice came first, which is counted.
        if (error.name === 'AbortError') return
        form.classList.remove('counting')
        // The button counts then.
        root.classList.remove('scripted')
      },
    )
  }
  const inputs = [...form.querySelectorAll('input')]
  for (const input of inputs) input.addEventListener('change', count)
  // A browser may fill in by itself what was chosen on the page before.
  addEventListener('pageshow', () => {
    if (inputs.some((input) => input.checked !== input.defaultChecked)) count()
  })
}

const sign = document.querySelector('form[data-sign]')
if (sign instanceof HTMLFormElement) prepareSignature(sign)

/** @param {HTMLFormElement} form */
function prepareSignature(form) {
  const pad = form.querySelector('.pad')
  const canvas = form.querySelector('canvas')
  const typed = form.querySelector('.typed')
  const name = form.querySelector('#name')
  const sent = form.querySelector('[name=strokes]')
  const draw = form.querySelector('[data-draw]')
  if (!(pad instanceof HTMLElement && canvas && typed instanceof HTMLElement)) return
  if (!(name instanceof HTMLInputElement && sent instanceof HTMLInputElement)) return
  if (draw instanceof HTMLElement) draw.hidden = false

  /** @type {[number, number][][]} */
  let strokes = read(sent.value)
  let closest = FINEST
  const isDrawn = () => new FormData(form).get('way') === 'drawn'

  const show = () => {
    pad.hidden = !isDrawn()
    typed.hidden = isDrawn()
    typed.textContent = name.value
    paint()
  }
  const paint = () => {
    // A long drawing gets fewer points, so that all of it can be sent.
    let text = JSON.stringify(strokes)
    while (text.length > MAX_DRAWING) {
      closest *= 1.25
      strokes = strokes.map((stroke) => thinned(stroke, closest))
      text = JSON.stringify(strokes)
    }
    sent.value = strokes.length > 0 ? text : ''
    const { width, height } = canvas.getBoundingClientRect()
    if (width === 0) return
    canvas.width = width * devicePixelRatio
    canvas.height = height * devicePixelRatio
    const pen = canvas.getContext('2d')
    if (!pen) return
    pen.scale(canvas.width / WIDTH, canvas.height / HEIGHT)
    pen.lineWidth = 8
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.strokeStyle = getComputedStyle(canvas).color
    for (const stroke of strokes) {
      pen.beginPath()
      const [[startX, startY] = [0, 0]] = stroke
      pen.moveTo(startX, startY)
      // A single point is a dot.
      for (const [x, y] of stroke) pen.lineTo(x + 0.01, y)
      pen.stroke()
    }
  }
  /** @param {PointerEvent} event @returns {[number, number]} */
  const pointOf = (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const within = (/** @type {number} */ part, /** @type {number} */ most) =>
      Math.round(Math.min(1, Math.max(0, part)) * most)
    return [
      within((event.clientX - left) / width, WIDTH),
      within((event.clientY - top) / height, HEIGHT),
    ]
  }
  canvas.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    if (strokes.length >= MAX_STROKES) return
    canvas.setPointerCapture(event.pointerId)
    strokes.push([pointOf(event)])
    paint()
  })
  canvas.addEventListener('pointermove', (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return
    const stroke = strokes.at(-1)
    const point = pointOf(event)
    const last = stroke?.at(-1)
    if (last && distance(point, last) < closest) return
    stroke?.push(point)
    paint()
  })
  form.querySelector('.clear')?.addEventListener('click', () => {
    strokes = []
    closest = FINEST
    paint()
  })
  form.addEventListener('input', show)
  new ResizeObserver(paint).observe(canvas)
  show()
}

/** @param {[number, number]} from @param {[number, number]} to */
function distance([x, y], [toX, toY]) {
  return Math.hypot(toX - x, toY - y)
}

/**
 * A stroke without the points that are closer to the one before than this; its end stays.
 * @param {[number, number][]} stroke @param {number} closest @returns {[number, number][]}
 */
function thinned(stroke, closest) {
  /** @type {[number, number][]} */
  const points = []
  for (const point of stroke) {
    const last = points.at(-1)
    if (!last || distance(point, last) >= closest || point === stroke.at(-1)) points.push(point)
  }
  return points
}

/** @param {string} text @returns {[number, number][][]} */
function read(text) {
  try {
    return /** @type {[number, number][][]} */ (JSON.parse(text))
  } catch {
    return []
  }
}
