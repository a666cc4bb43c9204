import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Begun so far before it is seen, so that nobody waits for it. */
const margin = '300px'

interface WhenNearProps {
  /** Stand for it until then. */
  bones: ReactNode
  children: ReactNode
}

/** What is far down a screen: it is fetched, asked and drawn once it comes near. */
export function WhenNear({ bones, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !place.current) return undefined
    const seen = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: margin },
    )
    seen.observe(place.current)
    return () => seen.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={place}>{bones}</div>
}
