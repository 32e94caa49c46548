import type { BidPricing } from '@plumbline/contract/pricing.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTyped } from '../../api/typed.ts'
import { pricingStore } from './api.ts'
import { openSession, type Unsaved } from './session.ts'

/** The price of a bid while its editor is on screen. What is unsaved is saved when it is left. */
export function usePriceSession(pricing: BidPricing) {
  const client = useQueryClient()
  const { bidId } = pricing
  const [session] = useState(() => openSession(bidId, pricing, pricingStore(client, bidId)))
  const typedBefore = useTyped<Unsaved>({ name: 'price', read: () => session.unsaved })
  useEffect(() => {
    if (typedBefore) session.restore(typedBefore)
  }, [session, typedBefore])
  useEffect(() => session.adopt(pricing), [session, pricing])
  useEffect(() => {
    const onHidden = () => {
      if (document.hidden) session.flush()
    }
    const onUnload = (event: Event) => {
      if (session.unsaved) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('beforeunload', onUnload)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('beforeunload', onUnload)
      session.flush()
    }
  }, [session])
  return { session, ...useSyncExternalStore(session.subscribe, session.snapshot) }
}
