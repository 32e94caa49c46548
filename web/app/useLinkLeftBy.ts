import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a function that finds the link in an element by which the person left the screen, if they
 * went back to it, or the row of a table around it.
 */
export function useLinkLeftBy(element: RefObject<HTMLElement | null>) {
  const { history } = useRouter()
  const followed = useRef(new Map<string, string>())
  const isBack = useRef(false)
  useEffect(() => {
    let key = history.location.state.__TSR_key
    return history.subscribe(({ location, action }) => {
      // A step back that is blocked is announced, too.
      isBack.current = action.type === 'BACK' && location.state.__TSR_key !== key
      key = location.state.__TSR_key
    })
  }, [history])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (link && element.current?.contains(link))
        followed.current.set(location.pathname, link.getAttribute('href') ?? '')
    }
    // Captured, since the link changes the address.
    window.addEventListener('click', onClick, true)
    return () => window.removeEventListener('click', onClick, true)
  }, [element])
  return () => {
    if (!isBack.current) return undefined
    const href = followed.current.get(location.pathname)
    const links = element.current?.querySelectorAll<HTMLElement>('a[href]') ?? []
    const link = [...links].find((one) => one.getAttribute('href') === href)
    return link?.closest<HTMLElement>('[role=row][tabindex]') ?? link
  }
}
