/** Lengths of what people sign in with: no schema here, for the first screen reads them. */
export const usernameMax = 64
export const oneTimeCodeMax = 64
/** Digits of an authenticator. */
export const otpDigits = 6
export const recoveryCodeMin = 8
export const recoveryCodeMax = 40
/** Of a new password; how good it is, the server judges. */
export const passwordMin = 12
