/** A short tone when something new waits. Per tab and off until somebody turns it on. */

let context: AudioContext | null = null
let isOn = false

export const isSoundOn = (): boolean => isOn

/** Call from a click: browsers let a page sound only after one. */
export function setSoundOn(on: boolean): void {
  isOn = on
  if (!on) return
  context ??= new AudioContext()
  void context.resume()
}

/** Two soft tones, about a quarter of a second; nothing while the sound is off. */
export function beep(): void {
  if (!isOn || context === null) return
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
