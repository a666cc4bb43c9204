/** A short tone when something new waits. */

let context: AudioContext | null = null

/** Makes the page able to sound. Call from a press: browsers let a page sound only after one. */
export function wakeSound(): void {
  context ??= new AudioContext()
  void context.resume()
}

/** Wakes the sound at the first press or key in this page. Answers the function that stops waiting for it. */
export function wakeAtFirstPress(): () => void {
  const ending = new AbortController()
  const wake = (): void => {
    ending.abort()
    wakeSound()
  }
  for (const name of ['pointerdown', 'keydown'])
    addEventListener(name, wake, { signal: ending.signal, capture: true })
  return () => ending.abort()
}

/** Two soft tones, about a quarter of a second; nothing before the first press in this page. */
export function beep(): void {
  if (context === null) return
  tone(context, 880, 0)
  tone(context, 1175, 0.12)
}

function tone(audio: AudioContext, frequencyHz: number, delayS: number): void {
  const start = audio.currentTime + delayS
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = frequencyHz
  gain.gain.setValueAtTime(0.0001, start)
  gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.14)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + 0.15)
}
