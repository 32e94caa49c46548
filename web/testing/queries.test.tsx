import { render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'

/** Longer than React works without a pause, in milliseconds. */
const SLOW_MS = 8

function SlowEffect() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const onReady = () => setReady(true)
    addEventListener('ready', onReady)
    const end = performance.now() + SLOW_MS
    while (performance.now() < end);
    dispatchEvent(new Event('ready'))
    return () => removeEventListener('ready', onReady)
  }, [])
  return <p data-ready={isReady}>Here</p>
}

function Later() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 20)
    return () => clearTimeout(timer)
  }, [])
  return isShown ? <SlowEffect /> : null
}

test('an element that is found has been rendered again after its effects', async () => {
  render(<Later />)
  expect((await screen.findByText('Here')).dataset.ready).toBe('true')
})
