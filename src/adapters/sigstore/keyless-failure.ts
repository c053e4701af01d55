/** The reason why Sigstore made no signature. */
export class KeylessFailure extends Error {}
