export type OtpStep = 'waiting' | 'enrol' | 'code' | 'recovery' | 'bound' | 'failed'

/** Where a right proof leads: the first one of an authenticator to a word about it, any other in. Pure. */
export const afterProof = (step: OtpStep): 'bound' | 'in' => (step === 'enrol' ? 'bound' : 'in')

/**
 * The way out of the screen without a proof: whoever came from their settings goes back there, whoever still
 * owes the second factor can only sign in anew. Pure.
 */
export const wayOut = (step: OtpStep, isSignedIn: boolean): 'settings' | 'signIn' =>
  isSignedIn && step !== 'failed' ? 'settings' : 'signIn'
